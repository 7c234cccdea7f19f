import { isoOf } from "../../../contract/dates";
import { forCell } from "../../../contract/reason";
import { answering } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type Evaluate, type Family, type FamilyAnswer, HOUR } from "../../answers/family";
import { only } from "../../answers/field-ages";
import { isEnabled } from "../../answers/is-enabled";
import { publishedRows } from "../../answers/published-rows";
import type { StoredRecord } from "../../records/record";
import { queryOf } from "../../records/report-counts";
import { momentInUtc } from "../../time/clock";
import { HOUR_MS } from "../../time/durations";
import { isPublished, originOf, recordsOf } from "../rows";
import type { Counted } from "./sample";

/** Maximum age of the newest hour. GDELT lags by some quarters of an hour and is fetched every hour, so older counts are not "the last hours". */
const MAX_BEHIND_MS = 6 * HOUR_MS;
const UPDATE = "npm run -s data -- update gdelt";

const minute = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace("T", " ");

/**
 * The count of a keyword over the last `hours` full hours. The window ends with the newest stored hour, at most six hours ago. A missing hour gives a reason, never a
 * smaller number. Zero means that all hours are stored and have no report.
 */
function reportedCount(keyword: string, hours: number, maxAge: number, context: Context): FamilyAnswer {
  const { clock } = context;
  const today = clock.today();
  const now = momentInUtc(clock);
  const records = recordsOf(context, "report_count", keyword);
  const origin = originOf(context, "gdelt", "report_count", keyword);
  const { number, reason, reasonOn } = answering(origin, maxAge);
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
    return reasonOn(last.date, "not_fetched", {
      short: `The counts end at ${minute(end)} UTC.`,
      full: `The counts of "${keyword}" end at ${minute(end)} UTC, more than six hours before ${minute(now)}. The service's operator can fetch newer ones: ${UPDATE}`,
    });
  const window = unbroken(stored, end).slice(-hours);
  if (window.length < hours)
    return reasonOn(last.date, "not_fetched", {
      short: `Only the last ${window.length} of ${hours} hours are loaded.`,
      full: `Only the last ${window.length} of the ${hours} hours to ${minute(end)} UTC are loaded without a gap. Use fewer hours; the service's operator can fetch more: ${UPDATE}`,
    });
  const count = window.reduce((sum, { body }) => sum + body.reports, 0);
  if (origin.sample) return number(count, "count", today);
  const note = `news articles that GDELT monitored, ${minute(end - hours * HOUR_MS)} to ${minute(end)} UTC`;
  return { ...number(count, "count", last.date), note };
}

/** The hours before `end` without a gap, oldest first. */
function unbroken(kept: readonly StoredRecord<Counted>[], end: number): readonly StoredRecord<Counted>[] {
  let start = kept.length;
  while (start > 0 && kept[start - 1]?.body.hour_ms === end - (kept.length - start + 1) * HOUR_MS) start--;
  return kept.slice(start);
}

/** Why a keyword on the fetch list has no count yet. */
const notFetchedYet = (keyword: string, context: Context): FamilyAnswer => ({
  ...answering({ source: "gdelt", sample: false }, HOUR).reasonOn(context.clock.today(), "not_fetched", {
    short: forCell`No counts of "${keyword}" are fetched yet.`,
    full: `No counts of "${keyword}" are fetched yet; the next update fetches them: ${UPDATE}. To list failures: npm run -s data -- status`,
  }),
  // The count may arrive within a minute.
  max_age_s: 60,
});

const MAX_AGE_S = 15 * 60;

/**
 * Number of open-source reports that match a keyword in the last `hours` hours; several words must all match. Zero is a true count. There is no sample data for a
 * keyword with published counts, nor while GDELT is on: a new keyword is stored, and fetched with the next update.
 */
const osintCount: Evaluate = ([keywordIn, window], context) => {
  const [keyword, hours] = [String(keywordIn), Number(window)];
  const on = isEnabled(context, "gdelt");
  if (on && queryOf(keyword) !== undefined) context.wants?.(keyword);
  if (!on || isPublished(context, "report_count", keyword)) return reportedCount(keyword, hours, MAX_AGE_S, context);
  if (queryOf(keyword) === undefined)
    return answering({ source: "gdelt", sample: false }, MAX_AGE_S).reason("not_covered", {
      short: forCell`GDELT takes plain words only, not "${keyword}".`,
      full: `GDELT takes plain words only. Remove the signs from "${keyword}" that are not part of a word.`,
    });
  return notFetchedYet(keyword, context);
};

export const osint: Family = {
  name: "osint",
  functions: { OSINT: { evaluate: osintCount, ages: { fields: only("window") } } },
  rows: publishedRows(["report_count"]),
};
