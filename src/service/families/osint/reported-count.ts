import { isoOf } from "../../../contract/dates";
import { forCell } from "../../../contract/reason";
import type { StoredRecord } from "../../records/record";
import { answering } from "../../answers/answering";
import { HOUR, type Answer } from "../../answers/family";
import type { Context } from "../../answers/context";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";
import { originOf, recordsOf } from "../rows";
import type { Counted } from "./sample";

/** Maximum age of the newest hour. GDELT lags by some quarters of an hour and is fetched every hour, so older counts are not "the last hours". */
const MAX_BEHIND_MS = 6 * HOUR_MS;
const UPDATE = "npm run -s data -- update gdelt";

const minute = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace("T", " ");

/**
 * The count of a keyword over the last `hours` full hours. The window ends with the newest stored hour, at most six hours ago. A missing hour gives a reason, never a
 * smaller number. Zero means that all hours are stored and have no report.
 */
export function reportedCount(keyword: string, hours: number, maxAge: number, context: Context): Answer {
  const { clock } = context;
  const today = clock.today();
  const now = momentInUtc(clock);
  const records = recordsOf(context, "report_count", keyword);
  const origin = originOf(context, "gdelt", "report_count", keyword);
  const { number, reason } = answering(origin, maxAge);
  const from = isoOf(now - MAX_BEHIND_MS - (hours + 1) * HOUR_MS);
  const stored = records.between<Counted>("report_count", keyword, from, today, today).filter(({ body }) => body.hour_ms <= now);
  const last = stored[stored.length - 1] ?? records.latest<Counted>("report_count", keyword, today, 1)[0];
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
  const window = unbroken(stored, end).slice(-hours);
  if (window.length < hours)
    return reason(
      "not_fetched",
      {
        short: `Only the last ${window.length} of ${hours} hours are loaded.`,
        full: `Only the last ${window.length} of the ${hours} hours to ${minute(end)} UTC are loaded without a gap. Use fewer hours; the service's operator can fetch more: ${UPDATE}`,
      },
      last.date,
    );
  const count = window.reduce((sum, { body }) => sum + body.reports, 0);
  if (origin.sample) return number(count, "count", today);
  return {
    ...number(count, "count", last.date),
    note: `news articles that GDELT monitored, ${minute(end - hours * HOUR_MS)} to ${minute(end)} UTC`,
  };
}

/** The hours before `end` without a gap, oldest first. */
function unbroken(kept: readonly StoredRecord<Counted>[], end: number): readonly StoredRecord<Counted>[] {
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
      full: `No counts of "${keyword}" are fetched yet; the next update fetches them: ${UPDATE}. To list failures: npm run -s data -- status`,
    },
    context.clock.today(),
  ),
  // The count may arrive within a minute.
  max_age_s: 60,
});
