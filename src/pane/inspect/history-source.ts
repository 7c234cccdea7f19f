import type { IsoDate } from "../../contract/dates";
import { type Frequency, type Series, seriesOf, TENOR_SERIES } from "../../contract/series";
import type { HandedTable } from "../tables/tables";
import { listingOf } from "../../contract/functions/listing";
import { sheetPath } from "../../contract/paths";
import { countsShares, METRICS, TENORS, type Tenor } from "../../contract/vocabulary";
import type { Question } from "../../core/question";

export interface Point {
  readonly date: IsoDate;
  readonly value: number;
}

/** The days of a history; open at an end that is undefined. */
export interface DaySpan {
  readonly from: IsoDate | undefined;
  readonly to: IsoDate | undefined;
}

/** Where the history of a figure is read, and how it is drawn. */
export interface HistorySource {
  /** Different histories have different ids. */
  readonly id: string;
  readonly title: string;
  /** What the chart's name says. */
  readonly label: string;
  readonly unit: string;
  readonly decimals: number;
  readonly frequency: Frequency | "twice a month" | "yearly";
  /** The address, without its query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** True if the service returns the newest rows of a span, and older ones are asked for by an earlier end; otherwise one reply has all rows. */
  readonly byDays: boolean;
  /** A row's day and value; the value may be null, or missing. */
  readonly pointOf: (row: Readonly<Record<string, unknown>>) => { readonly date: unknown; readonly value: unknown };
  /** The table with this history from a day on. */
  readonly table: (start: IsoDate | undefined) => HandedTable;
}

const PAGE_SIZE = "5000";

/** Observations of a series. */
export const seriesHistory = ({ id, title, unit, decimals, frequency }: Series): HistorySource => ({
  id,
  title,
  label: id,
  unit,
  decimals,
  frequency,
  path: `/v1/macro/fred/${encodeURIComponent(id)}/history`,
  query: { limit: PAGE_SIZE },
  byDays: true,
  pointOf: ({ date, value }) => ({ date, value }),
  table: (start) => ({ kind: "history", asked: { series: id, ...(start === undefined ? {} : { start }) } }),
});

/** Closes of a ticker, in the shares of the newest one. */
const priceHistory = (ticker: string): HistorySource => ({
  id: `price ${ticker}`,
  title: `${ticker}, close, comparable across splits`,
  label: `${ticker}, close`,
  unit: "USD",
  decimals: 2,
  frequency: "daily",
  path: `/v1/equities/prices/${encodeURIComponent(ticker)}`,
  query: { limit: PAGE_SIZE },
  byDays: true,
  pointOf: ({ date, comparable_close }) => ({ date, value: comparable_close }),
  table: (start) => ({ kind: "prices", asked: { ticker, ...(start === undefined ? {} : { start }) } }),
});

/** A figure of each short interest settlement. */
const shortInterestHistory = (ticker: string, field: string, title: string, unit: string): HistorySource => ({
  id: `short interest ${ticker} ${field}`,
  title: `${ticker}, ${title}`,
  label: `${ticker}, ${title}`,
  unit,
  decimals: /days|pct/.test(field) ? 2 : 0,
  frequency: "twice a month",
  path: "/v1/equities/short-interest",
  query: { symbol: ticker, limit: "500" },
  byDays: false,
  pointOf: (row) => ({ date: row.settlement_date, value: row[field] }),
  table: () => ({ kind: "short-interest", asked: { ticker } }),
});

