import type { IsoDate } from "../../contract/dates";
import { seriesOf, TENOR_SERIES } from "../../contract/series";
import { createClock } from "../../service/time/clock";
import { evaluateCells } from "../../service/evaluation/evaluate";
import { readWireCells } from "../../service/evaluation/read-cells";
import type { Dataset, PublishedRow, RecordRow } from "../../service/records/record";
import type { Store } from "../../service/store/store";
import { dataOption } from "../io";
import { RUN } from "./data-io";

/** A formula that may show imported data: a function with arguments, or an entity and a path. */
interface Call {
  readonly fn: string;
  readonly args: readonly string[];
}
const call = (fn: string, ...args: readonly string[]): Call => ({ fn, args });
const textOf = ({ fn, args }: Call): string => `=SERVICE${fn && `.${fn}`}(${args.map((a) => `"${a}"`).join(",")})`;

/** Maximum number of rows to try. */
const MOST_TRIED = 24;

/** The formula for a series: by tenor, by series id, or by country. */
function ofSeries({ series, date }: PublishedRow): Call | undefined {
  const tenor = Object.entries(TENOR_SERIES).find(([, id]) => id === series)?.[0];
  if (tenor) return call("YIELD", tenor, date);
  if (seriesOf(series)) return call("FREDH", series, date);
  const [kind, indicator = "", country = ""] = series.split(".");
  if (kind === "CBPOL") return call("CBRATE", indicator);
  return kind === "ECON" && country ? call("BIS", country, indicator) : undefined;
}

/** The formula for a record, by its entity; undefined for datasets that no cell reads. */
const OF_DATASET: { readonly [D in Dataset]?: (entity: string) => Call } = {
  filer: (ticker) => call("FIN", ticker, "revenue"),
  short_interest: (ticker) => call("SHORTINTEREST", ticker, "days"),
  insider_trade: (ticker) => call("", ticker, "insider.net"),
  congress_trade: (ticker) => call("", ticker, "congress.count"),
  offering: (ticker) => call("IPO", ticker),
  whale_transfer: (asset) => call("WHALE", asset, "total_usd"),
  funding: (symbol) => call("FUNDING", symbol),
  market: (id) => call("", id, "odds"),
  report_count: (keyword) => call("OSINT", keyword),
  money_rate: (rate) => call("MMRATE", rate, "rate"),
  price: (symbol) => call("PRICE", symbol),
  forecast: () => call("ESI"),
};

/** A formula that may show an imported row, and the day from which the row is known. */
interface Candidate {
  readonly shows: Call;
  readonly day: IsoDate;
}

const later = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);

/** Candidates: the newest value of the 10-year yield or another series, then records, newest first. */
function candidates(rows: readonly PublishedRow[], records: readonly RecordRow[]): Candidate[] {
  const newest = (of: (row: PublishedRow) => boolean): PublishedRow | undefined =>
    rows.filter((r) => r.value !== null && of(r)).reduce<PublishedRow | undefined>((a, b) => (!a || b.date > a.date ? b : a), undefined);
  const row = newest((r) => r.series === TENOR_SERIES["10Y"]) ?? newest((r) => ofSeries(r) !== undefined);
  const shown = row && ofSeries(row);
  const named = records
    .filter((r) => /^[\w.-]+$/.test(r.entity) && OF_DATASET[r.dataset])
    .map((r) => ({ ...r, day: later(r.date, r.known) }))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  const calls = new Map<string, Candidate>();
  for (const { dataset, entity, day } of named) {
    const shows = OF_DATASET[dataset]?.(entity);
    if (shows && calls.size < MOST_TRIED && !calls.has(textOf(shows))) calls.set(textOf(shows), { shows, day });
  }
  return [...(row && shown ? [{ shows: shown, day: row.date }] : []), ...calls.values()];
}

/** True if the cell shows a published value on that day. */
function showsValue(store: Store, { fn, args: [entity, path], args }: Call, day: IsoDate): boolean {
  const cell = fn ? { id: 0, fn, args } : { id: 0, entity, path };
  const [answer] = evaluateCells(readWireCells([cell]), { store, clock: createClock(day, () => 0) }).data;
  return answer !== undefined && answer.value !== null && answer.sample !== true;
}

/** Suggests a formula that shows an imported value; with `--as-of` if it shows none today. */
export function stepAfterImport(store: Store, rows: readonly PublishedRow[], records: readonly RecordRow[], today: IsoDate, folder: string): string {
  const tried = candidates(rows, records);
  const now = tried.find(({ shows }) => showsValue(store, shows, today));
  const then = now ?? tried.find(({ shows, day }) => day <= today && showsValue(store, shows, day));
  const next = then ? `npm run -s eval -- '${textOf(then.shows)}'${now ? "" : ` --as-of ${then.day}`}` : `${RUN} status`;
  return `Next, type: ${next}${dataOption(folder)}`;
}
