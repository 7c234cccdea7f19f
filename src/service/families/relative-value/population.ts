import { LRUCache } from "lru-cache";
import { ISSUERS, type Instrument } from "../../sample/universe";
import { jointOrigin } from "../answering";
import type { Context } from "../family";
import { fiscalYearsFor } from "../fundamentals/fundamentals";
import { closesFor } from "../prices/prices";
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

// The key is the day alone, which is right while the rows are generated: rows of a store would have to be part of it.
/** The metrics of every company of one clock day, computed when first asked for: a cell compares with dozens of peers. */
interface Day {
  readonly rows: Map<string, RvRow>;
}

const days = new LRUCache<string, Day>({ max: DAYS_KEPT });

function dayOf(context: Context): Day {
  const today = context.clock.today();
  const known = days.get(today);
  if (known) return known;
  const day: Day = { rows: new Map() };
  days.set(today, day);
  return day;
}

/** All metrics of one company at the clock's day. */
export function rowFor(context: Context, instrument: Instrument): RvRow {
  const { rows } = dayOf(context);
  const known = rows.get(instrument.ticker);
  if (known) return known;
  const years = fiscalYearsFor(context, instrument, 2);
  const closes = closesFor(context, instrument.ticker, CLOSES_NEEDED);
  const first = instrument.issuer === instrument.ticker ? closes : closesFor(context, instrument.issuer, 1);
  const row = measure({
    instrument,
    year: years.rows[years.rows.length - 1],
    yearBefore: years.rows[years.rows.length - 2],
    closes: closes.rows,
    issuerPrice: first.rows[first.rows.length - 1]?.close,
    origin: jointOrigin([years, closes, first]),
  });
  rows.set(instrument.ticker, row);
  return row;
}

/** The other companies of the sub-industry or of the sector: one row an issuer, its own left out. */
export function peersOf(context: Context, instrument: Instrument, level: "sub_industry" | "sector"): RvRow[] {
  const group = level === "sector" ? bySector.get(instrument.sector) : bySubIndustry.get(`${instrument.sector}/${instrument.subIndustry}`);
  return (group ?? []).filter((i) => i.issuer !== instrument.issuer).map((i) => rowFor(context, i));
}
