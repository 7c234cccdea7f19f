import { seriesOf, TENOR_SERIES } from "../../contract/series";
import type { PublishedRow } from "../../service/publishers/publisher";
import type { Dataset, RecordRow } from "../../service/store/records";
import { dataWords } from "../io";
import { RUN } from "./data-io";

const call = (fn: string, ...args: readonly string[]): string => `=SERVICE${fn && `.${fn}`}(${args.map((a) => `"${a}"`).join(",")})`;

/** The formula that shows a series: of the 10-year yield a tenor, of a curated one its id, of a country its own function. */
function ofSeries({ series, date }: PublishedRow): string | undefined {
  const tenor = Object.entries(TENOR_SERIES).find(([, id]) => id === series)?.[0];
  if (tenor) return call("YIELD", tenor, date);
  if (seriesOf(series)) return call("FREDH", series, date);
  const [kind, indicator = "", country = ""] = series.split(".");
  if (kind === "CBPOL") return call("CBRATE", indicator);
  return kind === "ECON" && country ? call("BIS", country, indicator) : undefined;
}

/** The formula that shows a row with a shape of its own, by what it is asked for by; undefined for what no cell reads. */
const OF_DATASET: { readonly [D in Dataset]?: (entity: string) => string } = {
  filer: (ticker) => call("FIN", ticker, "revenue"),
  short_interest: (ticker) => call("SHORTINTEREST", ticker, "days"),
  insider_trade: (ticker) => call("", ticker, "insider.net"),
  congress_trade: (ticker) => call("", ticker, "congress.count"),
  offering: (ticker) => call("IPO", ticker),
  whale_transfer: (asset) => call("WHALE", asset, "total_usd"),
  funding: (symbol) => call("FUNDING", symbol),
  market: (id) => call("", id, "odds"),
  report_count: (keyword) => call("OSINT", keyword),
  price: (symbol) => call("PRICE", symbol),
};

/** A formula that shows the newest imported value, of the 10-year yield where there is one. */
function formulaFor(rows: readonly PublishedRow[], records: readonly RecordRow[]): string | undefined {
  const newest = (of: (row: PublishedRow) => boolean): PublishedRow | undefined =>
    rows.filter((r) => r.value !== null && of(r)).reduce<PublishedRow | undefined>((a, b) => (!a || b.date > a.date ? b : a), undefined);
  const row = newest((r) => r.series === TENOR_SERIES["10Y"]) ?? newest((r) => ofSeries(r) !== undefined);
  if (row) return ofSeries(row);
  const record = records.find((r) => OF_DATASET[r.dataset] && /^[\w.-]+$/.test(r.entity));
  return record && OF_DATASET[record.dataset]?.(record.entity);
}

/** Where to look at what was imported. */
export function nextStep(rows: readonly PublishedRow[], records: readonly RecordRow[], folder: string): string {
  const formula = formulaFor(rows, records);
  const elsewhere = dataWords(folder);
  return `Next, type: ${formula ? `npm run -s eval -- '${formula}'` : `${RUN} status`}${elsewhere}`;
}
