import { largest, smallest } from "../../../contract/lists";
import { addDays, daysBetween, isoOf, msOf, type IsoDate } from "../../../contract/dates";
import { coverageSpans } from "../coverage";
import { type Liquidation, type LiquidationSpan, reachFrom } from "../../records/crypto";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import { MINUTE_MS } from "../../time/durations";

/** A page ends with the newest liquidation, which may be some time ago in quiet markets. */
const QUIET_MS = 30 * MINUTE_MS;

/** Liquidations of one symbol in one window. */
export type Liquidated = NonNullable<ReturnType<typeof liquidated>>;

/** The liquidations of one day, cached because cells read them for many minutes. */
const onDay = untilImport(({ store, clock }, symbol: string, date: IsoDate): readonly Liquidation[] =>
  store.records.between<Liquidation>("liquidation", symbol, date, date, clock.today()).map((r) => r.body),
);

const daysFrom = (first: IsoDate, last: IsoDate): IsoDate[] => Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i));

/** How much of a window the pages of each contract cover; `whole` if they cover it without a gap. */
function reachesOf(spans: readonly LiquidationSpan[], after: number, upTo: number) {
  return [...new Set(spans.map((s) => s.contract))].map((contract) => {
    const of = spans.filter((s) => s.contract === contract);
    const reach = of.some((s) => s.from_ms <= after) ? (reachFrom(of, after) ?? after) : after;
    return { contract, from_ms: smallest(of.map((s) => s.from_ms)), to_ms: largest(of.map((s) => s.to_ms)), whole: reach >= upTo - QUIET_MS };
  });
}

/** US dollars liquidated on each UTC day that the pages of every stored contract cover. */
export function wholeDays(context: Context, symbol: string, first: IsoDate, last: IsoDate): number[] {
  const { clock, store } = context;
  const spans = coverageSpans<LiquidationSpan>(context, `liquidation ${symbol}`, msOf(addDays(first, -1)), msOf(addDays(last, 1)));
  const totals = store.records.totals("liquidation", symbol, "usd", first, last, clock.today());
  return daysFrom(first, last).flatMap((date) => {
    const [after, upTo] = [msOf(date) - 1, msOf(addDays(date, 1)) - 1];
    const ofDay = spans.filter((s) => s.to_ms > after && s.from_ms <= upTo);
    const reaches = reachesOf(ofDay, after, upTo);
    return reaches.length > 0 && reaches.every((r) => r.whole) ? [totals.get(date) ?? 0] : [];
  });
}

/** Liquidations of one symbol after `after` and up to `upTo`, both milliseconds UTC; undefined if no page covers that time. */
export function liquidated(context: Context, symbol: string, after: number, upTo: number) {
  const spans = coverageSpans<LiquidationSpan>(context, `liquidation ${symbol}`, after, upTo);
  const contracts = reachesOf(spans, after, upTo);
  if (contracts.length === 0) return undefined;
  const rows = daysFrom(isoOf(after), isoOf(upTo))
    .flatMap((date) => onDay(context, symbol, date))
    .filter(({ time_ms }) => time_ms > after && time_ms <= upTo);
  const of = (side: Liquidation["side"]) => rows.filter((r) => r.side === side).map((r) => r.usd);
  const sum = (usd: readonly number[]) => Number(usd.reduce((a, b) => a + b, 0).toPrecision(12));
  return {
    long_usd: sum(of("long")),
    short_usd: sum(of("short")),
    long_count: of("long").length,
    short_count: of("short").length,
    /** True if every stored contract covers the whole window. Otherwise the sums are a lower bound. */
    whole: contracts.every((c) => c.whole),
    contracts,
  };
}
