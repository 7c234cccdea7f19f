import type { IsoDate } from "../../../../contract/dates";
import type { RecordRow, StoredRecord } from "../../../records/record";
import type { PublishedShortInterest } from "../../../records/equities";
import { releaseOfRecord } from "../../../releases/releases";
import { dayAt } from "../../../time/time-zone";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";

type Settlement = StoredRecord<PublishedShortInterest>;

/** At most one symbol in ten changes this much between two settlements, half a month apart. */
const CHANGE_THRESHOLD_PCT = 25;
/** Below this many shares a change in percent means little. */
const MIN_SHARES = 100_000;
/** Two weeks of trading to buy everything back. */
const EXTREME_DAYS = 10;

/** Publication day of a settlement, by FINRA's release rule. */
export const settlementPublishedOn = (settlement: Pick<RecordRow, "date" | "source">): IsoDate =>
  dayAt(releaseOfRecord({ ...settlement, dataset: "short_interest", entity: "", key: "", known: settlement.date, body: {} })!.at, "America/New_York");

const dated = (s: Settlement): string => `at the settlement of ${s.date} (FINRA)`;

/** Short interest that rose or fell by a quarter or more since the previous settlement, by the change that FINRA states. */
export const shortInterestChanges = (type: "short_interest_surge" | "short_interest_drop", settlements: readonly Settlement[]): SignalRow[] =>
  settlements.flatMap((s) => {
    const { change_pct: change, previous_short_interest: before, short_interest: now } = s.body;
    // Without a previous position FINRA states a change of 100, which is not a change.
    if (change === null || before === null || before <= 0 || Math.max(now, before) < MIN_SHARES) return [];
    const rise = type === "short_interest_surge";
    if ((rise ? change : -change) < CHANGE_THRESHOLD_PCT) return [];
    const what = `Short interest ${rise ? "rose" : "fell"} ${percentText(Math.abs(change))} to ${now} shares ${dated(s)}`;
    return [signalOf(type, settlementPublishedOn(s), rise ? "bear" : "bull", Math.abs(change) / CHANGE_THRESHOLD_PCT, what)];
  });

/** The first settlement with ten or more days to cover. FINRA's ceiling of 999.99 does not count. A settlement without a figure is skipped. */
export const daysToCoverExtremes = (settlements: readonly Settlement[]): SignalRow[] => {
  let wasExtreme = false;
  return settlements.flatMap((s) => {
    const { days_to_cover: days, days_to_cover_censored: isCeiling, short_interest: shares } = s.body;
    if (days === null && !isCeiling) return [];
    const before = wasExtreme;
    wasExtreme = isCeiling || (days !== null && days >= EXTREME_DAYS);
    if (before || days === null || days < EXTREME_DAYS || shares < MIN_SHARES) return [];
    return [signalOf("days_to_cover_extreme", settlementPublishedOn(s), "bear", days / EXTREME_DAYS, `${days} days to cover ${dated(s)}`)];
  });
};
