import type { FieldName } from "../../../contract/functions";
import { rounded } from "../../../contract/rounded";
import { answering, type Answering, type ReasonText, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type EvaluateField, type Family, type FamilyAnswer, HOUR } from "../../answers/family";
import { all, only } from "../../answers/field-ages";
import { gapIn, gapText } from "../../answers/maximum-age";
import { countWith, namesWith, publishedRows } from "../../answers/published-rows";
import { instrumentOf, TICKERS } from "../../instruments/universe";
import { unknownTicker } from "../../names/unknown";
import { type Close, splitInWords } from "../../records/equities";
import { isPublished, originOf, recordsOf } from "../rows";
import { returnRefused } from "../share-basis/doubt-in-words";
import { type Doubt, isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { dailyReturns, historicalVarPct, sharpeRatio, splitJump, totalReturnPct } from "./returns";

/** Closes on one share basis, and why earlier ones are left out. */
export interface Comparable {
  /** Oldest first, up to the last; with a doubt, only those after it. */
  readonly closes: readonly Close[];
  readonly doubt?: Doubt;
}

/** Closes for returns: adjusted closes if every row has one, else closes as traded, put on the share basis of the last one. The two are never mixed. */
export function comparableCloses(context: Context, symbol: string, closes: readonly Close[]): Comparable {
  return closes.length > 0 && closes.every((c) => c.adjusted !== undefined)
    ? { closes: closes.map(({ date, close, adjusted }) => ({ date, close: adjusted ?? close })) }
    : inLastShares(context, symbol, closes);
}

/** Closes as traded, put on the share basis of the last one. */
export const inLastShares = (context: Context, symbol: string, closes: readonly Close[]): Comparable => shareBasisOf(context, symbol).inLastShares(closes);

/** Why a figure over all of these closes is refused: a step that looks like a split, or closes that cannot be put in the same shares. */
export function refusalOf({ closes, doubt }: Comparable): Doubt | undefined {
  const jump = splitJump(closes);
  return doubt ?? (jump && { kind: "jump", day: jump.date });
}

/** The reason for a missing price. */
export const noPrice = (ticker: string): ReasonText => ({
  short: `No price of ${ticker} is known.`,
  full: `No price of ${ticker} is known, and prices are never estimated. Import your own prices (columns symbol, date, close).`,
});
/** Fewer closes than a figure needs. */
export const tooFewCloses = (ticker: string, count: number, needed: number): ReasonText => ({
  short: `Not enough prices: ${count} of ${needed} closes.`,
  full: `${ticker} has ${count} of the ${needed} closes that this figure needs. Import earlier prices.`,
});

const MAX_AGE = HOUR / 4;
/** 252 returns need 253 closes. */
const YEAR_OF_CLOSES = 253;

const symbolOf = (ticker: string): string => instrumentOf(ticker)?.ticker ?? ticker;

/** The last `count` closes, oldest first, in US dollars as traded. A symbol with imported prices has no sample prices. */
export function closesFor(context: Context, ticker: string, count: number): Sourced<readonly Close[]> {
  const symbol = symbolOf(ticker);
  const closes = recordsOf(context, "price", symbol).latest<Omit<Close, "date">>("price", symbol, context.clock.today(), count).toReversed();
  return { rows: closes.map(({ date, body }) => ({ date, ...body })), ...originOf(context, "user", "price", symbol) };
}

const published = publishedRows(["price"]);
const known = namesWith(TICKERS, published);

interface ClosesQuestion<N extends string = string> {
  readonly context: Context;
  readonly symbol: string;
  /** Oldest first, as traded; at least one. */
  readonly closes: readonly Close[];
  readonly last: Close;
  readonly say: Answering;
  readonly field: N;
}

/** Fields that use only the last close. */
const OF_ONE_CLOSE: ReadonlySet<string> = new Set(["last", "date", "currency"]);

/** Evaluates with the symbol's closes, or returns the reason why there are none. */
const withCloses =
  <N extends string>(count: number, then: (question: ClosesQuestion<N>) => FamilyAnswer): EvaluateField<N> =>
  (args, context, field) => {
    const ticker = String(args[0]);
    const needed = OF_ONE_CLOSE.has(field) ? 1 : count;
    const { rows, ...origin } = closesFor(context, ticker, needed);
    const say = answering(origin, MAX_AGE);
    if (origin.sample && !instrumentOf(ticker)) return unknownReason(say, unknownTicker(ticker, known(context), context));
    const last = rows[rows.length - 1];
    if (!last) return say.reason("no_price", noPrice(ticker));
    if (rows.length < needed) return say.reasonOn(last.date, "inputs_missing", tooFewCloses(ticker, rows.length, needed));
    const gap = origin.sample || OF_ONE_CLOSE.has(field) ? undefined : gapIn("closes", rows);
    if (gap) return say.reasonOn(last.date, "inputs_missing", gapText("closes", `The figure for ${ticker}`, gap));
    return then({ context, symbol: symbolOf(ticker), closes: rows, last, say, field });
  };

/** The previous close on the share basis of the last one, so that the two can be compared; as traded if the share basis is unknown. */
function previous({ context, symbol, closes, last, say }: ClosesQuestion): FamilyAnswer {
  const [before] = closes as [Close];
  const shares = shareBasisOf(context, symbol).closeBetween(before.date, last.date);
  if (isDoubt(shares) || shares.times === 1) return { ...say.number(before.close, "USD", before.date), newest: last.date };
  return {
    ...say.number(rounded(before.close / shares.times, 4), "USD", before.date),
    note: `${before.close} as traded on ${before.date}, before the ${splitInWords(shares.times)} split`,
    newest: last.date,
  };
}

function price(question: ClosesQuestion<FieldName<"PRICE">>): FamilyAnswer {
  const { context, symbol, closes, last, say, field } = question;
  const compared = (figure: (both: readonly Close[]) => FamilyAnswer): FamilyAnswer => {
    const inShares = inLastShares(context, symbol, closes);
    const refusal = refusalOf(inShares);
    return refusal ? say.reasonOn(last.date, "price_return_split_refused", returnRefused(refusal)) : figure(inShares.closes);
  };
  const figures: Readonly<Record<typeof field, () => FamilyAnswer>> = {
    last: () => say.number(last.close, "USD", last.date),
    previous: () => previous(question),
    date: () => say.date(last.date, last.date),
    currency: () => say.text("USD", last.date),
    change: () => compared((both) => say.number(rounded(last.close - (both[0] as Close).close, 2), "USD", last.date)),
    change_pct: () => compared((both) => say.number(rounded(totalReturnPct(both), 4), "%", last.date)),
  };
  return figures[field]();
}

const overReturns =
  (figure: (returns: readonly number[]) => number, unit: "%" | "ratio") =>
  ({ context, symbol, closes, last, say }: ClosesQuestion): FamilyAnswer => {
    const compared = comparableCloses(context, symbol, closes);
    const refusal = refusalOf(compared);
    return refusal
      ? say.reasonOn(last.date, "price_return_split_refused", returnRefused(refusal))
      : say.number(rounded(figure(dailyReturns(compared.closes)), 4), unit, last.date);
  };

const covered = (context: Context): number => countWith(TICKERS, published, context);
const WITHOUT_FIELDS = { ages: { fields: only("latest"), age: () => "closes" as const }, universe: covered };

/**
 * Closes and figures computed from them: PRICE reads one close, or two for a change; CHANGE two; VAR and SHARPE a year. Closes on both sides of a known split are
 * converted to the same shares; a figure across a jump that looks like an unknown split is refused.
 */
export const pricesFamily: Family = {
  name: "prices",
  functions: {
    PRICE: {
      evaluate: withCloses(2, price),
      ages: {
        fields: { ...all("latest", "last", "change", "change_pct", "previous"), date: "day", currency: "constant" },
        age: () => "closes",
        dayField: "date",
      },
      universe: covered,
      asOf: "name",
    },
    CHANGE: { evaluate: withCloses(2, (question) => price({ ...question, field: "change_pct" })), ...WITHOUT_FIELDS },
    VAR: { evaluate: withCloses(YEAR_OF_CLOSES, overReturns(historicalVarPct, "%")), ...WITHOUT_FIELDS },
    SHARPE: { evaluate: withCloses(YEAR_OF_CLOSES, overReturns(sharpeRatio, "ratio")), ...WITHOUT_FIELDS },
  },
  rows: published,
  isPublished: ([ticker], context) => isPublished(context, "price", symbolOf(String(ticker))),
};
