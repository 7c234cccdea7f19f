import { addDays, type IsoDate } from "../../../contract/dates";
import { ofDataset } from "../../answers/answering";
import type { DisclosedTrade } from "../../records/congress-trade";
import { holdersArePublished, reportedHolders } from "../holders13f/reported-holders";
import type { HoldersQuarter } from "../holders13f/rows";
import { ownedTrades, type OwnedTrade } from "../insider/owned-trades";
import { reportsNear } from "../insider/reported-trades";
import { effectiveOn } from "../insider/effective-reports";
import { congressClusters, congressTrades } from "./detectors/congress";
import { netAccumulation, turnover } from "./detectors/holders";
import { chiefPurchases, firstPurchaseInYear, insiderClusters } from "./detectors/insiders";
import { salesIntoStrength } from "./detectors/prices";
import type { Kept } from "../../records/record";
import { newestOf, none, signalsOf, type Asked, type Reader } from "./reader";
import type { SignalRow } from "./rows";
import { counted } from "../../../contract/counted";

const YEAR_DAYS = 365;

/** `since` is the day of the first report: without a year of them no purchase is the first of a year. */
export const inInsiderTrades = (asked: Asked, trades: readonly OwnedTrade[], since: IsoDate | undefined): SignalRow[] =>
  signalsOf(asked, trades, insiderClusters("buy"), insiderClusters("sell"), chiefPurchases("CEO"), chiefPurchases("CFO"), firstPurchaseInYear(since), (of) =>
    salesIntoStrength(of)(asked.closes),
  );

export const inDisclosures = (asked: Asked, rows: readonly Kept<DisclosedTrade>[]): SignalRow[] =>
  signalsOf(asked, rows, congressTrades("buy"), congressTrades("sell"), congressClusters("buy"), congressClusters("sell"));

/** Quarters oldest first. */
export const inHoldings = (asked: Asked, quarters: readonly HoldersQuarter[]): SignalRow[] =>
  signalsOf(
    asked,
    quarters,
    netAccumulation("holders13f_accumulation"),
    netAccumulation("holders13f_distribution"),
    turnover("holders13f_new_position"),
    turnover("holders13f_exit"),
  );

/** Insiders' reports to the SEC. */
export const insider: Reader = (asked) => {
  const { context, ticker, today } = asked;
  const newest = newestOf(asked, "insider_trade");
  if (!newest)
    return none("insider", asked, context.store.records.isPublished("insider_trade", ticker), "report of an insider", "npm run data -- import sec FILE");
  // A purchase is the first of a year by the year before it.
  const reports = reportsNear(context, ticker, 2 * YEAR_DAYS + 1);
  const trades = ownedTrades(effectiveOn(today, reports), today, 2 * YEAR_DAYS + 1);
  const since = reports.map((r) => r.known).reduce<IsoDate | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined);
  const signals = inInsiderTrades(asked, trades, since);
  return {
    family: "insider",
    ...ofDataset("sec", "insider_trade", asked.ticker),
    newest: newest.date,
    read: counted(reports.length, "report of insiders", "reports of insiders"),
    signals,
  };
};

/** Trades disclosed by members of the House. */
export const congress: Reader = (asked) => {
  const { context, ticker, today, since } = asked;
  const newest = newestOf(asked, "congress_trade");
  if (!newest)
    return none("congress", asked, context.store.records.isPublished("congress_trade", ticker), "disclosed trade", "npm run data -- import house FILE");
  // Disclosed up to 45 days after the trade, and many later than that.
  const rows = context.store.records.between<DisclosedTrade>("congress_trade", ticker, addDays(since, -YEAR_DAYS), today, today);
  const signals = inDisclosures(asked, rows);
  return {
    family: "congress",
    ...ofDataset("house", "congress_trade", asked.ticker),
    newest: newest.date,
    read: counted(rows.length, "disclosed trade"),
    signals,
  };
};

/** Institutions' quarterly reports. */
export const holders13f: Reader = (asked) => {
  const { context, ticker } = asked;
  const loaded = holdersArePublished(context, ticker);
  const quarters = loaded ? reportedHolders(context, ticker, 5) : [];
  const newest = quarters[quarters.length - 1];
  if (!newest) return none("holders13f", asked, loaded, "institution's report", "npm run data -- update sec, or import sec FILE");
  const signals = inHoldings(asked, quarters);
  const read = `${counted(quarters.length, "quarter")} of reports, ${newest.count} holders at the newest`;
  return { family: "holders13f", ...ofDataset("sec", "holding"), newest: newest.quarterEnd, read, signals };
};
