import { Type } from "@sinclair/typebox";
import { addDays, type IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import type { Context } from "../../answers/context";
import { isStale, staleText } from "../../answers/maximum-age";
import { LOAD_OR_ASK_LATER, notPublicText, rowsDueIn, whenPublic } from "../../families/awaited";
import type { ShortVolume } from "../../records/equities";
import { isPublished, recordsOf } from "../../families/rows";
import { tickerNamed } from "../../names/tickers";
import type { StoredRecord } from "../../records/record";
import { endpoint, listAnswer } from "../server/endpoint";
import { orNull, recordPage, wireRows } from "../server/schemas";
import { noneImported, shownRows } from "../server/shown-rows";

const MOST_DAYS = 70;

const QUERY = {
  symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 12, description: "Omit for the latest trading day, market-wide." })),
  days: Type.Integer({ minimum: 1, maximum: MOST_DAYS, default: 30, description: "Calendar days up to the service's date; only with a symbol." }),
  min_volume: Type.Integer({ minimum: 0, default: 0, description: "Lowest total volume, in shares." }),
};
type Volume = StoredRecord<ShortVolume>;
const shortRatio = ({ body: { short_volume, total_volume } }: Volume) => (total_volume > 0 ? rounded(short_volume / total_volume, 4) : null);
const ROWS = wireRows<Volume>({
  symbol: [Type.String(), ({ entity }) => entity],
  date: [Type.String(), ({ date }) => date],
  short_volume: [Type.Number({ description: "Shares sold short off exchange, exempt sales included." }), ({ body }) => body.short_volume],
  short_exempt_volume: [orNull(Type.Number(), "Shares; null in early files, which do not count them."), ({ body }) => body.short_exempt_volume],
  total_volume: [Type.Number({ description: "Shares traded off exchange." }), ({ body }) => body.total_volume],
  ratio: [orNull(Type.Number(), "short_volume / total_volume; null without volume."), shortRatio],
  market: [Type.String(), ({ body }) => body.market],
});

/** FINRA publishes a file for every session. */
const SESSIONS = { dataset: "short_volume", calendar: "exchange", source: "finra" } as const;

/** Why no imported row is in the window, by what was public then. */
function noneKnown({ clock, store }: Context, name: string | undefined, from: IsoDate): string {
  const today = clock.today();
  const of = name === undefined ? "short volume" : `short volume of ${name}`;
  const last = name === undefined ? undefined : store.records.latest<ShortVolume>("short_volume", name, today, 1)[0]?.date;
  if (last !== undefined) {
    const more = last > addDays(today, -MOST_DAYS) ? `Use more days, at most ${MOST_DAYS}, or import` : "Import";
    return `The last ${of} known by ${today} is from ${last}, before ${from}. ${more} FINRA's newer files.`;
  }
  const rule = rowsDueIn(`The ${of}`, SESSIONS, from, today, { clock });
  const [newest, next] = [rule.awaited.at(-1), rule.awaited[0]];
  if (newest && rule.due === undefined) return notPublicText(newest).full;
  const upTo = (next && rule.due) ?? today;
  return next
    ? `No ${of} is loaded on or before ${upTo}. ${whenPublic(next)}. ${LOAD_OR_ASK_LATER}`
    : `No ${of} is loaded on or before ${upTo}. Import FINRA's earlier files.`;
}

const byVolume = (a: Volume, b: Volume): number => b.body.total_volume - a.body.total_volume || (a.entity < b.entity ? -1 : 1);

/** GET /v1/equities/short-volume: the days of one symbol, newest first; without a symbol, the latest day of all symbols, most traded first. */
export const shortVolumeEndpoint = endpoint({
  path: "/v1/equities/short-volume",
  summary: "Daily short sale volume",
  tag: "equities",
  examples: [{}, { parameters: { days: 71 }, status: 422 }],
  query: QUERY,
  asOf: true,
  paging: { most: 1000, fallback: 100, offset: true },
  data: Type.Array(ROWS.schema),
  caveats: ["short_volume_not_short_interest", "short_volume_off_exchange_hedging"],
  answer: ({ symbol, days, min_volume }, context) => {
    const { clock, store } = context;
    const today = clock.today();
    const name = symbol === undefined ? undefined : tickerNamed(symbol, store);
    const records = recordsOf(context, "short_volume", name);
    const isLoaded = isPublished(context, "short_volume", name);
    const day = records.newest("short_volume", today);
    const isOld = name === undefined && day !== undefined && isStale("short_volume", day, today);
    const old = isOld ? staleText("short_volume", "short volume", day, today, "Load newer files, or name one symbol.").full : undefined;
    const from = name === undefined ? today : addDays(today, 1 - days);
    const { rows, whyEmpty = noneImported(context, name, "short volume", "daily files") } = shownRows(context, isLoaded, (): readonly Volume[] => {
      if (name !== undefined) return records.between<ShortVolume>("short_volume", name, from, today, today);
      return day === undefined || isOld ? [] : records.across<ShortVolume>("short_volume", day, day, today);
    });
    const whyNone = (): string => (isLoaded ? noneKnown(context, name, from) : whyEmpty);
    const ordered = name === undefined ? rows.toSorted(byVolume) : rows.toReversed();
    const all = ordered.filter((r) => r.body.total_volume >= min_volume);
    const tooSmall = rows.length > 0 ? `No row has a total volume of ${min_volume} shares or more. Use a smaller min_volume.` : undefined;
    return listAnswer(all, (page) => ({
      ...recordPage(context, "short_volume", page, ROWS.of),
      note: all.length === 0 ? (old ?? tooSmall ?? whyNone()) : undefined,
    }));
  },
});
