import { Type } from "@sinclair/typebox";
import { provenanceOf } from "../../answers/answering";
import { fullReason, isReason } from "../../answers/family";
import { asOfRows } from "../../evaluation/on-wire";
import { closesFor, inLastShares } from "../../families/prices/prices";
import { tickerNamed } from "../../names/tickers";
import { rounded } from "../../../contract/rounded";
import { cell, unknownRefusal } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { NOT_FOUND, optionalDay, orNull } from "../server/schemas";

/** More sessions than a lifetime has. */
const ALL = 20_000;

const Row = Type.Object({
  date: Type.String({ description: "The session." }),
  close: Type.Number({ description: "Close as traded, in US dollars." }),
  comparable_close: orNull(
    Type.Number(),
    "The close in the shares of the newest row, so that closes on both sides of a split can be compared. Null before a split whose day or ratio is in doubt.",
  ),
});

/** GET /v1/equities/prices/:ticker: closes of a ticker, oldest first. A missing price is never estimated. */
export const pricesEndpoint = endpoint({
  path: "/v1/equities/prices/:ticker",
  summary: "Closes of a ticker over time",
  tag: "equities",
  examples: [
    { parameters: { ticker: "AAPL", from: "2024-06-17" } },
    { parameters: { ticker: "AAPLX" }, status: 404 },
    { parameters: { ticker: "AAPL", limit: 0 }, status: 422 },
  ],
  params: { ticker: Type.String({ minLength: 1, maxLength: 12, description: "A symbol, any case." }) },
  query: {
    from: optionalDay("A day such as 2024-06-25."),
    to: optionalDay("A day such as 2024-06-28."),
    limit: Type.Integer({ minimum: 1, maximum: 5000, default: 500, description: "Most closes to return: the newest of the range." }),
  },
  asOf: true,
  data: Type.Array(Row),
  refusals: NOT_FOUND,
  answer: ({ ticker: named, from = "0001-01-01", to = "9999-12-31", limit }, context) => {
    const ticker = tickerNamed(named, context.store);
    const last = cell("PRICE", [ticker], "last", context);
    if (isReason(last)) return unknownRefusal([last]) ?? { data: [], count: 0, asOf: context.clock.asOf(), note: fullReason(last) };
    const { rows: closes, source } = closesFor(context, ticker, ALL);
    const comparable = new Map(inLastShares(context, ticker, closes).closes.map(({ date, close }) => [date, close]));
    const range = closes.filter(({ date }) => date >= from && date <= to);
    return {
      data: range.slice(-limit).map(({ date, close }) => {
        const compared = comparable.get(date);
        return { date, close, comparable_close: compared === undefined ? null : rounded(compared, 4) };
      }),
      count: range.length,
      asOf: asOfRows(context, provenanceOf(last)),
      sources: range.length > 0 ? [source] : [],
      note: range.length === 0 ? `No close of ${ticker} is known in these days. The newest is of ${closes[closes.length - 1]?.date ?? "no day"}.` : undefined,
    };
  },
});
