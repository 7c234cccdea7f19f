import { forCell } from "../../../contract/reason";
import { queryOf } from "../../records/report-hour";
import { isEnabled } from "../../answers/is-enabled";
import { answering, sampled, type Sourced } from "../../answers/answering";
import type { Answer, Evaluate, Family } from "../../answers/family";
import { only } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { publishedRows } from "../../answers/published-rows";
import { momentInUtc } from "../../time/clock";
import { notFetchedYet, reportedCount } from "./reported-count";
import { sampleReportCounts, type ReportCount } from "./sample";

const MAX_AGE_S = 15 * 60;

/** Sample counts by hour. */
const sampleRows = (context: Context, keyword: string, hours: number): Sourced<readonly ReportCount[]> =>
  sampled(sampleReportCounts(keyword, momentInUtc(context.clock), hours, context.clock.moment()));

function sampleCount(keyword: string, hours: number, context: Context): Answer {
  const { rows, ...origin } = sampleRows(context, keyword, hours);
  const count = rows.reduce((sum, { reports }) => sum + reports, 0);
  return answering(origin, MAX_AGE_S).number(count, "count", context.clock.today());
}

/**
 * Number of open-source reports that match a keyword in the last `hours` hours; several words must all match. Zero is a true count. There is no sample data for a
 * keyword with published counts, nor while GDELT is on: a new keyword is stored, and fetched with the next update.
 */
const osintCount: Evaluate = ([keywordIn, window], context) => {
  const { store } = context;
  const [keyword, hours] = [String(keywordIn), Number(window)];
  const on = isEnabled(context, "gdelt");
  if (on && queryOf(keyword) !== undefined) context.wants?.(keyword);
  if (store.records.isPublished("report_count", keyword)) return reportedCount(keyword, hours, MAX_AGE_S, context);
  if (!on) return sampleCount(keyword, hours, context);
  if (queryOf(keyword) === undefined)
    return answering({ source: "gdelt", sample: false }, MAX_AGE_S).reason("not_covered", {
      short: forCell`GDELT takes plain words only, not "${keyword}".`,
      full: `GDELT takes plain words only. Remove the signs from "${keyword}" that are not part of a word.`,
    });
  return notFetchedYet(keyword, context);
};

export const osint: Family = {
  name: "osint",
  functions: {
    OSINT: {
      evaluate: osintCount,
      ages: { fields: only("window") },
      universe: () => null,
      asOf: "never",
    },
  },
  rows: publishedRows(["report_count"]),
};
