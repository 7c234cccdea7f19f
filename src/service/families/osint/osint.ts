import { answering, sampled, type Sourced } from "../answering";
import type { Context, Evaluate, Family } from "../family";
import { sampleReportCounts, type ReportCount } from "./sample";

const MAX_AGE_S = 15 * 60;

/** The hourly counts of a keyword, from wherever they are held. */
export const rowsFor = (context: Context, keyword: string, hours: number): Sourced<readonly ReportCount[]> =>
  sampled(sampleReportCounts(keyword, Date.parse(context.clock.asOf()), hours));

/**
 * The number of open-source reports that match a keyword in the last `hours`; several words must all match. Zero is a true
 * count. Source: generated sample rows.
 */
const osintCount: Evaluate = ([keyword, hours], context) => {
  const { rows, ...origin } = rowsFor(context, String(keyword), Number(hours));
  const count = rows.reduce((sum, { reports }) => sum + reports, 0);
  return answering(origin, MAX_AGE_S).number(count, "count", context.clock.today());
};

export const osint: Family = { name: "osint", functions: { OSINT: osintCount } };
