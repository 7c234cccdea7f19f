import { addDays, weekdayOf } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import type { Check, Finding } from "./delivery";

/** Rates that are set, not observed. They apply on every day, including weekends and holidays. */
const ADMINISTERED: ReadonlySet<string> = new Set(["IORB", "DPCREDIT", "DFEDTARU", "DFEDTARL"]);

/** Days ahead that are allowed for a set rate: it is listed up to the next business day, beyond a long weekend. */
const DAYS_AHEAD = 7;

/** True if this daily series has values on weekends. */
const printsOnWeekends = (series: string): boolean => ADMINISTERED.has(series);

/** Number of days after today for which this series may have values. A value is served from its own day on. */
const daysAhead = (series: string): number => (ADMINISTERED.has(series) ? DAYS_AHEAD : 0);

const CHECK_FILE = "Check that it is the right file";

/** Finds days without possible observations: future days, and weekends of daily series. They reveal a wrong file. */
export const impossibleDays: Check = ({ documents, today }) =>
  documents.flatMap(({ label, rows }): Finding[] => {
    for (const { series, date, value } of rows) {
      if (value === null) continue;
      if (date > today && date > addDays(today, daysAhead(series)))
        return [{ file: label, sentence: `${series} has a value for ${date}, which is in the future. ${CHECK_FILE}` }];
      const weekday = weekdayOf(date);
      if ([0, 6].includes(weekday) && seriesOf(series)?.frequency === "daily" && !printsOnWeekends(series))
        return [{ file: label, sentence: `the daily series ${series} has a value for ${date}, a ${weekday === 6 ? "Saturday" : "Sunday"}. ${CHECK_FILE}` }];
    }
    return [];
  });
