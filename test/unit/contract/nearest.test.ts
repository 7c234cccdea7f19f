import fc from "fast-check";
import { distance } from "fastest-levenshtein";
import { nearest, orList } from "../../../src/contract/nearest";

/** Every name measured and all of them sorted: what the shortcuts must come to. */
function measured(asked: string, known: readonly string[], most: number): string[] {
  const far = (name: string) => {
    const slips = distance(asked.toLowerCase(), name.toLowerCase());
    return name.toLowerCase().startsWith(asked.toLowerCase()) ? Math.min(1, slips) : slips;
  };
  return [...known].sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1)).slice(0, most);
}

const word = fc.string({ unit: fc.constantFrom("a", "B", "c", "1", "."), maxLength: 6 });

describe("the nearest names", () => {
  it("are those that measuring every name gives, in the same order", () => {
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (asked, known, most) => {
        expect(nearest(asked, known, most)).toEqual(measured(asked, known, most));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it("begin with what was asked before they only resemble it", () => {
    expect(nearest("DGS100", ["T10Y2Y", "DGS1", "DGS10", "DGS1MO"])).toEqual(["DGS10", "DGS1", "DGS1MO"]);
    expect(nearest("NV", ["NVDA", "V", "NVAX"])).toEqual(["NVAX", "NVDA", "V"]);
    expect(orList(nearest("x", []))).toBe("");
  });
});
