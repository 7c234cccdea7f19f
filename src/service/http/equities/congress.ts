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
import { asOfEntities } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

const MOST_DAYS = 730;

const QUERY = {
  ticker: Type.Optional(Type.String({ minLength: 1, maxLength: 12, description: "A ticker, any case. Omit for all." })),
  days: Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: 90, description: "Calendar days up to the service's date; a trade counts by its own date." }),
};
const OrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const Row = Type.Object({
  ticker: OrNull("Null if the asset has none."),
  member: Type.String(),
  state_district: OrNull("Such as CA11."),
  owner: OrNull("SP spouse, DC dependent child, JT joint; null for the member."),
  sub_holding: OrNull("The trust or account; null if the filing names none."),
  asset: Type.String(),
  asset_type: OrNull("The form's abbreviation, such as ST or OP."),
  type: Type.String({ description: "P, S, S (partial) or E, as filed." }),
  direction: OrNull("bull for a purchase, bear for a sale; null for an exchange, and for a trade that the filing deletes."),
  trade_date: Type.String(),
  notification_date: OrNull("Null if the filing states a day that cannot be."),
  filed: Type.String({ description: "The day of the disclosure." }),
  amount_low: Type.Number({ description: "US dollars; lower end of the range as filed, never a midpoint." }),
  amount_high: Type.Union([Type.Number(), Type.Null()], { description: "Null for a range without an upper end." }),
  filing_status: Type.String(),
  document: Type.String({ description: "The number of the filing." }),
});

const NONE = "No disclosures for this are imported. The operator can import the House's reports.";

/** Why no imported disclosure is in the window. The day of a disclosure follows from no rule, so that of a later one is not named. */
const noneKnown = (symbol: string | undefined, days: number, today: string): string =>
  `No imported disclosure${symbol === undefined ? "" : ` on ${symbol}`} has a trade in the ${days} days to ${today} and was filed by then. Members have 45 days to file. ${days < MOST_DAYS ? `Use more days, at most ${MOST_DAYS}, or` : "Use"} a later day, or import more of the House's reports.`;

const directionOf = ({ type, filing_status }: DisclosedTrade): "bull" | "bear" | null =>
  type === "E" || filing_status === "Deleted" ? null : type === "P" ? "bull" : "bear";

const rowOf = ({ entity, date, known, body }: StoredRecord<DisclosedTrade>) => ({
  ticker: entity === "" ? null : entity,
  member: body.member,
  state_district: body.state_district,
  owner: body.owner,
  sub_holding: body.sub_holding,
  asset: body.asset,
  asset_type: body.asset_type,
  type: body.type,
  direction: directionOf(body),
  trade_date: date,
  notification_date: body.notification_date,
  filed: known,
  amount_low: body.amount_low,
  amount_high: body.amount_high,
  filing_status: body.filing_status,
  document: body.document,
});

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
  data: Type.Array(Row),
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
      data: page.map(rowOf),
      asOf: asOfEntities(context, "congress_trade", page),
      sources: page.map(({ source }) => source),
      ...notesOf([all.length === 0 ? none : undefined, unread], page),
    }));
  },
});
