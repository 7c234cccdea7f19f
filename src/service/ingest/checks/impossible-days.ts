import { addDays, weekdayOf } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import type { Check, Finding } from "./delivery";

/** Rates that are set, not observed: they stand on every day of the calendar, Saturdays, Sundays and holidays too. */
const ADMINISTERED: ReadonlySet<string> = new Set(["IORB", "DPCREDIT", "DFEDTARU", "DFEDTARL"]);

/** A rate that is set is listed up to the next business day, beyond a long weekend: so many days ahead it is no sign of a wrong file. */
const DAYS_AHEAD = 7;

/** Whether a value of this daily series on a Saturday or Sunday is real. */
const printsOnWeekends = (series: string): boolean => ADMINISTERED.has(series);

/** So many days after today a value of this series may lie. It is served from its own day on. */
const daysAhead = (series: string): number => (ADMINISTERED.has(series) ? DAYS_AHEAD : 0);

const LOOK = "Check that the file is what it says";

/** Days on which nothing can have been observed: days to come, and for daily series weekends. A wrong file shows itself by them. */
export const impossibleDays: Check = ({ documents, today }) =>
  documents.flatMap(({ label, rows }): Finding[] => {
    for (const { series, date, value } of rows) {
      if (value === null) continue;
      if (date > today && date > addDays(today, daysAhead(series)))
        return [{ file: label, sentence: `${series} has a value for ${date}, a day to come. ${LOOK}` }];
      const weekday = weekdayOf(date);
      if ([0, 6].includes(weekday) && seriesOf(series)?.frequency === "daily" && !printsOnWeekends(series))
        return [{ file: label, sentence: `the daily series ${series} has a value for ${date}, a ${weekday === 6 ? "Saturday" : "Sunday"}. ${LOOK}` }];
    }
    return [];
  });
