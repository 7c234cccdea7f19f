import { addDays, type IsoDate } from "../../../contract/dates";
import { mergeProvenance, ofDataset } from "../../answers/answering";
import type { DisclosedTrade } from "../../records/disclosed-trades";
import { datedByIndex, disclosedTrades } from "../congress/disclosed";
import { holdersArePublished, type HoldersQuarter, reportedHolders } from "../holders13f/reported-holders";
import { ownedTrades } from "../insider/insider-side";
import { reportsNear, tradeDoubtsOf } from "../insider/reported-trades";
import { effectiveOn } from "../insider/effective-reports";
import type { StoredRecord } from "../../records/record";
import { newestRowOf, noEvidence, signalsOf, YEAR_DAYS, type SignalReader, type ReaderInput } from "./reader";
import type { EvidenceRead } from "./rows";
import { counted } from "../../../contract/counted";

/** `newest` is the newest disclosure, if that is not among the rows. */
export const disclosureReading = (input: ReaderInput, rows: readonly StoredRecord<DisclosedTrade>[], newest = rows.at(-1)): EvidenceRead | undefined =>
  newest && {
    newest: newest.date,
    read: counted(rows.length, "disclosed trade"),
    signals: signalsOf(input, "congress", rows),
  };

/** Quarters oldest first. Undefined if there are none. */
export function holdingReading(input: ReaderInput, quarters: readonly HoldersQuarter[]): EvidenceRead | undefined {
  const newest = quarters.at(-1);
  return (
    newest && {
      newest: newest.quarterEnd,
      read: `${counted(quarters.length, "quarter")} of reports, ${newest.count} holders at the newest`,
      signals: signalsOf(input, "holders13f", quarters),
    }
  );
}

/** Reads insiders' reports to the SEC. */
export const readInsiders: SignalReader = (input) => {
  const { context, ticker, today } = input;
  const newest = newestRowOf(input, "insider_trade");
  if (!newest)
    return noEvidence("insider", input, context.store.records.isPublished("insider_trade", ticker), "report of an insider", "npm run data -- import sec FILE");
  // Two years: a first purchase in a year needs the year before it.
  const reports = reportsNear(context, ticker, 2 * YEAR_DAYS + 1);
  const effective = effectiveOn(today, reports);
  const from = addDays(today, -2 * YEAR_DAYS);
  const trades = ownedTrades(effective, tradeDoubtsOf(context, ticker, effective, from), today, 2 * YEAR_DAYS + 1);
  const since = reports.map((r) => r.known).reduce<IsoDate | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined);
  const signals = signalsOf(input, "insider", { trades, since, closes: input.closes });
  return {
    family: "insider",
    ...ofDataset("sec", "insider_trade", input.ticker),
    newest: newest.date,
    read: counted(reports.length, "report of insiders", "reports of insiders"),
    signals,
  };
};

/** Reads trades disclosed by members of the House. */
export const readDisclosures: SignalReader = (input) => {
  const { context, ticker, today, since } = input;
  // Trades are due 45 days after the trade, but many are disclosed later.
  const { rows, provenance } = disclosedTrades(context, ticker, addDays(since, -YEAR_DAYS));
  const [newest] = datedByIndex(context, context.store.records.latest<DisclosedTrade>("congress_trade", ticker, today, 1)).rows;
  const reading = disclosureReading(input, rows, newest);
  if (!reading)
    return noEvidence("congress", input, context.store.records.isPublished("congress_trade", ticker), "disclosed trade", "npm run data -- import house FILE");
  const origin = ofDataset("house", "congress_trade", ticker);
  return { family: "congress", ...origin, ...mergeProvenance([origin, { provenance }]), ...reading };
};

/** Reads institutions' quarterly reports. */
export const readHoldingQuarters: SignalReader = (input) => {
  const { context, ticker } = input;
  const loaded = holdersArePublished(context, ticker);
  const reading = loaded ? holdingReading(input, reportedHolders(context, ticker, 5)) : undefined;
  return reading
    ? { family: "holders13f", ...ofDataset("sec", "holding"), ...reading }
    : noEvidence("holders13f", input, loaded, "institution's report", "npm run data -- update sec, or import sec FILE");
};
