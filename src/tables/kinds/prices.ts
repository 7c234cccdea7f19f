import { LAYOUT, type TableKind } from "../kind";
import { given, required } from "../read-body";
import { historyData, RANGE_FIELDS, rangeOf, readPoints } from "./history";

/** The closes of a ticker over time. */
export const DAILY_PRICES: TableKind = {
  id: "prices",
  title: "History of a price",
  about: "Closes of a ticker, end of day. A missing price is never estimated.",
  fields: [
    { id: "ticker", label: "Ticker", required: true, example: "AAPL" },
    ...RANGE_FIELDS,
    {
      id: "basis",
      label: "Shares",
      choices: [
        ["comparable", "In today's shares, comparable across splits"],
        ["traded", "As traded"],
      ],
    },
    LAYOUT,
  ],
  chart: { x: "date" },
  *read(asked) {
    const ticker = required(asked, "ticker", "Ticker", "AAPL").toUpperCase();
    const traded = given(asked, "basis") === "traded";
    const { points, ...origin } = yield* readPoints(`/v1/equities/prices/${encodeURIComponent(ticker)}`, rangeOf(asked), traded ? "close" : "comparable_close");
    const what = traded ? "close as traded" : "close";
    return {
      ...historyData(asked, { title: `${ticker}, ${what}`, heading: `${ticker}, USD`, unit: "USD", decimals: 2, frequency: "daily", points }),
      ...origin,
    };
  },
};
