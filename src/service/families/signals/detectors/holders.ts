import { addDays } from "../../../../contract/dates";
import { quarterLabel } from "../../../time/calendar";
import type { HoldersQuarter } from "../../holders13f/reported-holders";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";
import { HOLDINGS_DUE_DAYS } from "../../../records/holdings";

/** With fewer institutions a change is chance, or only a few files are imported. */
const MIN_INSTITUTIONS = 20;
/** Holders who added minus those who cut, as a share of the compared ones. In most quarters it is within a tenth. */
const NET_SHARE_THRESHOLD = 0.1;
/** Share of holders that come or go between two quarters. In most quarters it is a tenth, often because institutions begin or stop reporting. */
const TURNOVER_THRESHOLD = 0.15;
/** If a smaller share of institutions appears in both quarters, one quarter is not fully loaded. */
const MIN_OVERLAP = 0.6;

const dueOf = (q: HoldersQuarter): string => addDays(q.quarterEnd, HOLDINGS_DUE_DAYS);

/** More institutions add than cut, or the reverse. Dated by the day the quarter's reports are due. */
export const netAccumulation = (type: "holders13f_accumulation" | "holders13f_distribution", quarters: readonly HoldersQuarter[]): SignalRow[] =>
  quarters.flatMap((q) => {
    const compared = q.compared ?? q.count;
    const net = (q.accumulating - q.reducing) / compared;
    const share = type === "holders13f_accumulation" ? net : -net;
    if (compared < MIN_INSTITUTIONS || !(share >= NET_SHARE_THRESHOLD)) return [];
    const what = `${q.accumulating} institutions added and ${q.reducing} cut in ${quarterLabel(q.quarterEnd)}, of ${compared} that reported in both quarters (SEC, Form 13F)`;
    return [signalOf(type, dueOf(q), net > 0 ? "bull" : "bear", share / NET_SHARE_THRESHOLD, what)];
  });

/** Institutions that are new to the stock, or no longer list it. Needs two loaded quarters, in order. */
export const turnover = (type: "holders13f_new_position" | "holders13f_exit", quarters: readonly HoldersQuarter[]): SignalRow[] =>
  quarters.slice(1).flatMap((q, i) => {
    const before = quarters[i] as HoldersQuarter;
    const both = q.compared ?? Math.min(q.count, before.count);
    const [of, changed] = type === "holders13f_new_position" ? [q.count, q.count - both] : [before.count, before.count - both];
    const share = changed / of;
    if (both < MIN_INSTITUTIONS || both < MIN_OVERLAP * Math.max(q.count, before.count) || !(share >= TURNOVER_THRESHOLD)) return [];
    const isNew = type === "holders13f_new_position";
    const what = isNew
      ? `${changed} of ${of} institutions that list it in ${quarterLabel(q.quarterEnd)} did not list it a quarter before (${percentText(share * 100)}; SEC, Form 13F)`
      : `${changed} of ${of} institutions of the quarter before no longer list it in ${quarterLabel(q.quarterEnd)} (${percentText(share * 100)}; SEC, Form 13F)`;
    return [signalOf(type, dueOf(q), isNew ? "bull" : "bear", share / TURNOVER_THRESHOLD, what)];
  });
