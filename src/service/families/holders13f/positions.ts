import { counted } from "../../../contract/counted";
import { addDays, type IsoDate } from "../../../contract/dates";
import { fullOf } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { untilImport } from "../../answers/until-import";
import { firstDoubt } from "../../doubts/doubt-check";
import { EQUAL_CHECKS, LEAST_EQUAL, POSITION_CHECKS, PRICE_FACTOR, ROUNDED } from "../../doubts/holdings";
import type { Close } from "../../records/equities";
import { HOLDINGS_DUE_DAYS } from "../../records/holdings";
import type { FailPrice } from "../../records/filings";
import { FRACTION } from "../../store/institutions";
import type { Position } from "../../store/positions";
import { lastQuarterEnd, quarterBefore, quarterEnd, quarterLabel } from "../../time/calendar";
import { holdersUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { cusipsOf, type HoldersQuarter, listedTicker } from "./reported-holders";

/** The part of a quarter's value, or of its institutions, that reports in doubt must have for the totals to be in doubt. */
const MATERIAL = { value: 0.01, institutions: 0.1 };
/** With more positions, their median is the price: others are not read. */
const MANY = 64;
/** Maximum age of a close at a quarter's end. */
const CLOSE_DAYS = 7;
/** The same of a price in the lists of fails to deliver, which have a security only on days with fails. */
const LISTED_DAYS = 31;

interface Price {
  readonly price: number;
  readonly from: string;
  readonly isSameDay: boolean;
}

/** Prices per share that were known by the clock's moment: never of sample data. */
function pricesAt({ store, clock }: Context, ticker: string, cusips: readonly string[], end: IsoDate): Price[] {
  const median = (period: IsoDate, least: number): Price[] => {
    const found = store.institutions.medianPrice(cusips, period, clock.today());
    if (!found || found.positions < least) return [];
    const from = `as the median of ${counted(found.positions, "position")} of ${quarterLabel(period)}`;
    return [{ price: found.price, from, isSameDay: period === end }];
  };
  const own = median(end, MANY);
  if (own.length > 0) return own;
  const [close] = store.records.latest<Omit<Close, "date">>("price", ticker, end, 1);
  const closes = close && close.date >= addDays(end, -CLOSE_DAYS) ? [{ price: close.body.close, from: `as the close of ${close.date}`, isSameDay: false }] : [];
  const listed = cusips.flatMap((cusip) => {
    const rows = store.records.between<FailPrice>("fail_price", cusip, addDays(end, -LISTED_DAYS), end, clock.today());
    const row = rows[rows.length - 1];
    return row ? [{ price: row.body.price, from: `in the SEC's list of fails of ${row.date}`, isSameDay: false }] : [];
  });
  return [...closes, ...listed.slice(-1), ...median(end, 2), ...median(quarterBefore(end), 1), ...median(quarterEnd(addDays(end, 1)), 1)];
}

type Doubted = Position & { readonly doubt: string };

/** Positions in doubt with the doubt, by report and CUSIP: those of reports in doubt, those with shares as value, and those with an odd price per share. Cached. */
export const doubtedPositions = untilImport((context, ticker: string, end: IsoDate): ReadonlyMap<string, Doubted> => {
  const { institutions } = context.store;
  const { cusips } = cusipsOf(context, ticker);
  const today = context.clock.today();
  const found = new Map<string, Doubted>();
  const add = (position: Position, doubt: string | undefined): void => {
    const key = `${position.accession} ${position.cusip}`;
    if (doubt !== undefined && !found.has(key)) found.set(key, { ...position, doubt });
  };
  for (const position of institutions.doubtedPositions(cusips, end, today)) add(position, position.doubt ?? undefined);
  for (const position of institutions.equalPositions(cusips, end, today, LEAST_EQUAL.position)) add(position, firstDoubt(EQUAL_CHECKS, position));
  for (const price of pricesAt(context, ticker, cusips, end)) {
    const factor = price.isSameDay ? PRICE_FACTOR.sameDay : PRICE_FACTOR.other;
    const bounds = { price: price.price, least: price.price / factor, most: price.price * factor, amount: ROUNDED };
    for (const position of institutions.oddPositions(cusips, end, today, bounds)) add(position, firstDoubt(POSITION_CHECKS, { ...position, ...price }));
  }
  return found;
});

/** Why a quarter's totals may be wrong: reports in doubt are a material part of them. Undefined otherwise. */
export function totalsDoubt(context: Context, ticker: string, { quarterEnd, value, count }: HoldersQuarter): string | undefined {
  const positions = [...doubtedPositions(context, ticker, quarterEnd).values()].sort((a, b) => b.value - a.value || (a.accession < b.accession ? -1 : 1));
  const [first] = positions;
  if (!first) return undefined;
  const doubted = positions.reduce((sum, p) => sum + p.value, 0);
  const institutions = new Set(positions.map((p) => p.cik)).size;
  if (doubted < value * MATERIAL.value && institutions < count * MATERIAL.institutions) return undefined;
  const part = value === 0 ? 0 : Math.round((100 * doubted) / value);
  return `${counted(institutions, "institution")} of ${count}, with ${part}% of the value, ${institutions === 1 ? "has" : "have"} values in doubt. ${first.filer}, report ${first.accession}: ${first.doubt}`;
}

/** How a position has changed since the previous quarter. */
export const QOQ_SIGNALS = ["new", "accumulating", "reducing", "unchanged"] as const;
type QoqSignal = (typeof QOQ_SIGNALS)[number];

interface PositionQuery {
  readonly cik?: string | undefined;
  readonly ticker?: string | undefined;
  readonly quarterEnd?: IsoDate | undefined;
}

/** The last quarter whose reports are due, or before it, with reports; if there is none, the newest with reports. As for HOLDERS13F. */
function newestQuarter(context: Context, cik: string | undefined, cusips: readonly string[] | undefined): IsoDate | undefined {
  const { institutions } = context.store;
  const today = context.clock.today();
  const due = lastQuarterEnd(addDays(today, -HOLDINGS_DUE_DAYS));
  if (cusips && cik === undefined) return institutions.newest(cusips, due, today) ?? institutions.newest(cusips, "9999-12-31", today);
  return institutions.newestKnown(today, due, cik) ?? institutions.newestKnown(today, undefined, cik);
}

/**
 * The largest positions in institutions' reports, by value, at most `most`; undefined if no report of the query is known. Cached, because the largest positions of all
 * institutions are found among millions.
 */
export const largestPositions = untilImport(readPositions, (_context, of, most) => JSON.stringify([of.cik, of.ticker, of.quarterEnd, most]));

function readPositions(context: Context, { cik, ticker, quarterEnd }: PositionQuery, most: number) {
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