/** A line of a company's statements, by period end: as filed, or in shares of the newest day. */
const statementHistory = (
  ticker: string,
  metric: string,
  title: string,
  unit: string,
  periods: "annual" | "quarterly",
  member: "value" | "split_adjusted",
): HistorySource => ({
  id: `statement ${ticker} ${metric} ${periods}${member === "value" ? "" : ` ${member}`}`,
  title: `${ticker}, ${title}${member === "value" ? "" : ", adjusted for splits"}, ${periods === "annual" ? "full fiscal years" : "fiscal quarters"}`,
  label: `${ticker}, ${title}`,
  unit,
  decimals: unit.includes("/") ? 2 : 0,
  frequency: periods === "annual" ? "yearly" : "quarterly",
  path: `/v1/equities/statements/${encodeURIComponent(ticker)}`,
  query: { periods, limit: "40" },
  byDays: false,
  pointOf: ({ period_end, figures }) => ({
    date: period_end,
    value: (Array.isArray(figures) ? (figures as Readonly<Record<string, unknown>>[]) : []).find((figure) => figure.metric === metric)?.[member],
  }),
  table: () => ({ kind: "statements", asked: { ticker, periods } }),
});

/** What can be charted for a question: the history of its figure, and for a yield the whole curve. */
interface Chartable {
  readonly history: HistorySource;
  /** The series, if the figure is one. */
  readonly series?: Series;
  readonly curve?: { readonly tenor: Tenor; readonly date: string | null };
}

const isTenor = (text: unknown): text is Tenor => (TENORS as readonly unknown[]).includes(text);

/** Members of the endpoint's rows that have another name than the field. */
const SETTLEMENT_MEMBERS: Readonly<Record<string, string>> = { pctfloat: "short_pct_float", pctshares: "short_pct_shares_outstanding", days: "days_to_cover" };

const ofSeries = (series: Series | undefined): Chartable | undefined => series && { history: seriesHistory(series), series };

function ofSettlements(ticker: string, asked: unknown): Chartable | undefined {
  const { fields } = listingOf("SHORTINTEREST");
  const field = asked === null || asked === undefined ? fields[0] : fields.find(({ name }) => name === asked);
  if (field?.type !== "number") return undefined;
  return { history: shortInterestHistory(ticker, SETTLEMENT_MEMBERS[field.name] ?? field.name, field.about, field.unit ?? "") };
}

/** `unit` is the answer's: the company's currency. */
function ofStatement([ticker, metric, period, field]: readonly unknown[], unit: string | undefined): Chartable | undefined {
  if (typeof ticker !== "string" || typeof metric !== "string" || !METRICS.some((known) => known === metric) || unit === undefined) return undefined;
  const title = listingOf("FIN").parameters[1]?.vocabulary?.choices.find(({ value }) => value === metric)?.title ?? metric;
  const periods = typeof period === "string" && /Q/i.test(period) ? "quarterly" : "annual";
  const member = field === "split_adjusted" && countsShares(metric) ? field : "value";
  return { history: statementHistory(ticker, metric, title, unit, periods, member) };
}

function ofCall(fn: string, args: readonly unknown[], unit: string | undefined): Chartable | undefined {
  const [first, second] = args;
  if (typeof first !== "string") return undefined;
  switch (fn) {
    case "YIELD": {
      // AS_OF is the date of the curve; the 10-year has a value on every session.
      const tenor = first === "AS_OF" ? "10Y" : first;
      const found = isTenor(tenor) ? ofSeries(seriesOf(TENOR_SERIES[tenor])) : undefined;
      return found && isTenor(tenor) ? { ...found, curve: { tenor, date: typeof second === "string" ? second : null } } : undefined;
    }
    case "FRED":
    case "FREDH":
    case "MMRATE":
      return ofSeries(seriesOf(first));
    case "PRICE":
    case "CHANGE":
      return { history: priceHistory(first) };
    case "SHORTINTEREST":
      return ofSettlements(first, second);
    case "FIN":
      return ofStatement(args, unit);
    default:
      return undefined;
  }
}

/**
 * Returns undefined for a question without a history, such as a signal.
 *
 * @param unit of the answer
 */
export function chartableOf({ cell }: Question, unit?: string): Chartable | undefined {
  if ("fn" in cell) return ofCall(cell.fn, cell.args, unit);
  const path = sheetPath(cell.path);
  return path && ofCall(path.fn, [cell.entity, path.field ?? null], unit);
}
