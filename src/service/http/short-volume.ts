import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { addDays } from "../../contract/dates";
import { envelope } from "../../contract/wire";
import type { Context } from "../answers/context";
import { isStale, staleText } from "../answers/maximum-age";
import type { ShortVolume } from "../records/short-volume";
import { sampleShortVolume, SHORT_VOLUME_SYMBOLS } from "../families/smart-money/sample";
import { tickerNamed } from "../names/tickers";
import { rounded } from "../sample/random";
import type { Kept } from "../records/record";
import { REFUSALS } from "./refusals";
import { asOfEntities, RowsMeta, rowsMeta, sampleRows } from "./rows-meta";

const Query = Type.Object({
  symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 12, description: "Omit for the latest trading day, market-wide." })),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 70, default: 30, description: "Calendar days up to the service's date; of one symbol." })),
  min_volume: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: "Least total volume in shares." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
});
const Row = Type.Object({
  symbol: Type.String(),
  date: Type.String(),
  short_volume: Type.Number({ description: "Shares sold short off exchange, exempt ones included." }),
  short_exempt_volume: Type.Number(),
  total_volume: Type.Number({ description: "Shares traded off exchange." }),
  ratio: Type.Union([Type.Number(), Type.Null()], { description: "short_volume / total_volume; null without volume." }),
  market: Type.String(),
});

const CAVEATS = ["short_volume_not_short_interest", "short_volume_off_exchange_hedging"] as const;
const NONE = "no short volume is held for this; the operator imports FINRA's daily files";

type Volume = Kept<ShortVolume>;
const byVolume = (a: Volume, b: Volume): number => b.body.total_volume - a.body.total_volume || (a.entity < b.entity ? -1 : 1);

const rowOf = ({ entity, date, body }: Volume) => ({
  symbol: entity,
  date,
  short_volume: body.short_volume,
  short_exempt_volume: body.short_exempt_volume,
  total_volume: body.total_volume,
  ratio: body.total_volume > 0 ? rounded(body.short_volume / body.total_volume, 4) : null,
  market: body.market,
});

/** GET /v1/equities/short-volume: of one symbol the days of the window, newest first; without a symbol the latest day of all, most traded first. */
export function shortVolume(app: FastifyInstance, context: Context): void {
  const { clock, store } = context;
  app.get(
    "/v1/equities/short-volume",
    {
      schema: {
        summary: "Daily short sale volume",
        tags: ["equities"],
        querystring: Query,
        response: { 200: envelope(Type.Array(Row), RowsMeta), ...REFUSALS },
      },
    },
    async (request) => {
      const { symbol, days, min_volume, limit, offset } = request.query as {
        symbol?: string;
        days: number;
        min_volume: number;
        limit: number;
        offset: number;
      };
      const { records } = store;
      const today = clock.today();
      const name = symbol === undefined ? undefined : tickerNamed(symbol, store);
      const isReal = name === undefined ? records.any("short_volume") : records.isReal("short_volume", name);
      const day = records.newest("short_volume", today);
      const isOld = name === undefined && day !== undefined && isStale("short_volume", day, today);
      const old = isOld ? staleText("short_volume", "short volume", day, today, "Load newer files, or ask for one symbol.").full : undefined;
      const published = (): readonly Volume[] => {
        if (name !== undefined) return records.between<ShortVolume>("short_volume", name, addDays(today, 1 - days), today, today);
        return day === undefined || isOld ? [] : records.across<ShortVolume>("short_volume", day, day, today);
      };
      const generated = (): readonly Volume[] =>
        name === undefined
          ? SHORT_VOLUME_SYMBOLS.flatMap((i) => sampleShortVolume(i, today, 1) ?? [])
          : SHORT_VOLUME_SYMBOLS.filter((i) => i.ticker === name)
              .flatMap((i) => sampleShortVolume(i, today, days) ?? [])
              .filter((r) => r.date > addDays(today, -days));
      const { rows, withheld = NONE } = isReal ? { rows: published() } : sampleRows(context, generated);
      const ordered = name === undefined ? rows.toSorted(byVolume) : rows.toReversed();
      const all = ordered.filter((r) => r.body.total_volume >= min_volume);
      const page = all.slice(offset, offset + limit);
      return {
        data: page.map(rowOf),
        count: all.length,
        as_of: asOfEntities(context, "short_volume", page),
        meta: { ...rowsMeta(page, all.length === 0 ? (old ?? withheld) : undefined, CAVEATS), has_more: offset + limit < all.length },
      };
    },
  );
}
