import type { FloatCoverage } from "../../../contract/wire";
import type { Context } from "../../answers/context";
import { untilRelease } from "../../answers/until-import";
import { sampleAtLatest } from "./listed-settlements";

const cache = untilRelease<FloatCoverage>();

/** Number of tickers in the latest settlement, and how many of them have a float. Uses published rows if any are loaded, else sample rows. */
export const floatCoverage = (context: Context): FloatCoverage =>
  cache(context, "", () => {
    const { clock, store } = context;
    const today = clock.today();
    const settlement_date = store.records.newest("short_interest", today);
    if (settlement_date === undefined) return sampleCoverage(context);
    // Published rows have no float: no file of affiliates' holdings is imported.
    return { settlement_date, tickers: store.records.across("short_interest", settlement_date, settlement_date, today).length, with_float: 0 };
  });

function sampleCoverage(context: Context): FloatCoverage {
  const rows = sampleAtLatest(context).map(({ row }) => row);
  return { settlement_date: rows[0]?.settlementDate ?? "", tickers: rows.length, with_float: rows.filter(({ float }) => !("unknown" in float)).length };
}
