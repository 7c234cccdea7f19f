import { ISSUERS, type Instrument } from "../../sample/universe";
import { jointOrigin } from "../answering";
import type { Context } from "../family";
import { fiscalYearsFor } from "../fundamentals/fundamentals";
import { comparableCloses } from "../prices/comparable";
import { closesFor } from "../prices/prices";
import { shareBasisOf } from "../share-basis/share-basis";
import { untilImport } from "../until-import";
import { CLOSES_NEEDED, measure } from "./measure";
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

function computed(context: Context, instrument: Instrument): RvRow {
  const years = fiscalYearsFor(context, instrument, 2);
  const closes = closesFor(context, instrument.ticker, CLOSES_NEEDED);
  const first = instrument.issuer === instrument.ticker ? closes : closesFor(context, instrument.issuer, 1);
  const statements = jointOrigin([years]);
  const year = years.rows[years.rows.length - 1];
  const priced = first.rows[first.rows.length - 1];
  const basis = shareBasisOf(context, instrument.issuer);
  return measure({
    instrument,
    year,
    yearBefore: years.rows[years.rows.length - 2],
    comparable: comparableCloses(context, instrument.ticker, closes.rows),
    priceDate: closes.rows[closes.rows.length - 1]?.date,
    issuerPrice: priced?.close,
    sharesAtPrice: (metric) => (priced ? basis.atClose(year?.statedFigure?.(metric), priced.date) : { times: 1, splits: [] }),
    statements,
    // No close at all is no generated one.
    prices: closes.rows.length === 0 ? statements : jointOrigin([closes, first]),
  });
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
