import { daysBetween } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { ISSUERS, type Instrument } from "../../instruments/universe";
import { jointOrigin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { statementsFor } from "../fundamentals/fundamentals";
import { isStale, staleText } from "../../answers/maximum-age";
import { cacheInSlices } from "../in-slices";
import { comparableCloses } from "../prices/comparable";
import { closesFor } from "../prices/prices";
import { shareBasisOf } from "../share-basis/share-basis";
import { untilRelease } from "../../answers/until-import";
import { CLOSES_NEEDED, measure, PRICED } from "./measure";
import type { RvRow } from "./rows";

const companies = ISSUERS.filter((i) => i.instrumentType !== "etf");
const bySubIndustry = groupedBy(companies, (i) => `${i.sector}/${i.subIndustry}`);
const bySector = groupedBy(companies, (i) => i.sector);

/** Metrics of each company, cached because a cell compares dozens of peers. */
const rows = untilRelease<RvRow>();

/** All metrics of one company on the service's date. */
export const rowFor = (context: Context, instrument: Instrument): RvRow => rows(context, instrument.ticker, () => computed(context, instrument));

/** The newest fiscal year, and the one before it if the two are consecutive. */
function yearsOf(context: Context, instrument: Instrument) {
  const statements = statementsFor(context, instrument.ticker);
  const [year, before] = statements?.years(2).toReversed() ?? [];
  const follows = year && before && daysBetween(before.periodEnd, year.periodEnd) <= MAX_DAYS_A_YEAR;
  const isOld = year && !statements?.sample && isStale("annual_statement", year.periodEnd, context.clock.today());
  const tooOld = isOld
    ? staleText("annual_statement", `the annual statements of ${instrument.ticker}`, year.periodEnd, context.clock.today(), LOAD)
    : undefined;
  return { year, yearBefore: follows ? before : undefined, tooOld, statements: jointOrigin(statements ? [statements] : []) };
}
/** Maximum days between consecutive year ends: 53 weeks, plus some days for a moved year end. */
const MAX_DAYS_A_YEAR = 400;
const LOAD = "Load newer data.";

function computed(context: Context, instrument: Instrument): RvRow {
  const today = context.clock.today();
  const closes = closesFor(context, instrument.ticker, CLOSES_NEEDED);
  const first = instrument.issuer === instrument.ticker ? closes : closesFor(context, instrument.issuer, 1);
  const priced = first.rows[first.rows.length - 1];
  const own = closes.rows[closes.rows.length - 1];
  const basis = shareBasisOf(context, instrument.issuer);
  const oldest = [...(first.sample || !priced ? [] : [priced.date]), ...(closes.sample || !own ? [] : [own.date])].sort()[0];
  const isOld = oldest !== undefined && isStale("closes", oldest, today);
  const price = isOld ? staleText("closes", `the prices of ${instrument.ticker}`, oldest, today, LOAD) : undefined;
  const measured = ({ year, yearBefore, tooOld, statements }: ReturnType<typeof yearsOf>): RvRow =>
    measure({
      instrument,
      year,
      yearBefore,
      comparable: comparableCloses(context, instrument.ticker, closes.rows),
      priceDate: own?.date,
      issuerPrice: priced,
      sharesAtPrice: (metric) => (priced ? basis.atClose(year?.statedFigure?.(metric), priced.date) : { times: 1, splits: [] }),
      tooOld: { price, year: tooOld },
      ownCloses: !closes.sample,
      statements,
      // Without any close there are no prices to name as a source.
      prices: closes.rows.length === 0 ? statements : jointOrigin([closes, first]),
    });
  const row = measured(yearsOf(context, instrument));
  if (first.sample || !priced || priced.date === today || price) return row;
  // An old price is compared with the statements that were public on its day.
  const then = measured(yearsOf({ ...context, clock: { ...context.clock, today: () => priced.date } }, instrument));
  return {
    ...row,
    marketValue: then.marketValue,
    metrics: { ...row.metrics, ...Object.fromEntries([...PRICED].map((metric) => [metric, then.metrics[metric]])) },
  };
}

/** Reads the metrics of all companies in slices, so that comparing one with its peers is quick afterwards. */
export const readPeers = (context: Context): Promise<void> => cacheInSlices(context, companies, (i) => rowFor(context, i));

interface Peer {
  readonly issuer: string;
  readonly row: RvRow;
}
/** Rows of a whole group, cached because looking up each peer would cost dozens of lookups a cell. */
const groups = untilRelease<readonly Peer[]>();

/** The other companies of the sub-industry or the sector, one row per issuer. */
export function peersOf(context: Context, instrument: Instrument, level: "sub_industry" | "sector"): RvRow[] {
  const name = level === "sector" ? instrument.sector : `${instrument.sector}/${instrument.subIndustry}`;
  const group = (level === "sector" ? bySector : bySubIndustry).get(name) ?? [];
  return groups(context, `${level} ${name}`, () => group.map((i) => ({ issuer: i.issuer, row: rowFor(context, i) })))
    .filter((peer) => peer.issuer !== instrument.issuer)
    .map((peer) => peer.row);
}
