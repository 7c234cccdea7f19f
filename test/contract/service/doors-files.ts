import { addDays, type IsoDate } from "../../../src/contract/dates";
import type { FunctionName } from "../../../src/contract/functions";
import type { SourceId } from "../../../src/service/records/attribution";
import type { RecordRow } from "../../../src/service/records/record";
import type { StatedPeriod } from "../../../src/service/records/filings";
import { hash, pick } from "../../../src/service/sample/random";
import { lastQuarterEnd, quarterLabel } from "../../../src/service/time/calendar";
import { SEED, WHOLE } from "../../corpus";
import { recordRow } from "../../record-row";
import { randomOf, rowsAround, TICKERS } from "../../unit/service/random-rows";

export type Row = Readonly<Record<string, unknown>>;
/** A line of a file. Every cell of it is text. */
export type Line = Readonly<Record<string, string>>;

/** What a door shows of one figure. Members that it does not state are left out. */
export interface Seen {
  readonly value: unknown;
  readonly date?: unknown;
  readonly source?: unknown;
  readonly caveats?: readonly string[];
}

const TODAY: IsoDate = "2024-06-25";

const POSITIONS = ["open_interest", "noncomm_long", "noncomm_short", "noncomm_spread", "noncomm_net", "comm_long", "comm_short", "comm_net", "nonrept_long", "nonrept_short"] as const; // prettier-ignore

function positions(random: () => number, code: string, basis: string, i: number) {
  const body = Object.fromEntries(POSITIONS.map((name) => [name, Math.round(100_000 * random())]));
  const changes = { change_open_interest: null, change_noncomm_long: null, change_noncomm_short: null, change_noncomm_spread: null, change_comm_long: null, change_comm_short: null, traders_total: null }; // prettier-ignore
  const date = addDays("2024-06-18", -7 * i);
  return recordRow("positions", code, date, "cftc", { market: `MARKET ${code}`, basis, ...body, ...changes }, { key: basis, known: addDays(date, 3) });
}

/** Bodies as documents have them: no filing states free cash flow, and not every row of short interest states its change. */
function asPublished({ dataset, entity, body }: RecordRow): object {
  if (dataset === "short_interest") return TICKERS.indexOf(entity) % 2 === 0 ? { ...body, change_pct: null } : body;
  if (dataset !== "statement") return body;
  const { stated, ...period } = body as StatedPeriod;
  const { free_cash_flow: _computed, ...figures } = stated;
  return { ...period, stated: figures };
}

/** Random published rows around the service's day, later ones included. `npm test` takes fewer. */
export function publishedWorld() {
  const random = randomOf(hash(SEED, "doors") * 2 ** 32);
  const { rows, records, reports } = rowsAround(TODAY, random);
  const inFiles = new Set(["filer", "short_volume", "short_interest", "offering", "filing", "congress_trade", "insider_trade", "statement", "report_count", "money_rate", "cash_balance"]); // prettier-ignore
  const isNear = (date: IsoDate, days = 45): boolean => WHOLE || (date > addDays(TODAY, -days) && date < addDays(TODAY, 10));
  const many = new Set(["short_volume", "report_count", "money_rate", "cash_balance"]);
  const holders = ["Japan", "UnitedKingdom", "GrandTotal"].flatMap((holder) =>
    Array.from({ length: 30 }, (_, i) => ({ series: `TIC.${holder}`, date: `${2022 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-01`, value: Math.round(9000 * random()) / 10, source: "tic" as SourceId })),
  ); // prettier-ignore
  const weeks = ["001602", "088691"].flatMap((code) =>
    ["futures-only", "combined"].flatMap((basis) => Array.from({ length: 20 }, (_, i) => positions(random, code, basis, i))),
  );
  return {
    rows: [...rows.filter(({ date, series }) => isNear(date) || (series.startsWith("ECON.") && date > addDays(TODAY, -1200))), ...holders],
    records: [
      ...records
        .filter(({ dataset, entity, date }) => inFiles.has(dataset) && (!many.has(dataset) || (isNear(date, dataset === "report_count" ? 5 : 45) && (WHOLE || !TICKERS.slice(2).includes(entity)))))
        .map((record) => ({ ...record, body: asPublished(record) })),
      ...weeks,
    ],
    reports: reports.filter(({ period }) => isNear(addDays(period, 45))),
  }; // prettier-ignore
}

