import { Type } from "@sinclair/typebox";
import { addDays } from "../../../contract/dates";
import type { CaveatId } from "../../../contract/caveats";
import { congressDoubt } from "../../doubts/congress";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import { disclosedTrades, listedTrades, unreadLines } from "../../families/congress/disclosed";
import { tickerNamed } from "../../names/tickers";
import { isPublished } from "../../families/rows";
import type { StoredRecord } from "../../records/record";
import { endpoint, listAnswer } from "../server/endpoint";
import { orNull, recordPage, wireRows } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const MOST_DAYS = 730;

const QUERY = {
  ticker: Type.Optional(Type.String({ minLength: 1, maxLength: 12, description: "A ticker, any case. Omit for all." })),
  days: Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: 90, description: "Calendar days up to the service's date; a trade counts by its own date." }),
};
const textOrNull = (description: string) => orNull(Type.String(), description);
const text = (description: string) => Type.String({ description });
const ROWS = wireRows<StoredRecord<DisclosedTrade>>({
  ticker: [textOrNull("Null if the asset has none."), ({ entity }) => (entity === "" ? null : entity)],
  member: [Type.String(), ({ body }) => body.member],
  state_district: [textOrNull("Such as CA11."), ({ body }) => body.state_district],
  owner: [textOrNull("SP spouse, DC dependent child, JT joint; null for the member."), ({ body }) => body.owner],
  sub_holding: [textOrNull("The trust or account; null if the filing names none."), ({ body }) => body.sub_holding],
  asset: [Type.String(), ({ body }) => body.asset],
  asset_type: [textOrNull("The form's abbreviation, such as ST or OP."), ({ body }) => body.asset_type],
  type: [text("P, S, S (partial) or E, as filed."), ({ body }) => body.type],
  direction: [
    textOrNull("bull for a purchase, bear for a sale; null for an exchange, and for a trade that the filing deletes."),
    ({ body: { type, filing_status } }) => (type === "E" || filing_status === "Deleted" ? null : type === "P" ? "bull" : "bear"),
  ],
  trade_date: [Type.String(), ({ date }) => date],
  notification_date: [textOrNull("Null if the filing states a day that cannot be."), ({ body }) => body.notification_date],
  filed: [text("The day of the disclosure."), ({ known }) => known],
  amount_low: [Type.Number({ description: "US dollars; lower end of the range as filed, never a midpoint." }), ({ body }) => body.amount_low],
  amount_high: [orNull(Type.Number(), "Null for a range without an upper end."), ({ body }) => body.amount_high],
  filing_status: [Type.String(), ({ body }) => body.filing_status],
  document: [text("The number of the filing."), ({ body }) => body.document],
});

const NONE = "No disclosures for this are imported. The operator can import the House's reports.";

/** Why no imported disclosure is in the window. The day of a disclosure follows from no rule, so that of a later one is not named. */
const noneKnown = (symbol: string | undefined, days: number, today: string): string =>
  `No imported disclosure${symbol === undefined ? "" : ` on ${symbol}`} has a trade in the ${days} days to ${today} and was filed by then. Members have 45 days to file. ${days < MOST_DAYS ? `Use more days, at most ${MOST_DAYS}, or` : "Use"} a later day, or import more of the House's reports.`;

/** `meta` with these sentences and the doubts about rows. */
function notesOf(sentences: readonly (string | undefined)[], rows: readonly StoredRecord<DisclosedTrade>[]) {
  const doubts = new Set(rows.flatMap((row) => congressDoubt(row) ?? []));
  const note = [...sentences.filter((s) => s !== undefined), ...doubts].join(" ");
  const caveats: CaveatId[] = doubts.size > 0 ? ["value_in_doubt"] : [];
  return { note: note === "" ? undefined : note, ...(caveats.length > 0 ? { meta: { caveats } } : {}) };
}

/** GET /v1/equities/congress: disclosed trades of members of Congress that are filed by the service's date, newest trade first. A trade that a later report amends or deletes is replaced by that report's row. */
export const congressTradesEndpoint = endpoint({
  path: "/v1/equities/congress",
  summary: "Disclosed trades of members of Congress",
  tag: "equities",
  examples: [{ parameters: { ticker: "AAPL" } }, { parameters: { days: 731 }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 200, fallback: 50 },
  data: Type.Array(ROWS.schema),
  answer: ({ ticker, days }, context) => {
    const { clock, store } = context;
    const today = clock.today();
    const from = addDays(today, 1 - days);
    const symbol = ticker === undefined ? undefined : tickerNamed(ticker, store);
    const unread = unreadLines(context, symbol, from);
    const isLoaded = isPublished(context, "congress_trade", symbol) || unread !== undefined;
    const { rows: known, whyEmpty = NONE } = shownRows(context, isLoaded, () => disclosedTrades(context, symbol, from, isLoaded).rows);
    const all = listedTrades(known);
    const none = isLoaded ? noneKnown(symbol, days, today) : whyEmpty;
    return listAnswer([...all].reverse(), (page) => ({
      ...recordPage(context, "congress_trade", page, ROWS.of),
      ...notesOf([all.length === 0 ? none : undefined, unread], page),
    }));
  },
});
