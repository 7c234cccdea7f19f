import type { IsoDate } from "../../../contract/dates";
import { answering, ofDataset, sampled, type Answering, type Sourced } from "../answering";
import { rounded } from "../../sample/random";
import { instrumentOf, TICKERS, unknownTicker } from "../../sample/universe";
import { HOUR, type Answer, type Context, type Evaluate, type Family } from "../family";
import { countWith, namesWith, realRows } from "../real-rows";
import { comparable, dailyReturns, historicalVarPct, sharpeRatio, splitJump, totalReturnPct } from "./returns";
import type { Close } from "./rows";
import { sampleCloses } from "./sample";

const MAX_AGE = HOUR / 4;
/** 252 returns need one close more. */
const YEAR_OF_CLOSES = 253;

const symbolOf = (ticker: string): string => instrumentOf(ticker)?.ticker ?? ticker;

/** The last `count` closes that exist at the clock, oldest first, in US dollars as traded. A symbol with a price of the operator's own has no sample one. */
export function closesFor({ clock, store }: Context, ticker: string, count: number): Sourced<readonly Close[]> {
  const symbol = symbolOf(ticker);
  if (!store.records.isReal("price", symbol)) return sampled(sampleCloses(ticker, clock.today(), count));
  const kept = store.records.latest<Omit<Close, "date">>("price", symbol, clock.today(), count).toReversed();
  return { rows: kept.map(({ date, body }) => ({ date, ...body })), ...ofDataset("user", "price", symbol) };
}

const real = realRows(["price"]);
const known = namesWith(TICKERS, real);

type OnCloses = (closes: readonly Close[], last: Close, say: Answering, field: string) => Answer;

/** Finds the symbol's closes, and says why there are none. */
const withCloses =
  (count: number, then: OnCloses): Evaluate =>
  (args, context) => {
    const ticker = String(args[0]);
    const { rows, ...origin } = closesFor(context, ticker, count);
    const say = answering(origin, MAX_AGE);
    if (origin.sample && !instrumentOf(ticker)) {
      const { code, reason } = unknownTicker(ticker, known(context));
      return say.reason(code, reason);
    }
    const last = rows[rows.length - 1];
    if (!last) return say.reason("no_price", `no price is known for ${ticker}, and prices are never estimated`);
    if (rows.length < count) return say.reason("inputs_missing", `${ticker} has ${rows.length} of the ${count} closes that this figure needs`, last.date);
    return then(rows, last, say, String(args[1] ?? ""));
  };

const splitReason = (say: Answering, day: IsoDate, last: Close): Answer =>
  say.reason("price_return_split_refused", `the close jumped on ${day} as in a split and prices are not adjusted: compare closes of one side only`, last.date);

const price: OnCloses = (closes, last, say, field) => {
  const before = closes[0] as Close;
  switch (field) {
    case "last":
      return say.number(last.close, "USD", last.date);
    case "previous":
      return say.number(before.close, "USD", before.date);
    case "date":
      return say.date(last.date, last.date);
    case "currency":
      return say.text("USD", last.date);
  }
  const compared = field === "change" ? closes : comparable(closes);
  const jump = splitJump(compared);
  if (jump) return splitReason(say, jump.date, last);
  if (field === "change") return say.number(rounded(last.close - before.close, 2), "USD", last.date);
  return say.number(rounded(totalReturnPct(compared), 4), "%", last.date);
};

const overReturns =
  (figure: (returns: readonly number[]) => number, unit: "%" | "ratio"): OnCloses =>
  (traded, last, say) => {
    const closes = comparable(traded);
    const jump = splitJump(closes);
    return jump ? splitReason(say, jump.date, last) : say.number(rounded(figure(dailyReturns(closes)), 4), unit, last.date);
  };

/**
 * Last closes and what follows from them. PRICE and CHANGE read two closes, VAR and SHARPE a year of them. Any figure that
 * spans a jump that looks like a split is refused.
 */
export const prices: Family = {
  name: "prices",
  functions: {
    PRICE: withCloses(2, price),
    CHANGE: withCloses(2, (closes, last, say) => price(closes, last, say, "change_pct")),
    VAR: withCloses(YEAR_OF_CLOSES, overReturns(historicalVarPct, "%")),
    SHARPE: withCloses(YEAR_OF_CLOSES, overReturns(sharpeRatio, "ratio")),
  },
  rows: real,
  isPublished: ([ticker], { store }) => store.records.isReal("price", symbolOf(String(ticker))),
  universe: (context) => {
    const count = countWith(TICKERS, real, context);
    return { PRICE: count, CHANGE: count, VAR: count, SHARPE: count };
  },
};