/** A cell of a file as a value. */
export const figure = (text: string): unknown => (text === "" ? null : /^-?[\d.]+(e[-+]\d+)?$/.test(text) ? Number(text) : text);

/** A cell of a line, with what the line says of its origin. */
export function ofLine(line: Line, column: string, date = line["date"]): Seen {
  const caveats = line["caveats"]!;
  return { value: figure(line[column]!), date, source: line["source"], caveats: caveats === "" ? [] : caveats.split(" ") };
}

/** How a file shows the figures of a function. */
export interface InFile {
  readonly fn: FunctionName;
  readonly dataset: string;
  /** Fields of the function that follow from the file; "" if it has no fields. */
  readonly fields: readonly string[];
  /** The arguments before the field of a cell about a line, if there is one. */
  names(line: Line, at: number): readonly string[] | undefined;
  /** Undefined if the file has no line about these names. */
  seen(lines: readonly Line[], names: readonly string[], field: string): Seen | undefined;
}

const isKnown = ({ date }: Line): boolean => date! <= TODAY;
const newest = (lines: readonly Line[]): Line | undefined => lines.reduce<Line | undefined>((a, b) => (a && a["date"]! > b["date"]! ? a : b), undefined);
const same = (...names: string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, name]));

/** The only line of the newest day. A statement's figure has one value that cells show. */
function onlyServed(lines: readonly Line[]): Line | undefined {
  const line = newest(lines);
  const twice = lines.filter(({ date }) => date === line?.["date"]).length > 1;
  if (line && twice) throw new Error(`${line["metric"]} of ${line["period"]} of CIK ${line["cik"]} is served twice`);
  return line;
}

/** A function whose fields are columns of the newest line about its names. */
const newestIn = (
  dataset: string,
  fn: FunctionName,
  columns: Readonly<Record<string, string>>,
  about: (line: Line, names: readonly string[]) => boolean,
  names: InFile["names"],
  { dateOf = (line: Line): string | undefined => line["date"], of = newest } = {},
): InFile => ({
  fn,
  dataset,
  fields: Object.keys(columns),
  names,
  seen: (lines, named, field) => {
    const line = of(lines.filter((one) => isKnown(one) && about(one, named)));
    return line && ofLine(line, columns[field]!, dateOf(line));
  },
});

const byColumn = (column: string) => (line: Line, [name]: readonly string[]) => line[column] === name; // prettier-ignore
const nameIn = (column: string) => (line: Line): readonly string[] => [line[column]!]; // prettier-ignore

/** A function that adds up lines of a time up to now. Null if there is none, because then nothing is known. */
const summedIn = (
  dataset: string,
  fn: FunctionName,
  { key, days, source }: { readonly key: string; readonly days: number; readonly source: string },
  sums: Readonly<Record<string, (lines: readonly Line[]) => number>>,
): InFile => ({
  fn,
  dataset,
  fields: Object.keys(sums),
  names: (line) => (line[key] === "" ? undefined : [line[key]!]),
  seen: (lines, [name], field) => {
    const mine = lines.filter((line) => line[key] === name);
    if (mine.length === 0) return undefined;
    const within = mine.filter((line) => isKnown(line) && line["date"]! > addDays(TODAY, -days));
    return within.length === 0 ? { value: null } : { value: sums[field]!(within), date: TODAY, source, caveats: [] };
  },
});

const usd = (lines: readonly Line[], ...sides: string[]): number =>
  Math.round(100 * lines.filter(({ side }) => sides.includes(side!)).reduce((sum, { value }) => sum + Number(value), 0)) / 100;
const trades = (lines: readonly Line[], ...types: string[]): number => lines.filter(({ type }) => types.includes(type!)).length;

const isYear = ({ period }: Line): boolean => period!.startsWith("FY");
const isServed = ({ served }: Line): boolean => served === "true";
const firstTicker = ({ tickers }: Line): string | undefined => tickers!.split(" ")[0] || undefined;
const isReport = ({ form }: Line): boolean => /^(10|20|40)-/.test(form!);

/** The last quarter whose reports were due. */
const DUE = lastQuarterEnd(addDays(TODAY, -45));

