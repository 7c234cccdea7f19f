import { counted, withSeparators } from "../../../src/contract/counted";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [12_345, "12,345"],
  [1_048_576, "1,048,576"],
  [-1_234, "-1,234"],
  [-123, "-123"],
])("the number %s is shown as %s", (n, shown) => expect(withSeparators(n)).toBe(shown));

test("a count of one has the singular noun, every other count the plural", () => {
  expect([0, 1, 2, 1_000].map((n) => counted(n, "cell"))).toEqual(["0 cells", "1 cell", "2 cells", "1,000 cells"]);
  expect(counted(2, "query", "queries")).toBe("2 queries");
});
