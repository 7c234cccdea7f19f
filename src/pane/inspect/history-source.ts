import type { IsoDate } from "../../contract/dates";
import type { Frequency, Series } from "../../contract/series";
import type { HandedTable } from "../tables/tables";

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
export const priceHistory = (ticker: string): HistorySource => ({
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
export const shortInterestHistory = (ticker: string, field: string, title: string, unit: string): HistorySource => ({
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
export const statementHistory = (
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
