import { addDays, weekdayOf } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import { daysAhead, printsOnWeekends } from "../../publishers/series/administered";
import type { Check, Finding } from "./delivery";

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
