import type { Metric } from "../../../contract/vocabulary";
import { statementsOf, type Length } from "../../../second-reading/figures";
import type { FactReading } from "../../../second-reading/reading";
import { servedFigure } from "../../../service/doubts/served-figure";
import type { RecordRow } from "../../../service/records/record";
import type { StatedPeriod } from "../../../service/records/statement";
import type { Tally } from "./difference";

/**
 * Compares the facts of a company with the service's statements: every stored value is one that its filing states; on the day of every filing the served value is
 * the one that the second reading chooses; no year or quarter is missing, and no two have the same name.
 */
export function compareStatements(facts: readonly FactReading[], rows: readonly RecordRow[], tally: Tally): void {
  const periods = rows.filter((row) => row.dataset === "statement").map((row) => ({ ...row, body: row.body as StatedPeriod }));
  const { lines, currencyOf, periods: secondPeriods, states } = statementsOf(facts);
  const names = new Map<string, string>();
  for (const { entity, date, known, body } of periods) {
    const { period, annual, currency, stated } = body;
    const before = names.get(period);
    // A period has several versions if its currency changes, or if a report replaces a prospectus.
    const later = periods.filter((row) => row.entity === entity && row.date === date && row.known > known).map((row) => row.known);
    const isServedOn = (day: string): boolean => known <= day && later.every((from) => from > day);
    if (before !== undefined && before !== date) tally.differs(`two periods have the name ${period}: those that end on ${before} and on ${date}`);
    names.set(period, date);
    const length: Length = annual ? "year" : "quarter";
    if (later.length === 0) tally.equal(`the currency of ${period}`, currencyOf(date, length) ?? currency, currency);
    for (const [name, lists = []] of Object.entries(stated)) {
      const metric = name as Metric;
      for (const [, value, accession, , tag] of lists.flat()) {
        if (tag.startsWith("computed")) continue;
        tally.equal(`${metric} of ${period} (${tag} of ${accession}) as stated`, states(date, accession, tag, value) ? value : undefined, value);
      }
    }
    for (const { metric, at, filedDays } of lines(currency))
      for (const day of filedDays(date, length).filter(isServedOn)) {
        const second = at(date, length, day);
        const service = servedFigure(body, metric, day)?.served;
        const from =
          second && ` (${second.tag} of ${second.accession}, ${second.form}; the service takes ${service ? `${service[4]} of ${service[2]}` : "none"})`;
        tally.equal(`${metric} of ${period} as of ${day}${from ?? ""}`, second?.value, service?.[1]);
      }
  }
  for (const { end, length } of secondPeriods()) {
    const found = periods.some(({ date, body }) => date === end && body.annual === (length === "year"));
    if (!found) tally.differs(`the ${length} that ends on ${end} has figures of periodic reports in a second reading, the service has none`);
  }
}
