import { daysBetween } from "../../../contract/dates";
import { ISSUERS, type Instrument } from "../../instruments/universe";
import { jointOrigin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { fiscalYearsFor } from "../fundamentals/fundamentals";
import { isStale, staleText } from "../../answers/maximum-age";
import { comparableCloses } from "../prices/comparable";
import { closesFor } from "../prices/prices";
import { shareBasisOf } from "../share-basis/share-basis";
import { untilImport } from "../../answers/until-import";
import { CLOSES_NEEDED, measure, PRICED } from "./measure";
import type { RvRow } from "./rows";

/** Clock days kept: one in use, one beside it while the day turns, and room for a reader of the past. */
const DAYS_KEPT = 4;

const companies = ISSUERS.filter((i) => i.instrumentType !== "etf");
const bySubIndustry = grouped((i) => `${i.sector}/${i.subIndustry}`);
const bySector = grouped((i) => i.sector);

function grouped(key: (i: Instrument) => string): ReadonlyMap<string, readonly Instrument[]> {
  const groups = new Map<string, Instrument[]>();
  for (const i of companies) groups.set(key(i), [...(groups.get(key(i)) ?? []), i]);
  return groups;
}

/** The metrics of a company on one clock day, computed when first asked for: a cell compares with dozens of peers. */
const rows = untilImport<RvRow>(DAYS_KEPT * companies.length);

/** All metrics of one company at the clock's day. */
export const rowFor = (context: Context, instrument: Instrument): RvRow => rows(context, instrument.ticker, () => computed(context, instrument));

/** The newest two fiscal years known on the context's day; a year that is not followed by the next one stands alone. */
function yearsOf(context: Context, instrument: Instrument) {
  const { rows, ...origin } = fiscalYearsFor(context, instrument, 2);
  const [year, before] = [rows[rows.length - 1], rows[rows.length - 2]];
  const follows = year && before && daysBetween(before.periodEnd, year.periodEnd) <= MAX_DAYS_A_YEAR;
  const isOld = year && !origin.sample && isStale("annual_statement", year.periodEnd, context.clock.today());
  const tooOld = isOld
    ? staleText("annual_statement", `the annual statements of ${instrument.ticker}`, year.periodEnd, context.clock.today(), LOAD)
    : undefined;
  return { year, yearBefore: follows ? before : undefined, tooOld, statements: jointOrigin([origin]) };
}
/** A fiscal year of 53 weeks, and some days for one whose end was moved. */
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
      // No close at all is no generated one.
      prices: closes.rows.length === 0 ? statements : jointOrigin([closes, first]),
    });
  const row = measured(yearsOf(context, instrument));
  if (first.sample || !priced || priced.date === today || price) return row;
  // A price is compared with the statements that were public on its day.
  const then = measured(yearsOf({ ...context, clock: { ...context.clock, today: () => priced.date } }, instrument));
  return { ...row, metrics: { ...row.metrics, ...Object.fromEntries([...PRICED].map((metric) => [metric, then.metrics[metric]])) } };
}

interface Peer {
  readonly issuer: string;
  readonly row: RvRow;
}
/** A group at a time: a cell that looked each of its peers up would pay for dozens of them. */
const groups = untilImport<readonly Peer[]>(DAYS_KEPT * (bySubIndustry.size + bySector.size));

/** The other companies of the sub-industry or of the sector: one row an issuer, its own left out. */
export function peersOf(context: Context, instrument: Instrument, level: "sub_industry" | "sector"): RvRow[] {
  const name = level === "sector" ? instrument.sector : `${instrument.sector}/${instrument.subIndustry}`;
  const group = (level === "sector" ? bySector : bySubIndustry).get(name) ?? [];
  return groups(context, `${level} ${name}`, () => group.map((i) => ({ issuer: i.issuer, row: rowFor(context, i) })))
    .filter((peer) => peer.issuer !== instrument.issuer)
    .map((peer) => peer.row);
}
