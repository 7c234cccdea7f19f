import { LAYOUT } from "../kind";
import { integerIn, listKind, mostRows } from "../list-kind";
import { PRICE_FORMAT } from "../number-formats";
import { given, required } from "../read-body";

const DAYS = { id: "days", label: "Days", kind: "integer", bounds: { from: 1, to: 730, fallback: 90 } } as const;

/** What insiders of a company bought and sold. */
export const INSIDER_TRADES = listKind({
  id: "insider-trades",
  title: "Insider trades",
  about: "Open-market purchases and sales that a company's insiders reported, newest first.",
  fields: [{ id: "ticker", label: "Ticker", required: true, example: "NVDA" }, DAYS, mostRows(100, 2000), LAYOUT],
  titleOf: (asked) => `Insider trades of ${given(asked, "ticker").toUpperCase()}`,
  path: (asked) => `/v1/equities/insider-trades/${encodeURIComponent(required(asked, "ticker", "Ticker", "NVDA"))}`,
  parameters: (asked) => ({ days: integerIn(asked, DAYS) }),
  page: 500,
  offset: true,
  columns: [
    { id: "traded", heading: "Traded", as: "day" },
    { id: "owner", heading: "Owner", as: "text" },
    { id: "role", heading: "Role", as: "text" },
    { id: "side", heading: "Side", as: "text" },
    { id: "shares", heading: "Shares" },
    { id: "price_usd", heading: "Price, USD", format: PRICE_FORMAT },
    { id: "value_usd", heading: "Value, USD" },
    { id: "plan_10b5_1", heading: "10b5-1 plan", as: "flag" },
    { id: "filed", heading: "Filed", as: "day" },
    { id: "form", heading: "Form", as: "text" },
    { id: "report", heading: "Report", as: "text", key: true },
    { id: "line", heading: "Line", format: "0", key: true },
  ],
});
