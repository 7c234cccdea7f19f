import { memoized } from "../../../src/contract/memoized";

it("a memoized function is computed once for each key, also if it is undefined, and again once too many are known", () => {
  const made: string[] = [];
  const lengthOf = memoized((text: string) => (made.push(text), text === "" ? undefined : text.length), { by: (text) => text.trim(), most: 2 });
  expect([lengthOf("a"), lengthOf(" a"), lengthOf(""), lengthOf(" ")]).toEqual([1, 1, undefined, undefined]);
  expect(made).toEqual(["a", ""]);
  lengthOf("third");
  lengthOf("a");
  expect(made).toEqual(["a", "", "third", "a"]);
});
