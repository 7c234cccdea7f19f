import { forCell } from "../../../contract/reason";
import { rounded } from "../../sample/random";
import type { IsoDate } from "../../../contract/dates";
import { answering, ofDataset, SAMPLE, type Sourced } from "../../answers/answering";
import { counted } from "../../../contract/counted";
import type { FieldName } from "../../../contract/functions";
import { ofInstrument, publishedIn } from "../of-instrument";
import { TICKERS, UNIVERSE, type Instrument } from "../../instruments/universe";
import { HOUR, type Answer, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { countWith, publishedRows } from "../../answers/published-rows";
import { noInsiders } from "./no-insiders";
import { reportedTrades, reportsNear, sampleReportsNear, type Reported } from "./reported-trades";
import type { InsiderTrade } from "../../records/insider-report";

type Field = FieldName<"INSIDER">;

export const INSIDER_WINDOW_DAYS = 30;
const COVERED = UNIVERSE.filter((i) => i.instrumentType === "common").map((i) => i.ticker);

const valueOf = (trades: readonly InsiderTrade[], side: InsiderTrade["side"]): number =>
  rounded(
    trades.filter((t) => t.side === side).reduce((sum, t) => sum + t.value, 0),
    2,
  );

/** The reports on a symbol: published ones if any are imported, else sample ones. */
function reportsOf(context: Context, instrument: Instrument): Sourced<Reported> {
  const { ticker } = instrument;
  const today = context.clock.today();
  const isPublished = context.store.records.isPublished("insider_trade", ticker);
  const reports = isPublished ? reportsNear(context, ticker, INSIDER_WINDOW_DAYS) : sampleReportsNear(context, instrument, INSIDER_WINDOW_DAYS);
  return { rows: reportedTrades(reports, today, INSIDER_WINDOW_DAYS), ...(isPublished ? ofDataset("sec", "insider_trade", ticker) : SAMPLE) };
}

/** Purchases less sales of the window in US dollars, as INSIDER shows it; undefined if the cell shows a reason. */
export function insiderNetFor(context: Context, instrument: Instrument): number | undefined {
  const { rows: { trades, unpriced, reports }, sample } = reportsOf(context, instrument); // prettier-ignore
  if (reports === 0 || unpriced > 0 || (sample && instrument.instrumentType !== "common")) return undefined;
  return rounded(valueOf(trades, "buy") - valueOf(trades, "sell"), 2);
}

/** Zero only if reports in the window are known and have no open-market trade. Without reports it is unknown whether anyone traded. */
function ofReports({ rows: { trades, unpriced, reports }, ...origin }: Sourced<Reported>, ticker: string, field: Field, today: IsoDate): Answer {
  const say = answering(origin, 6 * HOUR);
  if (reports === 0)
    return say.reason(
      "no_trades",
      {
        short: forCell`No insider report on ${ticker} in the last ${INSIDER_WINDOW_DAYS} days.`,
        full: `No known insider report on ${ticker} has a transaction in the ${INSIDER_WINDOW_DAYS} days to ${today}, so it is unknown whether insiders traded. ${origin.sample ? "This is sample data." : "To load reports: npm run data -- update sec, or import sec FILE."}`,
      },
      today,
    );
  if (unpriced > 0)
    return say.reason(
      "inputs_missing",
      {
        short: `${counted(unpriced, "insider trade states", "insider trades state")} no price.`,
        full: `The value of insiders' trades in ${ticker} is not known: ${counted(unpriced, "reported trade states", "reported trades state")} no price. SMARTMONEY counts insiders without values.`,
      },
      today,
    );
  const buy = valueOf(trades, "buy");
  const sell = valueOf(trades, "sell");
  switch (field) {
    case "net":
      return say.number(rounded(buy - sell, 2), "USD", today);
    case "value":
      return say.number(rounded(buy + sell, 2), "USD", today);
    case "buy":
      return say.number(buy, "USD", today);
    case "sell":
      return say.number(sell, "USD", today);
  }
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
      asOf: "never",
    },
  },
  rows,
};
