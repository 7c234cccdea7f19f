import type { FloatCoverage } from "../../../contract/wire";
import { UNIVERSE } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import { untilRelease } from "../until-release";
import { sampleShortInterest } from "./sample";

const cache = untilRelease<FloatCoverage>(4);

/** Number of tickers in the latest settlement, and how many of them have a float. Uses published rows if any are loaded, else sample rows. */
export const floatCoverage = (context: Context): FloatCoverage =>
  cache(context, "", () => {
    const { clock, store } = context;
    const today = clock.today();
    const settlement_date = store.records.newest("short_interest", today);
    if (settlement_date === undefined) return sampleCoverage(clock.moment());
    // Published rows have no float: no file of affiliates' holdings is imported.
    return { settlement_date, tickers: store.records.across("short_interest", settlement_date, settlement_date, today).length, with_float: 0 };
  });

function sampleCoverage(moment: number): FloatCoverage {
  const histories = UNIVERSE.map((i) => sampleShortInterest(i, moment, 1));
  const settlement_date = histories.reduce((last, h) => (h.latestSettlement > last ? h.latestSettlement : last), "");
  const rows = histories.flatMap((h) => h.rows.filter((r) => r.settlementDate === settlement_date));
  return { settlement_date, tickers: rows.length, with_float: rows.filter((r) => !("unknown" in r.float)).length };
}
