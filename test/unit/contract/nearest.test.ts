import fc from "fast-check";
import { distance } from "fastest-levenshtein";
import { nearest, orList } from "../../../src/contract/nearest";

/** Measures and sorts every name: the result that the shortcuts must match. */
function measured(asked: string, known: readonly string[], most: number): string[] {
  const wanted = asked.toLowerCase();
  const few = known.length <= 60;
  const near = wanted.length < 3 || (wanted.length === 3 && !few) ? 0 : wanted.length < 8 ? 1 : Math.min(3, Math.floor(wanted.length / 4));
  const swaps = Array.from({ length: Math.max(0, wanted.length - 1) }, (_, i) => wanted.slice(0, i) + wanted[i + 1]! + wanted[i]! + wanted.slice(i + 2));
  const far = (name: string): number => {
    const lower = name.toLowerCase();
    if (lower === wanted) return 0;
    if (wanted.length > 1 && lower.startsWith(wanted)) return 1;
    if (wanted.length > 2 && swaps.includes(lower)) return 1;
    const slips = distance(wanted, lower);
    return slips <= near ? slips : Infinity;
  };
  const sorted = known.filter((name) => far(name) < Infinity).sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1));
  return sorted.slice(0, most);
}

const word = fc.string({ unit: fc.constantFrom("a", "B", "c", "1", "."), maxLength: 6 });

describe("the nearest names", () => {
  it("are the same, in the same order, as if every name were compared and sorted", () => {
    fc.assert(
      fc.property(word, fc.uniqueArray(word, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (asked, known, most) => {
        expect(nearest(asked, known, most)).toEqual(measured(asked, known, most));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it("list names that start with the typed text before names that only look similar", () => {
    expect(nearest("DGS100", ["T10Y2Y", "DGS1", "DGS10", "DGS1MO"])).toEqual(["DGS10"]);
    expect(nearest("DGS1", ["DGS2", "DGS10", "DGS1MO"])).toEqual(["DGS10", "DGS1MO", "DGS2"]);
    expect(nearest("NV", ["NVDA", "V", "NVAX"])).toEqual(["NVAX", "NVDA"]);
    expect(orList(nearest("x", []))).toBe("");
  });

  it("contain only names with few different letters, and are empty if there is none", () => {
    const many = Array.from({ length: 100 }, (_, i) => `N${i}`);
    expect(nearest("BTC", ["BAC", "BTU", ...many])).toEqual([]);
    expect(nearest("GDP", ["DGS1", "GDX", ...many])).toEqual([]);
    expect(nearest("zebra", ["AAPL", "ZBRA", "cpi"])).toEqual(["ZBRA"]);
    expect(nearest("A", ["AA", "AAPL", "B"])).toEqual([]);
    expect(nearest("cpy", ["cpi", "gdp"])).toEqual(["cpi"]);
  });

  it("include names with two neighbouring letters swapped", () => {
    expect(nearest("MSTF", ["MSFT", "MSTR", "MS"])).toEqual(["MSFT", "MSTR"]);
    expect(nearest("IMB", ["IBM", "IMO"])).toEqual(["IBM", "IMO"]);
  });
});