/** Every function of which a file has figures. */
export const IN_FILES: readonly InFile[] = [
  newestIn("macro_series", "FRED", same("value", "unit", "date"), byColumn("series_id"), nameIn("series_id")),
  newestIn(
    "macro_series",
    "FREDH",
    { last: "value", date: "date" },
    (line, [id, day]) => line["series_id"] === id && line["date"]! <= day!,
    (line, at) => {
      const day = addDays(line["date"]!, pick([0, 1, 2], SEED, "day", at));
      return [line["series_id"]!, day < TODAY ? day : TODAY];
    },
  ),
  newestIn(
    "money_market_rates",
    "MMRATE",
    same("rate", "volume_bn", "percentile_1", "percentile_99", "date"),
    byColumn("rate_key"),
    nameIn("rate_key"),
  ),
  newestIn("treasury_cash", "NETLIQ", { tga: "closing_musd", tga_date: "date" }, () => true, () => []),
  newestIn("policy_rates", "CBRATE", { rate: "rate", date: "date" }, (line, [bank]) => line["country"] === bank && line["kind"] === "policy rate", nameIn("country")),
  newestIn(
    "country_statistics",
    "BIS",
    same("value", "unit", "attribution"),
    (line, [country, indicator]) => line["country"] === country && line["indicator"] === indicator,
    (line) => [line["country"]!, line["indicator"]!],
  ),
  newestIn(
    "company_statements",
    "FIN",
    { "": "value" },
    (line, [ticker, metric, period]) => isServed(line) && firstTicker(line) === ticker && line["metric"] === metric && line["period"] === period,
    (line) => [firstTicker(line)!, line["metric"]!, line["period"]!],
    { of: onlyServed },
  ),
  newestIn(
    "company_statements",
    "FILING",
    { ...same("value", "unit", "form", "filed", "accession"), period_end: "date" },
    (line, [ticker, metric]) => isServed(line) && isYear(line) && firstTicker(line) === ticker && line["metric"] === metric,
    (line) => [firstTicker(line)!, line["metric"]!],
    { of: onlyServed },
  ),
  newestIn(
    "filings",
    "FILING",
    { ...same("form", "accession", "period_end", "url"), filed: "date" },
    (line, [ticker, metric]) => metric === "latest" && isReport(line) && firstTicker(line) === ticker,
    (line) => [firstTicker(line)!, "latest"],
    { dateOf: (line) => line["period_end"] },
  ),
  newestIn(
    "offerings",
    "IPO",
    same("form", "company", "filed", "price", "price_low", "price_high", "shares", "exchange", "parse_confidence", "accession", "ipo_group_key"),
    byColumn("ticker"),
    nameIn("ticker"),
  ),
  {
    fn: "HOLDERS13F",
    dataset: "institutional_holdings",
    fields: ["count", "value", "quarter"],
    names: ({ ticker }) => (ticker === "" ? undefined : [ticker!]),
    seen: (lines, [ticker], field) => {
      const quarter = newest(lines.filter((line) => line["ticker"] === ticker && line["date"]! <= DUE))?.["date"];
      const held = lines.filter((line) => line["ticker"] === ticker && line["date"] === quarter);
      if (quarter === undefined || held.length === 0) return undefined;
      const value = {
        count: new Set(held.filter(({ shares }) => Number(shares) > 0).map(({ fund_cik }) => fund_cik)).size,
        value: held.reduce((sum, line) => sum + Number(line["market_value_usd"]), 0),
        quarter: quarterLabel(quarter),
      }[field];
      return { ...ofLine(held[0]!, "shares", quarter), value };
    },
  },
  summedIn("insider_trades", "INSIDER", { key: "ticker", days: 30, source: "sec" }, {
    buy: (lines) => usd(lines, "buy"),
    sell: (lines) => usd(lines, "sell"),
    value: (lines) => usd(lines, "buy", "sell"),
    net: (lines) => Math.round(100 * (usd(lines, "buy") - usd(lines, "sell"))) / 100,
  }),
  summedIn("congress_trades", "CONGRESS", { key: "ticker", days: 90, source: "house" }, {
    count: (lines) => trades(lines, "P", "S"),
    net: (lines) => trades(lines, "P") - trades(lines, "S"),
  }),
  newestIn(
    "short_interest",
    "SHORTINTEREST",
    { ...same("short_interest", "avg_daily_volume", "change_pct"), days: "days_to_cover", settlement_date: "date" },
    byColumn("symbol"),
    nameIn("symbol"),
  ),
  {
    fn: "OSINT",
    dataset: "report_counts",
    fields: [""],
    names: ({ keyword }, at) => [keyword!, pick(["1", "24", "48"], SEED, "hours", at)],
    seen: (lines, [keyword, hours]) => {
      const hourOf = ({ date, hour }: Line): string => `${date} ${hour!.padStart(2, "0")}`;
      const mine = lines.filter((line) => line["keyword"] === keyword && isKnown(line)).sort((a, b) => (hourOf(a) < hourOf(b) ? -1 : 1));
      const last = mine.at(-1);
      return last && { ...ofLine(last, "reports"), value: mine.slice(-Number(hours)).reduce((sum, { reports }) => sum + Number(reports), 0) };
    },
  },
]; // prettier-ignore

