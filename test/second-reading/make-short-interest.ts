import fc from "fast-check";
import type { ShortInterestReading } from "../../src/second-reading/reading";
import type { Made } from "./made";

const HEAD =
  "accountingYearMonthNumber|symbolCode|issueName|issuerServicesGroupExchangeCode|marketClassCode|currentShortPositionQuantity|previousShortPositionQuantity|stockSplitFlag|averageDailyVolumeQuantity|daysToCoverQuantity|revisionFlag|changePercent|changePreviousNumber|settlementDate";

const line = fc.record({
  symbol: fc.constantFrom("AAPL", "GME", "BRK.B", "BRK/B", "BF.A", "ZVZZT", "NTEST", "ABR.PRD", "MADEW"),
  short: fc.integer({ min: 0, max: 90_000_000 }),
  previous: fc.integer({ min: 0, max: 90_000_000 }),
  volume: fc.constantFrom(0, 1, 27, 2_345_678),
  isSplit: fc.boolean(),
  isRevised: fc.boolean(),
});

/** A consolidated short-interest file of FINRA, by its own rules: days to cover between 1.00 and 999.99, and a change of 100 % from nothing. */
export const madeShortInterest: fc.Arbitrary<Made> = fc
  .uniqueArray(line, { minLength: 1, maxLength: 8, selector: ({ symbol }) => symbol.replace("/", ".") })
  .map((lines): Made => {
    const rows = lines.map(({ symbol, short, previous, volume, isSplit, isRevised }) => {
      const days = volume === 0 ? 999.99 : Math.min(999.99, Math.max(1, Math.round((short / volume) * 100) / 100));
      const change = previous === 0 ? 100 : Math.round(((short - previous) / previous) * 10_000) / 100;
      return `20260529|${symbol}|Made Inc. Common Stock|R|NNM|${short}|${previous}|${isSplit ? "S" : ""}|${volume}|${days.toFixed(2)}|${isRevised ? "R" : ""}|${change.toFixed(2)}|${short - previous}|2026-05-29`;
    });
    const states = lines.map(({ symbol, short, previous, volume, isRevised }): Partial<ShortInterestReading> => ({
      kind: "short interest",
      symbol: symbol.replace("/", "."),
      settlement: "2026-05-29",
      short,
      previous,
      averageVolume: volume,
      revised: isRevised,
    }));
    return { publisher: "finra", name: "shrt20260529.csv", text: `${[HEAD, ...rows].join("\r\n")}\r\n`, states };
  });
