import { isoOf } from "../../../contract/dates";
import { forCell } from "../../../contract/reason";
import type { StoredRecord } from "../../records/record";
import { answering, ofDataset, type Origin } from "../../answers/answering";
import { HOUR, type Answer } from "../../answers/family";
import type { Context } from "../../answers/context";
import type { ReportHour } from "../../records/report-hour";
import { HOUR_MS } from "../../time/durations";

/** GDELT is some quarters of an hour behind, and is asked every hour; what ends earlier is not "the last hours". */
const MAX_BEHIND_MS = 6 * HOUR_MS;
const countsOf = (keyword: string): Origin => ofDataset("gdelt", "report_count", keyword);
const UPDATE = "npm run -s data -- update gdelt";

const minute = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace("T", " ");

/**
 * The sum of the last `hours` full hours that are kept of a keyword. The window ends with the newest hour, at most six hours before the clock, and every hour
 * of it must be there: a gap, or a window that is longer than what is kept, is a reason and never a smaller number. Zero is the count of hours that are there.
 */
export function reportedCount(keyword: string, hours: number, maxAge: number, { clock, store }: Context): Answer {
  const today = clock.today();
  const now = Date.parse(clock.asOf());
  const { number, reason } = answering(countsOf(keyword), maxAge);
  const from = isoOf(now - MAX_BEHIND_MS - (hours + 1) * HOUR_MS);
  const kept = store.records.between<ReportHour>("report_count", keyword, from, today, today).filter(({ body }) => body.hour_ms <= now);
  const last = kept[kept.length - 1] ?? store.records.latest<ReportHour>("report_count", keyword, today, 1)[0];
  if (!last)
    return reason("not_fetched", {
      short: forCell`Counts of "${keyword}" begin after ${today}.`,
      full: `The counts of "${keyword}" begin after ${today}. Use a later date.`,
    });
  const end = last.body.hour_ms + HOUR_MS;
  if (now - end > MAX_BEHIND_MS)
    return reason(
      "not_fetched",
      {
        short: `The counts end at ${minute(end)} UTC.`,
        full: `The counts of "${keyword}" end at ${minute(end)} UTC, more than six hours before ${minute(now)}. The service's operator can fetch newer ones: ${UPDATE}`,
      },
      last.date,
    );
  const window = unbroken(kept, end).slice(-hours);
  if (window.length < hours)
    return reason(
      "not_fetched",
      {
        short: `Only the last ${window.length} of ${hours} hours are loaded.`,
        full: `Of the ${hours} hours to ${minute(end)} UTC only the last ${window.length} are loaded without a gap. Use fewer hours; the service's operator can fetch more: ${UPDATE}`,
      },
      last.date,
    );
  const count = window.reduce((sum, { body }) => sum + body.reports, 0);
  return {
    ...number(count, "count", last.date),
    note: `news articles that GDELT monitored, ${minute(end - hours * HOUR_MS)} to ${minute(end)} UTC`,
  };
}

/** The hours before `end` without a gap, oldest first. */
function unbroken(kept: readonly StoredRecord<ReportHour>[], end: number): readonly StoredRecord<ReportHour>[] {
  let start = kept.length;
  while (start > 0 && kept[start - 1]?.body.hour_ms === end - (kept.length - start + 1) * HOUR_MS) start--;
  return kept.slice(start);
}

/** Why a keyword on the fetch list has no count yet. */
export const notFetchedYet = (keyword: string, context: Context): Answer => ({
  ...answering({ source: "gdelt", sample: false }, HOUR).reason(
    "not_fetched",
    {
      short: forCell`No counts of "${keyword}" are fetched yet.`,
      full: `No counts of "${keyword}" are fetched yet. They are fetched with the next update: ${UPDATE}. Failures are listed by: npm run -s data -- status`,
    },
    context.clock.today(),
  ),
  // It may be there in a minute.
  max_age_s: 60,
});
