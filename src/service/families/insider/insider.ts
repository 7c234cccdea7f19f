import { rounded } from "../../sample/random";
import type { IsoDate } from "../../../contract/dates";
import { answering, ofDataset, SAMPLE, type Answering } from "../answering";
import { ofInstrument, realIn } from "../../sample/of-instrument";
import { TICKERS, UNIVERSE, type Instrument } from "../../sample/universe";
import { HOUR, type Answer, type Context, type Family } from "../family";
import { countWith, realRows } from "../real-rows";
import { reportedTrades } from "./reported-trades";
import type { InsiderTrade } from "./rows";
import { sampleInsiderTrades } from "./sample";

const WINDOW_DAYS = 30;
const COVERED = UNIVERSE.filter((i) => i.instrumentType === "common").map((i) => i.ticker);

const isReal = ({ store }: Context, { ticker }: Instrument): boolean => store.records.isReal("insider_trade", ticker);

const valueOf = (trades: readonly InsiderTrade[], side: InsiderTrade["side"]): number =>
  rounded(
    trades.filter((t) => t.side === side).reduce((sum, t) => sum + t.value, 0),
    2,
  );

function ofTrades(say: Answering, rows: readonly InsiderTrade[], field: string, today: IsoDate): Answer {
  const buy = valueOf(rows, "buy");
  const sell = valueOf(rows, "sell");
  const value = { net: buy - sell, value: buy + sell, buy, sell }[field] ?? Number.NaN;
  return say.number(rounded(value, 2), "USD", today);
}

/** From imported reports. Without one in the window nothing says whether there was none or whether it was not imported: that is no zero. */
function fromReports(context: Context, { ticker }: Instrument, field: string): Answer {
  const today = context.clock.today();
  const say = answering(ofDataset("sec", "insider_trade", ticker), 6 * HOUR);
  const { trades, unpriced, reports } = reportedTrades(context, ticker, WINDOW_DAYS);
  if (reports === 0)
    return say.reason("no_trades", `no insider's report on ${ticker} with a transaction in the ${WINDOW_DAYS} days to ${today} is imported`, today);
  if (unpriced > 0)
    return say.reason("inputs_missing", `${unpriced} of the trades reported on ${ticker} in the window state no price, so their value is not known`, today);
  return ofTrades(say, trades, field, today);
}

const rows = realRows(["insider_trade"]);

/** Open-market trades of insiders over 30 days, by trade date, in US dollars. A company whose reports in the window hold no such trade has a true zero. */
export const insider: Family = {
  name: "insider",
  functions: {
    INSIDER: ofInstrument(
      (instrument, [, field], context) => {
        if (isReal(context, instrument)) return fromReports(context, instrument, String(field));
        const say = answering(SAMPLE, 6 * HOUR);
        if (instrument.instrumentType !== "common") {
          const why = instrument.instrumentType === "etf" ? "is a fund and has no insiders" : "is a foreign private issuer, whose insiders file no Form 4";
          return say.reason("not_covered", `${instrument.ticker} ${why}`);
        }
        const today = context.clock.today();
        return ofTrades(say, sampleInsiderTrades(instrument, today, WINDOW_DAYS), String(field), today);
      },
      TICKERS,
      realIn("insider_trade"),
    ),
  },
  rows,
  universe: (context) => ({ INSIDER: countWith(COVERED, rows, context) }),
};