/** How an address lists the rows of a file. */
export interface Listed {
  readonly dataset: string;
  url(line: Line): string;
  /** True for the address's row of a line. */
  is(row: Row, line: Line): boolean;
  /** Columns of the file, with the member of the address's rows. */
  readonly columns: Readonly<Record<string, string>>;
  /** Member of the observation date, if the address states it as the file does. */
  readonly date?: string;
  /** True for a line that the address lists. */
  has?(line: Line): boolean;
}

/** Every address that lists the rows of a file. */
export const FILE_LISTS: readonly Listed[] = [
  {
    dataset: "treasury_cash", url: () => "/v1/macro/treasury-statement?days=800&limit=1000", is: (row, line) => row["date"] === line["date"],
    columns: { closing_musd: "closing_balance_musd" }, date: "date",
  },
  {
    dataset: "futures_positions", url: (line) => `/v1/macro/cot/${line["code"]}?basis=${line["basis"]}&weeks=60`, is: (row, line) => row["date"] === line["date"],
    columns: same("market", "basis", ...POSITIONS), date: "date",
  },
  {
    dataset: "foreign_holders", url: (line) => `/v1/macro/tic/${line["holder"]}?months=60`, is: (row, line) => row["month"] === line["date"]!.slice(0, 7),
    columns: same("holder", "name", "kind", "holdings_bn"),
  },
  {
    dataset: "institutional_holdings",
    url: (line) => `/v1/equities/institutional?fund_cik=${line["fund_cik"]}&quarter=${quarterLabel(line["date"]!)}&limit=500`,
    is: (row, line) => row["accession"] === line["accession"] && row["cusip"] === line["cusip"],
    columns: same("cusip", "ticker", "fund_cik", "fund_name", "shares", "market_value_usd", "filed", "accession"),
  },
  {
    dataset: "congress_trades", url: (line) => `/v1/equities/congress?ticker=${line["ticker"]}&days=730&limit=200`,
    is: (row, line) => ["document", "type", "amount_low"].every((name) => String(row[name]) === line[name]) && row["trade_date"] === line["date"],
    columns: { ...same("ticker", "member", "state_district", "owner", "asset", "asset_type", "type", "amount_low", "amount_high", "filing_status", "document"), disclosed: "filed" },
    date: "trade_date",
  },
  {
    dataset: "short_volume", url: (line) => `/v1/equities/short-volume?symbol=${line["symbol"]}&days=70&limit=1000`, is: (row, line) => row["date"] === line["date"],
    columns: same("symbol", "short_volume", "short_exempt_volume", "total_volume", "ratio", "market"), date: "date",
    has: ({ date }) => date! > addDays(TODAY, -70),
  },
]; // prettier-ignore

/** The datasets that no other door shows, each with its reason. */
export const FILES_ALONE: Readonly<Record<string, string>> = {
  treasury_yield_averages: "cells and addresses show the daily yields",
  filers: "cells resolve tickers with it, and no address lists it",
  securities: "cells resolve CUSIPs with it, and no address lists it",
  offering_index: "it lists which offerings exist; IPO shows those that were read",
  insider_reports: "cells and addresses show trades, not reports",
  house_filings: "it lists which reports exist; CONGRESS shows those that were read",
};

/** The functions that no door but cells answers, each with its reason. */
export const CELLS_ALONE: Readonly<Partial<Record<FunctionName, string>>> = {
  CHANGE: "made from closes, which are the operator's own and in no address or file",
  VAR: "made from closes",
  SHARPE: "made from closes",
  ASOF: "the date of other cells",
};
