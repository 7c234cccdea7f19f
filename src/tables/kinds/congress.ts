import { LAYOUT } from "../kind";
import { integerIn, listKind, mostRows } from "../list-kind";
import { given } from "../read-body";

const DAYS = { id: "days", label: "Days", kind: "integer", bounds: { from: 1, to: 730, fallback: 90 } } as const;

/** Disclosed trades of members of Congress. */
export const CONGRESS = listKind({
  id: "congress",
  title: "Trades of members of Congress",
  about: "Disclosed trades, newest first. Amounts are ranges, as filed.",
  fields: [{ id: "ticker", label: "Ticker", hint: "default: all", example: "AAPL" }, DAYS, mostRows(50, 200), LAYOUT],
  titleOf: (asked) => `Trades of members of Congress${given(asked, "ticker") ? ` in ${given(asked, "ticker").toUpperCase()}` : ""}`,
  path: () => "/v1/equities/congress",
  parameters: (asked) => ({ ticker: given(asked, "ticker"), days: integerIn(asked, DAYS) }),
  page: 200,
  columns: [
    { id: "trade_date", heading: "Traded", as: "day", key: true },
    { id: "member", heading: "Member", as: "text", key: true },
    { id: "ticker", heading: "Ticker", as: "text" },
    { id: "asset", heading: "Asset", as: "text", key: true },
    { id: "type", heading: "Type", as: "text" },
    { id: "amount_low", heading: "From, USD" },
    { id: "amount_high", heading: "To, USD" },
    { id: "owner", heading: "Owner", as: "text" },
    { id: "filed", heading: "Filed", as: "day" },
    { id: "document", heading: "Document", as: "text", key: true },
  ],
});
