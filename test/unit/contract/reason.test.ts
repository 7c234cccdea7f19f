import fc from "fast-check";
import { forCell, MAX_REASON } from "../../../src/contract/reason";

describe("a reason for a cell", () => {
  it("quotes a name in full if it fits", () => {
    expect(forCell`no ticker ${"ACME"} is covered`).toBe("no ticker ACME is covered");
    expect(forCell`expected at most ${3} arguments, got ${5}`).toBe("expected at most 3 arguments, got 5");
    expect(forCell`no trades`).toBe("no trades");
  });

  it("shortens the quoted name, never the sentence, if the reason is too long", () => {
    const short = forCell`no market matches "${"will the committee cut its rate before the end of the year"}"`;
    expect(short).toBe('no market matches "will the committee cut its rate before…"');
    expect(short.length).toBeLessThanOrEqual(MAX_REASON);
  });

  it("shortens the longest of several names first", () => {
    expect(forCell`${"NVDA"} is not in the list of ${"a publisher whose name goes on and on and on and on"}`).toBe(
      "NVDA is not in the list of a publisher whose name goes on a…",
    );
  });

  it("never cuts an emoji in two when a name is shortened", () => {
    const short = forCell`no series ${"😀".repeat(60)}`;
    expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    expect(short.length).toBeLessThanOrEqual(MAX_REASON);
  });

  it("has at most 60 characters, whatever text it quotes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (a, b) => {
        const short = forCell`no ${a} of ${b} is known`;
        expect(short.length).toBeLessThanOrEqual(MAX_REASON);
        expect(short).toMatch(/^no .* is known$/s);
      }),
    );
  });
});
