import { counted } from "../../../contract/counted";
import { addDays, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { forCell } from "../../../contract/reason";
import { rounded } from "../../../contract/rounded";
import { answering, SAMPLE, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { doubted } from "../../answers/doubted";
import { type FamilyAnswer, type Family, HOUR } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { countWith, publishedRows } from "../../answers/published-rows";
import { type Instrument, TICKERS, UNIVERSE } from "../../instruments/universe";
import { ofInstrument, publishedIn } from "../of-instrument";
import { originOf } from "../rows";
import { effectiveOn } from "./effective-reports";
import { type Reported, reportedTrades, reportsNear, tradeDoubtsOf, type ValuedTrade } from "./reported-trades";
import { sumOf } from "../statistics";

/** Why a fund or a foreign company has no Form 4 reports. */
export const noInsiders = ({ ticker, instrumentType }: Instrument): string =>
  instrumentType === "etf" ? `${ticker} is a fund and has no insiders` : `${ticker} is a foreign filer: no Form 4 reports`;

type Field = FieldName<"INSIDER">;

export const INSIDER_WINDOW_DAYS = 30;
const COVERED = UNIVERSE.filter((i) => i.instrumentType === "common").map((i) => i.ticker);

const valueOf = (trades: readonly ValuedTrade[], side: ValuedTrade["side"]): number =>
  rounded(sumOf(trades.flatMap((t) => (t.side === side ? [t.value] : []))), 2);

/** What the reports on a symbol state of the window. */
function reportsOf(context: Context, { ticker }: Instrument): Sourced<Reported> {
  const today = context.clock.today();
  const effective = effectiveOn(today, reportsNear(context, ticker, INSIDER_WINDOW_DAYS));
  const doubts = tradeDoubtsOf(context, ticker, effective, addDays(today, 1 - INSIDER_WINDOW_DAYS));
  return { rows: reportedTrades(effective, doubts, today, INSIDER_WINDOW_DAYS), ...originOf(context, "sec", "insider_trade", ticker) };
}

/** Purchases less sales of the window in US dollars, as INSIDER shows it; undefined if the cell shows a reason. */
export function insiderNetFor(context: Context, instrument: Instrument): number | undefined {
  const found = reportsOf(context, instrument);
  if (found.sample && instrument.instrumentType !== "common") return undefined;
  const net = ofReports(found, instrument.ticker, "net", context.clock.today());
  return "value" in net && typeof net.value === "number" ? net.value : undefined;
}

const SIDES: Readonly<Record<Field, readonly ValuedTrade["side"][]>> = { net: ["buy", "sell"], value: ["buy", "sell"], buy: ["buy"], sell: ["sell"] };

/**
 * Zero only if reports in the window are known and have no open-market trade. Without reports it is unknown whether anyone traded, and if the only lines could not be
 * read or are in no sum, how much.
 */
function ofReports({ rows, ...origin }: Sourced<Reported>, ticker: string, field: Field, today: IsoDate): FamilyAnswer {
  const { trades, unpriced, reports, others } = rows;
  const say = answering(origin, 6 * HOUR);
  if (reports === 0)
    return say.reasonOn(today, "no_trades", {
      short: forCell`No insider report on ${ticker} in the last ${INSIDER_WINDOW_DAYS} days.`,
      full: `No known insider report on ${ticker} has a transaction in the ${INSIDER_WINDOW_DAYS} days to ${today}, so it is unknown whether insiders traded. ${origin.sample ? "This is sample data." : "To load reports: npm run data -- update sec, or import sec FILE."}`,
    });
  if (unpriced > 0)
    return say.reasonOn(today, "inputs_missing", {
      short: `${counted(unpriced, "insider trade states", "insider trades state")} no price.`,
      full: `The value of insiders' trades in ${ticker} is not known: ${counted(unpriced, "reported trade states", "reported trades state")} no price. SMARTMONEY counts insiders without values.`,
    });
  const sides = SIDES[field];
  const doubts = rows.doubts.filter(({ side }) => sides.includes(side));
  const leftOut = rows.leftOut.filter(({ side }) => side === undefined || sides.includes(side));
  const sentences = [...doubts, ...leftOut].map(({ sentence }) => sentence);
  if (!trades.some(({ side }) => sides.includes(side)) && (leftOut.length > 0 || doubts.some(({ isOut }) => isOut)))
    return say.reasonOn(today, "inputs_missing", {
      short: leftOut.length > 0 ? "A line of an insider's report cannot be read." : "An insider's price is out of the day's range.",
      full: `The value of insiders' trades in ${ticker} is not known. ${sentences.join(" ")}`,
    });
  const [buy, sell] = [valueOf(trades, "buy"), valueOf(trades, "sell")];
  const usd = { net: rounded(buy - sell, 2), value: rounded(buy + sell, 2), buy, sell }[field];
  const note = others.length === 0 ? undefined : `Not counted, because only shares of the ticker count: ${others.join("; ")}.`;
  const answer = say.number(usd, "USD", today);
  return doubted(note === undefined ? answer : { ...answer, note }, sentences.length === 0 ? undefined : sentences.join(" "));
}

const rows = publishedRows(["insider_trade"]);

/** Open-market trades of insiders over 30 days, by trade date, in US dollars. Zero only if reports are known and have no such trade. */
export const insider: Family = {
  name: "insider",
  functions: {
    INSIDER: {
      evaluate: ofInstrument(
        (instrument, _args, context, field: Field) => {
          const found = reportsOf(context, instrument);
          if (found.sample && instrument.instrumentType !== "common") return answering(SAMPLE, 6 * HOUR).reason("not_covered", `${noInsiders(instrument)}.`);
          return ofReports(found, instrument.ticker, field, context.clock.today());
        },
        TICKERS,
        publishedIn("insider_trade"),
      ),
      ages: { fields: all("window", "net", "value", "buy", "sell") },
      universe: (context) => countWith(COVERED, rows, context),
    },
  },
  rows,
};
