import fc from "fast-check";
import type { HoldingReading } from "../../src/second-reading/reading";
import { form13fText, type Position } from "../unit/service/publishers/form13f";
import type { Made } from "./made";

const SECURITIES = [
  ["APPLE INC", "COM", "037833100", 190],
  ["MICROSOFT CORP", "COM", "594918104", 410],
  ["BERKSHIRE HATHAWAY INC DEL", "CL A", "084670108", 550_000],
  ["BERKSHIRE HATHAWAY INC DEL", "CL B NEW", "084670702", 365],
  ["ALPHABET INC", "CAP STK CL C", "02079K107", 140],
  ["VODAFONE GROUP PLC NEW", "SPONSORED ADR", "92857W308", 9],
] satisfies readonly (readonly [issuer: string, title: string, cusip: string, price: number])[];

const line = fc.record({
  security: fc.constantFrom(...SECURITIES),
  shares: fc.integer({ min: 1, max: 3_000_000 }),
  kind: fc.constantFrom("SH", "SH", "SH", "SH", "PRN", "Put"),
});
const odd = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  filed: fc.constantFrom("20210517", "20230214", "20260514"),
  obeys: fc.boolean(),
  // What the cover says of the table: nothing wrong, another total, another number of lines.
  cover: fc.constantFrom("right", "other total", "other lines", "total in dollars"),
  placeholder: fc.constantFrom("none", "none", "000000000", "N/A"),
  prefix: fc.constantFrom("", "ns1:"),
  amendment: fc.constantFrom("none", "RESTATEMENT", "NEW HOLDINGS"),
});

/** A full-text submission of a Form 13F. */
export const madeHoldings: fc.Arbitrary<Made> = odd.map(({ lines, filed, obeys, cover, placeholder, prefix, amendment }): Made => {
  const isThousands = filed < "20230103" === obeys;
  const positions = lines.map(({ security: [issuer, title, cusip, price], shares, kind }): Position => ({
    ...{ issuer, title, cusip, shares, type: kind === "PRN" ? "PRN" : "SH" },
    value: Math.max(1, Math.round((price * shares) / (isThousands ? 1_000 : 1))),
    ...(kind === "Put" ? { putCall: kind } : {}),
  }));
  if (placeholder !== "none") positions.push({ issuer: "NONE", cusip: placeholder, shares: 5_000, value: 5_000 });
  const total = positions.reduce((sum, { value }) => sum + value, 0);
  const stated = cover === "other total" ? total + 17 : cover === "total in dollars" && isThousands ? total * 1_000 : total;
  const accession = "0000940500-26-000001";
  const text = form13fText({
    ...{ filed, accession, positions, prefix },
    form: amendment === "none" ? "13F-HR" : "13F-HR/A",
    total: positions.length + (cover === "other lines" ? 3 : 0),
    cover: `<tableValueTotal>${stated}</tableValueTotal>${amendment === "none" ? "" : `<amendmentInfo><amendmentType>${amendment}</amendmentType></amendmentInfo>`}`,
  });
  const states = positions.map(({ issuer = "", shares, type, putCall, value, cusip }): Partial<HoldingReading> => ({
    ...{ kind: "holding", accession, issuer, amount: shares, typedValue: value },
    isShares: type !== "PRN" && putCall === undefined && cusip !== placeholder,
  }));
  return { publisher: "sec", name: `${accession}.txt`, text, states };
});
