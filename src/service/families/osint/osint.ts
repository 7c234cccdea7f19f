import { forCell } from "../../../contract/reason";
import { queryOf } from "../../records/report-hour";
import { isEnabled } from "../../answers/is-enabled";
import { answering } from "../../answers/answering";
import type { Evaluate, Family } from "../../answers/family";
import { only } from "../../answers/field-ages";
import { publishedRows } from "../../answers/published-rows";
import { isPublished } from "../rows";
import { notFetchedYet, reportedCount } from "./reported-count";

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
