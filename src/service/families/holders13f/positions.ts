import { addDays, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd, quarterBefore, quarterLabel } from "../../time/calendar";
import { fullOf } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import { HOLDINGS_DUE_DAYS } from "../../records/holdings";
import { FRACTION } from "../../store/institutions";
import type { Position, Positions } from "../../store/positions";
import { holdersUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { cusipsOf, listedTicker } from "./reported-holders";

/** How a position has changed since the previous quarter. */
export const QOQ_SIGNALS = ["new", "accumulating", "reducing", "unchanged"] as const;
type QoqSignal = (typeof QOQ_SIGNALS)[number];

interface PositionQuery {
  readonly cik?: string | undefined;
  readonly ticker?: string | undefined;
  readonly quarterEnd?: IsoDate | undefined;
}

/** The largest positions of a quarter. */
interface QuarterPositions extends Positions {
  readonly quarterEnd: IsoDate;
}

/** The last quarter whose reports are due, or before it, with reports; if there is none, the newest with reports. As for HOLDERS13F. */
function newestQuarter(context: Context, cik: string | undefined, cusips: readonly string[] | undefined): IsoDate | undefined {
  const { institutions } = context.store;
  const today = context.clock.today();
  const due = lastQuarterEnd(addDays(today, -HOLDINGS_DUE_DAYS));
  if (cusips && cik === undefined) return institutions.newest(cusips, due, today) ?? institutions.newest(cusips, "9999-12-31", today);
  return institutions.newestKnown(today, due, cik) ?? institutions.newestKnown(today, undefined, cik);
}

/** The largest positions in institutions' reports, by value, at most `most`; undefined if no report of the query is known. Cached. */
export const largestPositions = (context: Context, of: PositionQuery, most: number): QuarterPositions | undefined =>
  cache(context, JSON.stringify([of.cik, of.ticker, of.quarterEnd, most]), () => ({ found: readPositions(context, of, most) })).found;

/** Cached, because the largest positions of all institutions are found among millions. */
const cache = untilImport<{ readonly found: QuarterPositions | undefined }>();

function readPositions(context: Context, { cik, ticker, quarterEnd }: PositionQuery, most: number): QuarterPositions | undefined {
  const cusips = ticker === undefined ? undefined : cusipsOf(context, ticker).cusips;
  const end = quarterEnd ?? newestQuarter(context, cik, cusips);
  return end === undefined ? undefined : { quarterEnd: end, ...context.store.institutions.positions(end, context.clock.today(), { cik, cusips }, most) };
}

/** The ticker of a CUSIP, from the list of fails to deliver, else from the name that most institutions give; undefined if neither resolves it. */
export const tickerOfCusip = (context: Context, cusip: string): string | undefined =>
  listedTicker(context, cusip) ?? context.store.institutions.tickerOf(cusip, context.clock.today());

/**
 * How an institution's position has changed since the previous quarter, in shares of this one, or why that is unknown. All CUSIPs of a ticker are one security,
 * as in HOLDERS13F. Splits of a security without a ticker are unknown, so its shares are compared as reported.
 */
export function qoqSignal(
  context: Context,
  { cik, cusip }: Pick<Position, "cik" | "cusip">,
  ticker: string | undefined,
  end: IsoDate,
): { readonly signal: QoqSignal } | { readonly unknown: string } {
  const { institutions } = context.store;
  const today = context.clock.today();
  const previous = quarterBefore(end);
  if (institutions.newestKnown(today, previous, cik) !== previous) return { unknown: `No report of this institution for ${quarterLabel(previous)} is loaded.` };
  const cusips = ticker === undefined ? [cusip] : [...new Set([cusip, ...cusipsOf(context, ticker).cusips])];
  const [now, before] = [end, previous].map((period) => institutions.sharesHeld(cik, cusips, period, today));
  if (before === undefined) return { signal: "new" };
  const shares = ticker === undefined ? { times: 1, splits: [] } : shareBasisOf(context, ticker).between(previous, end);
  if (isDoubt(shares)) return { unknown: fullOf(holdersUncompared(shares)) };
  const change = (now ?? 0) - before * shares.times;
  const most = shares.times === 1 ? 0 : FRACTION;
  return { signal: change > most ? "accumulating" : change < -most ? "reducing" : "unchanged" };
}
