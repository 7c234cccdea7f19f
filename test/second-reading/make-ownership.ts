import fc from "fast-check";
import type { TransactionReading } from "../../src/second-reading/reading";
import { form4Text } from "../unit/service/publishers/form4";
import type { Made } from "./made";

const TITLES = [
  "Common Stock",
  "Common Stock, par value $0.001",
  "Class A Common Stock",
  "Ordinary Shares",
  "6.50% Series A Cumulative Preferred Stock",
  "7.00% Senior Notes due 2030",
  "Warrants (right to buy)",
] as const;

const trade = fc.record({
  title: fc.constantFrom(...TITLES),
  date: fc.constantFrom("2025-06-09", "2025-06-10"),
  code: fc.constantFrom("P", "S", "M", "F", "A", "G"),
  // An impossible line: a sale that acquires, a purchase that disposes.
  isTurned: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  shares: fc.integer({ min: 1, max: 500_000 }).map((n) => (n % 19 === 0 ? 0 : n)),
  price: fc.constantFrom("10", "10.00", "25.1234", "0.97", ""),
});
const odd = fc.record({
  trades: fc.array(trade, { maxLength: 6 }),
  form: fc.constantFrom("4", "4/A", "5"),
  symbol: fc.constantFrom("MADE", "BRK.A, BRK.B", "BF-A BF-B", "made", "NONE"),
  owners: fc.integer({ min: 1, max: 3 }),
  plan: fc.constantFrom({}, { plan: "0" }, { plan: "true" }),
  isSpaced: fc.boolean(),
});

/** A full-text submission of a Form 4 or 5. */
export const madeOwnership: fc.Arbitrary<Made> = odd.map(({ trades, form, symbol, owners, plan, isSpaced }): Made => {
  const disposes = ({ code, isTurned }: (typeof trades)[number]): boolean => ["P", "M", "A"].includes(code) === isTurned;
  const accession = "0000910500-25-000001";
  const text = form4Text({
    ...{ accession, form, symbol, ...plan, signed: ["2025-06-12"], footnote: "Sold 5 shares at 3 &lt; 4 by Made &amp; Co" },
    ...(form === "4/A" ? { original: "2025-06-11" } : {}),
    owners: Array.from({ length: owners }, (_, i) => ({ cik: `000080000${i + 1}` })),
    lines: trades.map((line) => ({ ...line, day: line.date, way: disposes(line) ? "D" : "A", after: 1_000_000 })),
  });
  const states = trades.map((line): Partial<TransactionReading> => ({
    kind: "transaction",
    security: line.title,
    date: line.date,
    code: line.code,
    disposed: disposes(line),
    shares: line.shares,
    price: line.price === "" ? undefined : Number(line.price),
  }));
  return { publisher: "sec", name: `${accession}.txt`, text: isSpaced ? text.replace(/></g, ">\n  <") : text, states };
});
