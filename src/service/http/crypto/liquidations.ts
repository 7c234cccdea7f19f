import { Type } from "@sinclair/typebox";
import { liquidated, type Liquidated } from "../../families/liquidations/liquidated";
import { LIQUIDATION_SYMBOLS, type LiquidationSymbol } from "../../records/crypto";
import { asOfRows } from "../../evaluation/on-wire";
import { datasetRows } from "../../store/freshness";
import { symbolNamed } from "../../names/coins";
import { whyUnknown } from "../../names/unknown";
import { fullOf } from "../../answers/answering";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, orNull, RowsMeta, wireRows } from "../server/schemas";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";

const QUERY = {
  symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 32, description: `One of ${LIQUIDATION_SYMBOLS.join(", ")}, any case. Omit for all.` })),
  hours: Type.Integer({ minimum: 1, maximum: 168, default: 24, description: "Hours up to the service's time." }),
};
const UNKNOWN = "null if no imported page covers this time: unknown, not zero";
const usdOrNull = (what: string) => orNull(Type.Number(), `${what}, in US dollars; ${UNKNOWN}.`);
const SIDES = { long_usd: usdOrNull("Long positions closed"), short_usd: usdOrNull("Short positions closed") };
const WHOLE = Type.Boolean({ description: "False if the imported pages cover only a part of the window. The sums are then a lower bound." });
/** Removes the floating-point noise of a sum. */
const cleaned = (n: number): number => Number(n.toPrecision(12));
const ROWS = wireRows<Liquidated & { readonly symbol: LiquidationSymbol }>({
  symbol: [Type.String(), (of) => of.symbol],
  long_usd: [SIDES.long_usd, (of) => of.long_usd],
  short_usd: [SIDES.short_usd, (of) => of.short_usd],
  total_usd: [usdOrNull("Both sides"), (of) => cleaned(of.long_usd + of.short_usd)],
  long_count: [orNull(Type.Integer(), `Number of long positions closed; ${UNKNOWN}.`), (of) => of.long_count],
  short_count: [orNull(Type.Integer(), `Number of short positions closed; ${UNKNOWN}.`), (of) => of.short_count],
  whole: [WHOLE, (of) => of.whole],
});
const Cascade = Type.Object({ ...SIDES, whole: WHOLE });
const LiquidationsMeta = Type.Object({
  ...RowsMeta.properties,
  coverage: Type.Object(
    {
      venues: Type.Array(Type.String()),
      symbols: Type.Array(Type.String()),
      contracts: Type.Array(
        Type.Object({
          symbol: Type.String(),
          contract: Type.String(),
          from: Type.String({ description: "The first time in the window that a page covers, ISO 8601." }),
          to: Type.String(),
          whole: Type.Boolean(),
        }),
      ),
    },
    { description: "What the imported pages cover of the window." },
  ),
  cascades: Type.Object(
    { "1h": Cascade, "4h": Cascade },
    { description: "US dollars by side over the last hour and the last 4 hours, for the symbols of the reply." },
  ),
});

const NONE = "No liquidations of this time are imported. OKX is off until the operator accepts its terms: npm run -s data -- enable okx";
const PARTLY = "The imported pages cover only a part of the window. Where whole is false, the sums are a lower bound.";

const isSymbol = (name: string): name is LiquidationSymbol => (LIQUIDATION_SYMBOLS as readonly string[]).includes(name);
const isoTime = (ms: number): string => new Date(ms).toISOString();
function cascadeOf(all: readonly (Liquidated | undefined)[]) {
  const held = all.filter((l) => l !== undefined);
  const sum = (side: "long_usd" | "short_usd") => (held.length === 0 ? null : cleaned(held.reduce((n, l) => n + l[side], 0)));
  return { long_usd: sum("long_usd"), short_usd: sum("short_usd"), whole: held.length > 0 && held.length === all.length && held.every((l) => l.whole) };
}

/** GET /v1/crypto/liquidations: positions closed by force in the window, by symbol and side. An unknown figure is null, never 0. */
export const cryptoLiquidationsEndpoint = endpoint({
  path: "/v1/crypto/liquidations",
  summary: "Liquidations of perpetuals by side",
  tag: "crypto",
  examples: [{}, { parameters: { symbol: "BTX" }, status: 404 }, { parameters: { hours: 169 }, status: 422 }],
  asOf: true,
  query: QUERY,
  data: Type.Array(ROWS.schema),
  meta: LiquidationsMeta,
  caveats: ["liquidations_single_venue_okx"],
  refusals: NOT_FOUND,
  answer: ({ symbol: asked, hours }, context) => {
    const symbol = asked === undefined ? undefined : symbolNamed(asked);
    if (symbol !== undefined && !isSymbol(symbol)) return { code: "unknown_name", detail: fullOf(whyUnknown("perpetual", symbol, LIQUIDATION_SYMBOLS).text) };
    const symbols = symbol === undefined ? LIQUIDATION_SYMBOLS : [symbol];
    const now = momentInUtc(context.clock);
    const over = (h: number) => symbols.map((s) => liquidated(context, s, now - h * HOUR_MS, now));
    const window = over(hours);
    const held = window.filter((l) => l !== undefined);
    const known = symbols.filter((_, i) => window[i] !== undefined);
    const rows = symbols.flatMap((s, i) => (window[i] ? [ROWS.of({ ...window[i], symbol: s })] : []));
    const contracts = symbols.flatMap((s, i) =>
      (window[i]?.contracts ?? []).map(({ contract, from_ms, to_ms, whole }) => ({ symbol: s, contract, from: isoTime(from_ms), to: isoTime(to_ms), whole })),
    );
    return listAnswer(rows, (data) => ({
      data,
      asOf: asOfRows(
        context,
        known.map((s) => datasetRows("okx", "coverage", `liquidation ${s}`)),
      ),
      sources: held.length > 0 ? (["okx"] as const) : [],
      note: held.length === 0 ? NONE : held.every((l) => l.whole) ? undefined : PARTLY,
      meta: {
        coverage: { venues: held.length > 0 ? ["okx"] : [], symbols: known, contracts },
        cascades: { "1h": cascadeOf(over(1)), "4h": cascadeOf(over(4)) },
      },
    }));
  },
});
