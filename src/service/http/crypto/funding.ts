import { Type } from "@sinclair/typebox";
import { addDays, isoOf } from "../../../contract/dates";
import { PERPETUALS } from "../../../contract/vocabulary";
import { fullOf } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { isStale, staleText } from "../../answers/maximum-age";
import type { FundingSettlement } from "../../families/funding/sample";
import { isPublished, recordsOf } from "../../families/rows";
import { symbolNamed } from "../../names/coins";
import { whyUnknown } from "../../names/unknown";
import { isPerpetual, type PublishedFunding, type Venue, VENUES } from "../../records/crypto";
import { momentInUtc } from "../../time/clock";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull, recordPage } from "../server/schemas";
import { shownRows } from "../server/shown-rows";

/** Members of one settlement of one perpetual. */
export const FUNDING_SETTLEMENT = {
  exchange: Type.String({ description: "The venue; sample for a sample row." }),
  contract: Type.String({ description: "The venue's own name." }),
  time: Type.String({ description: "Time of the settlement, ISO 8601." }),
  time_ms: Type.Integer({ description: "The same time, milliseconds since 1970." }),
  rate_pct: Type.Number({ description: "Percent of the position per interval; positive is paid by longs to shorts." }),
  interval_hours: orNull(Type.Number(), "Hours that the rate is paid for; null if the venue's document does not show them."),
};

/** A settlement with these members. */
export const settlementOnWire = ({ body }: FundingSettlement) => ({ ...body, time: new Date(body.time_ms).toISOString() });

/** Note of a reply with rates. */
export const INTERVALS = "Each rate is per interval. Use interval_hours to compare venues.";

const PARAMS = { symbol: Type.String({ maxLength: 32, description: "A perpetual such as BTC, any case." }) };
const QUERY = {
  days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: "Calendar days up to the service's date." }),
  exchange: Type.Optional(oneOfTexts(VENUES, { description: "Omit for all venues." })),
};
const Row = Type.Object({ symbol: Type.String(), ...FUNDING_SETTLEMENT });

const NONE = "No funding rates for this are imported. The operator can import the venues' histories.";

/** Why a window is empty: no imported settlement was made by then, or the last settlement is before it. */
function emptyBecause({ clock, store }: Context, symbol: string, exchange: Venue | undefined): string {
  const [now, today] = [momentInUtc(clock), clock.today()];
  const held = store.records.between<PublishedFunding>("funding", symbol, "0001-01-01", today, today);
  const last = held
    .filter(({ body }) => body.time_ms <= now && (exchange === undefined || body.exchange === exchange))
    .reduce<number | undefined>((a, { body }) => (a === undefined || body.time_ms > a ? body.time_ms : a), undefined);
  if (last === undefined)
    return `No imported funding rate of ${symbol}${exchange === undefined ? "" : ` at ${exchange}`} was settled by ${new Date(now).toISOString().slice(0, 16)}Z. Use a later moment, or import earlier histories.`;
  const what = exchange === undefined ? `FUNDING ${symbol}` : `FUNDING ${symbol} at ${exchange}`;
  const day = isoOf(last);
  return isStale("funding", day, today) ? staleText("funding", what, day, today, "Load newer data.").full : `The last settlement of ${what} is from ${day}.`;
}

/** GET /v1/crypto/funding/{symbol}: the funding rates settled in the window, at one venue or at all, oldest first. */
export const cryptoFundingEndpoint = endpoint({
  path: "/v1/crypto/funding/:symbol",
  summary: "Funding rate history of a perpetual",
  tag: "crypto",
  examples: [{ parameters: { symbol: "BTC" } }, { parameters: { symbol: "BTX" }, status: 404 }, { parameters: { symbol: "BTC", days: 91 }, status: 422 }],
  params: PARAMS,
  asOf: true,
  query: QUERY,
  data: Type.Array(Row),
  refusals: NOT_FOUND,
  answer: ({ symbol: named, days, exchange }, context) => {
    const { clock } = context;
    const symbol = symbolNamed(named);
    if (!isPerpetual(symbol)) return { code: "unknown_name", detail: fullOf(whyUnknown("perpetual", symbol, PERPETUALS).text) };
    const today = clock.today();
    const now = momentInUtc(clock);
    const from = addDays(today, 1 - days);
    const isLoaded = isPublished(context, "funding", symbol);
    const { rows: known, whyEmpty = NONE } = shownRows(context, isLoaded, () =>
      recordsOf(context, "funding", symbol).between<FundingSettlement["body"]>("funding", symbol, from, today, today),
    );
    const rows = known
      .filter(({ body }) => body.time_ms <= now && (exchange === undefined || body.exchange === exchange))
      .sort((a, b) => a.body.time_ms - b.body.time_ms);
    return listAnswer(rows, (page) => ({
      ...recordPage(context, "funding", page, (row) => ({ symbol, ...settlementOnWire(row) })),
      note: rows.length === 0 ? (isLoaded ? emptyBecause(context, symbol, exchange) : whyEmpty) : INTERVALS,
    }));
  },
});
