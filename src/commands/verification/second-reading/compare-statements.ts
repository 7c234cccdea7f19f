import type { IsoDate } from "../../../contract/dates";
import type { Length } from "../../../second-reading/figures";
import type { FactReading } from "../../../second-reading/reading";
import { statementsOf } from "../../../second-reading/statements";
import { servedFigure } from "../../../service/doubts/served-figure";
import type { RecordRow } from "../../../service/records/record";
import type { StatedPeriod } from "../../../service/records/statement";
import type { Tally } from "./difference";

/** The length of a named period; undefined for a transition period, which has a length of its own. */
const lengthOf = ({ period, annual }: StatedPeriod): Length | undefined => (annual ? "year" : /T$/.test(period) ? undefined : "quarter");

/**
 * Compares the facts of a company with the service's statements: every stored value is one that its filing states; on the day of every filing the served value is
 * the one that the second reading chooses; no year or quarter is missing, and no two have the same name. A period may have several rows, each from its day on.
 */
export function compareStatements(facts: readonly FactReading[], rows: readonly RecordRow[], tally: Tally): void {
  const periods = rows
    .filter((row) => row.dataset === "statement")
    .map(({ entity, date, known, body }) => ({ entity, date, known, body: body as StatedPeriod }))
    .sort((a, b) => (a.known < b.known ? -1 : 1));
  const { lines, currencyOf, periods: secondPeriods, states } = statementsOf(facts);
  const names = new Map<string, IsoDate>();
  for (const { entity, date, known, body } of periods) {
    const { period, currency, stated } = body;
    const named = names.get(period);
    if (named !== undefined && named !== date) tally.differs(`two periods have the name ${period}: those that end on ${named} and on ${date}`);
    names.set(period, date);
    for (const [metric, lists = []] of Object.entries(stated))
      for (const [, value, accession, , tag] of lists.flat()) {
        const tags = tag.replace(/^computed:?\s*/, "").split(/\s*\+\s*/);
        tally.equal(`${metric} of ${period} (${tag} of ${accession}) as stated`, states(date, accession, tags, value) ? value : undefined, value);
      }
    const length = lengthOf(body);
    if (length === undefined) continue;
    const versions = periods.filter((other) => other.entity === entity && other.date === date);
    const from = versions[0]?.known === known ? "" : known;
    const until = versions.find((other) => other.known > known)?.known ?? "9999";
    tally.equal(`the currency of ${period}`, currencyOf(date, length, until) ?? currency, currency);
    for (const { metric, at, filedDays } of lines(currency))
      for (const day of filedDays(date, length).filter((filed) => filed >= from && filed < until)) {
        const second = at(date, length, day);
        const service = servedFigure(body, metric, day)?.served;
        const source =
          second && ` (${second.tag} of ${second.accession}, ${second.form}; the service takes ${service ? `${service[4]} of ${service[2]}` : "none"})`;
        tally.equal(`${metric} of ${period} as of ${day}${source ?? ""}`, second?.value, service?.[1]);
      }
  }
  for (const { end, length } of secondPeriods()) {
    const found = periods.some(({ date, body }) => date === end && lengthOf(body) === length);
    if (!found) tally.differs(`the ${length} that ends on ${end} has figures of periodic reports in a second reading, the service has none`);
  }
}
