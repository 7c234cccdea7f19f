import { hasText, patternOf, withReplaced, type Wanted } from "../../../src/workbook/find-text";

const wanted = (text: string, options: Partial<Wanted> = {}): RegExp => patternOf({ text, matchCase: false, wholeCell: false, ...options });

describe("text that is looked for in cells", () => {
  it("is found in any case, unless case is to match", () => {
    expect(hasText("An Apple", wanted("apple"))).toBe(true);
    expect(hasText("An Apple", wanted("apple", { matchCase: true }))).toBe(false);
    expect(hasText("STRASSE É", wanted("é"))).toBe(true);
  });

  it("is all of the cell if the entire cell is to match", () => {
    expect(hasText("Apple pie", wanted("apple", { wholeCell: true }))).toBe(false);
    expect(hasText("Apple", wanted("apple", { wholeCell: true }))).toBe(true);
  });

  it("has wildcards, and characters that only look like a pattern", () => {
    expect(hasText("Q1 sales", wanted("q?"))).toBe(true);
    expect(hasText("a\nb", wanted("a*b", { wholeCell: true }))).toBe(true);
    for (const [text, cell, other] of [
      ["a.c", "a.c", "abc"],
      ["(1)", "x(1)", "x1"],
      ["~*", "2*3", "23"],
      ["~?", "why?", "why"],
      ["~~", "~5", "5"],
      ["$A$1", "=$A$1", "=A1"],
      ["[x]", "[x]", "x"],
      ["a-b", "a-b", "ab"],
      ["a\\b", "a\\b", "ab"],
      ["~a", "~a", "a"],
    ] as const)
      expect([text, hasText(cell, wanted(text)), hasText(other, wanted(text))]).toEqual([text, true, false]);
  });

  it("is replaced everywhere, by plain text", () => {
    expect(withReplaced("=B2+B2*C3", wanted("b2"), "$B$2")).toBe("=$B$2+$B$2*C3");
    expect(withReplaced("cost", wanted("cost"), "$&")).toBe("$&");
    expect(withReplaced("a (b) c (d)", wanted("(*)"), "")).toBe("a ");
    expect(withReplaced("old", wanted("*"), "new")).toBe("new");
    expect(withReplaced("😀x", wanted("?x"), "y")).toBe("y");
  });
});
