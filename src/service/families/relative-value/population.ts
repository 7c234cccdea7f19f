import { ISSUERS, type Instrument } from "../../sample/universe";
import { jointOrigin } from "../answering";
import type { Context } from "../family";
import { fiscalYearsFor } from "../fundamentals/fundamentals";
import { closesFor } from "../prices/prices";
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

type Day = Map<string, RvRow>;

/** The metrics of every company of one clock day, computed when first asked for: a cell compares with dozens of peers. */
const days = untilImport<Day>(DAYS_KEPT);
const dayOf = (context: Context): Day => days(context, "", () => new Map<string, RvRow>());

function rowOn(day: Day, context: Context, instrument: Instrument): RvRow {
  const known = day.get(instrument.ticker);
  if (known) return known;
  const row = computed(context, instrument);
  day.set(instrument.ticker, row);
  return row;
}

/** All metrics of one company at the clock's day. */
export const rowFor = (context: Context, instrument: Instrument): RvRow => rowOn(dayOf(context), context, instrument);

function computed(context: Context, instrument: Instrument): RvRow {
  const years = fiscalYearsFor(context, instrument, 2);
  const closes = closesFor(context, instrument.ticker, CLOSES_NEEDED);
  const first = instrument.issuer === instrument.ticker ? closes : closesFor(context, instrument.issuer, 1);
  const statements = { source: years.source, sample: years.sample };
  return measure({
    instrument,
    year: years.rows[years.rows.length - 1],
    yearBefore: years.rows[years.rows.length - 2],
    closes: closes.rows,
    issuerPrice: first.rows[first.rows.length - 1]?.close,
    statements,
    // No close at all is no generated one.
    prices: closes.rows.length === 0 ? statements : jointOrigin([closes, first]),
  });
}

/** The other companies of the sub-industry or of the sector: one row an issuer, its own left out. */
export function peersOf(context: Context, instrument: Instrument, level: "sub_industry" | "sector"): RvRow[] {
  const group = level === "sector" ? bySector.get(instrument.sector) : bySubIndustry.get(`${instrument.sector}/${instrument.subIndustry}`);
  const day = dayOf(context);
  return (group ?? []).filter((i) => i.issuer !== instrument.issuer).map((i) => rowOn(day, context, i));
}
