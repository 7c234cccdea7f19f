import { addDays, weekdayOf, type IsoDate } from "../../../../contract/dates";
import type { Kept } from "../../../records/record";
import type { PublishedShortInterest } from "../../../records/short-interest";
import type { SignalRow } from "../rows";
import { percentText, signalOf } from "../strength";

type Settlement = Kept<PublishedShortInterest>;

/** A settlement is published so many business days later: only then could it be known. */
const PUBLISHED_AFTER = 9;
/** A change between two settlements, half a month apart, that one symbol in ten or fewer shows. */
const FULL_CHANGE_PCT = 25;
/** Below so many shares a change in percent says little. */
const LEAST_SHARES = 100_000;
/** Two weeks of trading to buy everything back. */
const EXTREME_DAYS = 10;

/** The day on which a settlement was published, by the rule. */
export function publishedOn(settlement: IsoDate): IsoDate {
  let day = settlement;
  for (let left = PUBLISHED_AFTER; left > 0;) {
    day = addDays(day, 1);
    if (weekdayOf(day) % 6 !== 0) left -= 1;
  }
  return day;
}

const dated = (s: Settlement): string => `at the settlement of ${s.date} (FINRA)`;

/** Short interest that rose or fell by a quarter or more since the settlement before, as FINRA states the change. */
export const shortInterestChanges =
  (type: "short_interest_surge" | "short_interest_drop") =>
  (settlements: readonly Settlement[]): SignalRow[] =>
    settlements.flatMap((s) => {
      const { change_pct: change, previous_short_interest: before, short_interest: now } = s.body;
      // Where there was none before, FINRA states a change of 100 that is no change.
      if (change === null || before === null || before <= 0 || Math.max(now, before) < LEAST_SHARES) return [];
      const rise = type === "short_interest_surge";
      if ((rise ? change : -change) < FULL_CHANGE_PCT) return [];
      const what = `Short interest ${rise ? "rose" : "fell"} ${percentText(Math.abs(change))} to ${now} shares ${dated(s)}`;
      return [signalOf(type, publishedOn(s.date), rise ? "bear" : "bull", Math.abs(change) / FULL_CHANGE_PCT, what)];
    });

/** The first settlement with ten days to cover or more; FINRA's ceiling of 999.99 is no figure. */
export const daysToCoverExtremes = (settlements: readonly Settlement[]): SignalRow[] =>
  settlements.flatMap((s, i) => {
    const days = s.body.days_to_cover;
    const before = settlements[i - 1]?.body;
    if (days === null || days < EXTREME_DAYS || s.body.short_interest < LEAST_SHARES) return [];
    if (before && (before.days_to_cover_censored || (before.days_to_cover ?? 0) >= EXTREME_DAYS)) return [];
    return [signalOf("days_to_cover_extreme", publishedOn(s.date), "bear", days / EXTREME_DAYS, `${days} days to cover ${dated(s)}`)];
  });
