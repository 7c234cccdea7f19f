import { unitOf } from "../../../second-reading/holdings";
import type { CoverReading, HoldingReading } from "../../../second-reading/reading";
import type { HoldingsReport } from "../../../service/records/holdings";
import type { Tally } from "./difference";

/** Compares the lines of a Form 13F with the service's report of it. A unit that the service doubts, and one that cannot be judged, is not compared. */
export function compareHoldings(readings: readonly (CoverReading | HoldingReading)[], reports: readonly HoldingsReport[], tally: Tally): void {
  for (const cover of readings.filter((one) => one.kind === "cover")) {
    const lines = readings.filter((one) => one.kind === "holding").filter((line) => line.accession === cover.accession);
    const report = reports.find((one) => one.accession === cover.accession);
    if (!report) {
      tally.differs(`the report ${cover.accession} has ${lines.length} positions in a second reading, the service has none`, cover.line);
      continue;
    }
    for (const name of ["form", "cik", "period", "filed", "adds"] as const) tally.equal(`${name} of ${cover.accession}`, cover[name], report[name], cover.line);
    const unit = unitOf(cover.filed, lines);
    if (unit !== undefined && report.doubt === undefined) tally.equal(`the unit of ${cover.accession}`, unit, report.unit, cover.line);
    const factor = report.unit === "thousands" ? 1_000 : 1;
    const total = lines.reduce((sum, line) => sum + line.typedValue, 0) * factor;
    tally.equal(`the total of ${cover.accession} in dollars`, total, report.total, cover.line);

    const byCusip = new Map<string, { shares: number; typed: number; readonly line: number | undefined; readonly issuer: string }>();
    for (const { cusip, amount, typedValue, isShares, line, issuer } of lines) {
      if (!isShares) continue;
      const sum = byCusip.get(cusip) ?? { shares: 0, typed: 0, line, issuer };
      byCusip.set(cusip, { ...sum, shares: sum.shares + amount, typed: sum.typed + typedValue });
    }
    const held = new Map(report.holdings.map((one) => [one.cusip, one]));
    for (const [cusip, { shares, typed, line, issuer }] of byCusip) {
      const one = held.get(cusip);
      tally.equal(`shares of ${issuer} (${cusip})`, shares, one?.shares, line);
      tally.equal(`the typed value of ${issuer} (${cusip})`, typed, one?.raw_value, line);
      tally.equal(`the value of ${issuer} (${cusip}) in dollars`, typed * factor, one?.value, line);
    }
    for (const cusip of held.keys()) if (!byCusip.has(cusip)) tally.differs(`the service has a position in ${cusip}, a second reading has none`, cover.line);
  }
}
