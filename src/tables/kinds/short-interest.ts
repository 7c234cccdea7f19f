import { LAYOUT } from "../kind";
import { listKind, mostRows } from "../list-kind";
import { PERCENT_FORMAT } from "../number-formats";
import { given } from "../read-body";

/** Short interest of a ticker over time, or of all tickers at the latest settlement. */
export const SHORT_INTEREST = listKind({
  id: "short-interest",
  title: "Short interest",
  about: "The settlements of one ticker, or all tickers of the latest settlement.",
  fields: [{ id: "ticker", label: "Ticker", hint: "default: all tickers of the latest settlement", example: "GME" }, mostRows(100, 500), LAYOUT],
  chart: { x: "settlement_date" },
  titleOf: (asked) => (given(asked, "ticker") ? `Short interest of ${given(asked, "ticker").toUpperCase()}` : "Short interest, latest settlement"),
  path: () => "/v1/equities/short-interest",
  parameters: (asked) => ({ symbol: given(asked, "ticker") }),
  page: 500,
  columns: [
    { id: "settlement_date", heading: "Settlement date", as: "day", key: true },
    { id: "symbol", heading: "Ticker", as: "text", key: true },
    { id: "short_interest", heading: "Shares short" },
    { id: "previous_short_interest", heading: "Previous" },
    { id: "change_pct", heading: "Change", format: PERCENT_FORMAT },
    { id: "avg_daily_volume", heading: "Average daily volume" },
    { id: "days_to_cover", heading: "Days to cover", format: "0.00" },
    { id: "short_pct_float", heading: "Short % of float", format: PERCENT_FORMAT },
    { id: "short_pct_shares_outstanding", heading: "Short % of shares", format: PERCENT_FORMAT },
    { id: "float_confidence", heading: "Float confidence", as: "text" },
  ],
});
