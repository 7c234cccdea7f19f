import { addDays } from "../../../../contract/dates";
import { quarterLabel } from "../../../time/calendar";
import type { HoldersQuarter } from "../../holders13f/rows";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";
import { HOLDINGS_DUE_DAYS } from "../../../records/holdings";

/** Fewer than so many institutions are chance, or a few files that somebody imported. */
const LEAST_INSTITUTIONS = 20;
/** Holders who added less those who cut, of those who can be compared: in most quarters it stays within a tenth. */
const FULL_NET_SHARE = 0.1;
/** Institutions that come or go between two quarters are a tenth in most quarters, many of them because they began or ceased to report. */
const FULL_TURNOVER = 0.15;
/** Where fewer institutions than this appear in both quarters, one of them is not loaded whole. */
const LEAST_OVERLAP = 0.6;

const dueOf = (q: HoldersQuarter): string => addDays(q.quarterEnd, HOLDINGS_DUE_DAYS);

/** More institutions adding than cutting, or the other way round, once the quarter's reports were due. */
export const netAccumulation =
  (type: "holders13f_accumulation" | "holders13f_distribution") =>
  (quarters: readonly HoldersQuarter[]): SignalRow[] =>
    quarters.flatMap((q) => {
      const compared = q.compared ?? q.count;
      const net = (q.accumulating - q.reducing) / compared;
      const share = type === "holders13f_accumulation" ? net : -net;
      if (compared < LEAST_INSTITUTIONS || !(share >= FULL_NET_SHARE)) return [];
      const what = `${q.accumulating} institutions added and ${q.reducing} cut in ${quarterLabel(q.quarterEnd)}, of ${compared} that reported twice (SEC, Form 13F)`;
      return [signalOf(type, dueOf(q), net > 0 ? "bull" : "bear", share / FULL_NET_SHARE, what)];
    });

/** Institutions that list the stock and did not a quarter before, or no longer do; only where both quarters are loaded. Needs quarters in order. */
export const turnover =
  (type: "holders13f_new_position" | "holders13f_exit") =>
  (quarters: readonly HoldersQuarter[]): SignalRow[] =>
    quarters.slice(1).flatMap((q, i) => {
      const before = quarters[i] as HoldersQuarter;
      const both = q.compared ?? Math.min(q.count, before.count);
      const [of, of_both] = type === "holders13f_new_position" ? [q.count, q.count - both] : [before.count, before.count - both];
      const share = of_both / of;
      if (both < LEAST_INSTITUTIONS || both < LEAST_OVERLAP * Math.max(q.count, before.count) || !(share >= FULL_TURNOVER)) return [];
      const isNew = type === "holders13f_new_position";
      const what = isNew
        ? `${of_both} of ${of} institutions that list it in ${quarterLabel(q.quarterEnd)} did not a quarter before (${percentText(share * 100)}; SEC, Form 13F)`
        : `${of_both} of ${of} institutions no longer list it in ${quarterLabel(q.quarterEnd)} (${percentText(share * 100)}; SEC, Form 13F)`;
      return [signalOf(type, dueOf(q), isNew ? "bull" : "bear", share / FULL_TURNOVER, what)];
    });
