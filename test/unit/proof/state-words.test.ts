import { differenceInWords } from "../../../src/proof/state-words";
import { otherBookWords } from "../../../src/proof/other-book";

test.each([
  ["one value", [[4]], [[5]], "'My Sheet'!B2 shows 4; the lock has 5."],
  ["a later value of a block, at its place", [[1, 2], [3, 4]], [[1, 2], [3, 5]], "'My Sheet'!C3, one of the 2 × 2 values of 'My Sheet'!B2, shows 4; the lock has 5."], // prettier-ignore
  [
    "several values of a block",
    [[1], ["b"], [null]],
    [[1], ["a"], [7]],
    `'My Sheet'!B3, one of the 3 × 1 values of 'My Sheet'!B2, shows "b"; the lock has "a". 1 more of its values differs.`,
  ],
  ["blocks of two sizes", [[1], [2]], [[1], [2], [3]], "'My Sheet'!B2 shows 2 × 1 values that begin with 1; the lock has 3 × 1 values that begin with 1."],
] as const)("says how two results differ: %s", (_, is, other, words) => {
  expect(differenceInWords("'My Sheet'!B2", is, other, "the lock has")).toBe(words);
});

describe("a lock is of another book", () => {
  const lock = (count: number) => ({ cells: Object.fromEntries(Array.from({ length: count }, (_, i) => [`S!A${i + 1}`, { formula: `=f(${i})`, shows: 1 }])) });

  test("if hardly any of its formulas is in this one", () => {
    expect(otherBookWords(lock(300), new Set(["=1"]))).toBe(
      "The lock is of another book: none of its 300 formulas is in this one. Name this book's lock with --lock, or refresh the book with --lock again.",
    );
    expect(otherBookWords(lock(300), new Set(["=f(1)", "=f(2)"]))).toMatch(/^The lock is of another book: only 2 of its 300 formulas are in this one\./);
  });

  test("but not if a tenth of them is, wherever, or if it has few cells", () => {
    expect(otherBookWords(lock(20), new Set(["=f(18)", "=f(19)"]))).toBeUndefined();
    expect(otherBookWords(lock(4), new Set())).toBeUndefined();
  });
});
