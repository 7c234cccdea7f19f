import fc from "fast-check";
import type { RecordRow } from "../../../../../src/service/records/record";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const DAYS = sessions("2024-03-04", 90);
const RATIOS = [1.5, 2, 3, 4, 7, 10, 20, 50, 1 / 2, 1 / 5, 1 / 10, 1 / 20, 2 / 3];
const EVIDENCE = ["list", "filings", "adjusted closes", "share counts", "closes adjusted already"] as const;

/** A company with a split, beside one with the same history and no split. */
function companies(ratio: number, at: number, evidence: (typeof EVIDENCE)[number], moves: readonly number[]): RecordRow[] {
  let close = 20_000;
  const unsplit = moves.map((move) => (close *= 1 + move));
  const day = DAYS[at]!;
  const closes = DAYS.flatMap((date, i) => {
    const flat = unsplit[i]!;
    const traded = evidence !== "closes adjusted already" && date < day ? flat : flat / ratio;
    return [price("FLATX", date, flat), price("SPLTX", date, traded, evidence === "adjusted closes" ? flat / ratio : undefined)];
  });
  const first = { on: "2024-02-15", times: 1 };
  const restated = evidence === "filings" || evidence === "closes adjusted already";
  const later = evidence === "share counts" ? [year([{ on: DAYS[88]!, times: ratio }], "78", "2024-06-30")] : [];
  return [
    ...closes,
    filer("FLATX", "77"),
    year([first], "77"),
    filer("SPLTX", "78"),
    year(restated ? [first, { on: DAYS[88]!, times: ratio }] : [first], "78"),
    ...later,
    ...(evidence === "list" ? [split("SPLTX", day, ratio)] : []),
  ];
}

test("a split changes no ratio on any day, whether a list, filings or prices show it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RATIOS),
      fc.integer({ min: 25, max: 85 }),
      fc.integer({ min: 23, max: 89 }),
      fc.constantFrom(...EVIDENCE),
      fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 90, maxLength: 90 }),
      (ratio, at, now, evidence, moves) => {
        const store = storeOf(companies(ratio, at, evidence, moves));
        try {
          for (const field of ["pe", "ps", "pb", "dividend_yield", "return_1m", "change_pct"]) {
            const [split, flat] = ["SPLTX", "FLATX"].map((t) => said(ask(store, DAYS[now]!, field === "change_pct" ? "PRICE" : "RV", t, field)));
            expect(typeof flat).toBe("number");
            // Figures are served with four decimals.
            expect(Math.abs(Number(split) - Number(flat))).toBeLessThanOrEqual(0.0002 + 1e-6 * Math.abs(Number(flat)));
          }
        } finally {
          store.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});
