import { addDays, weekdayOf, type IsoDate } from "../../contract/dates";
import { seriesOf } from "../../contract/series";
import type { ReadFile } from "./refuse-disagreement";
import { RefusedFile } from "./refused-file";
import { daysAhead, printsOnWeekends } from "./series/administered";

/**
 * Days on which nothing can have been observed: days to come, and for daily series weekends. A wrong file shows itself by them.
 *
 * @throws RefusedFile at the first of them.
 */
export function refuseImpossibleDays(files: readonly ReadFile[], today: IsoDate): void {
  for (const { name, rows } of files)
    for (const { series, date, value } of rows) {
      if (value === null) continue;
      if (date > today && date > addDays(today, daysAhead(series)))
        throw new RefusedFile(`${name}: ${series} has a value for ${date}, a day to come. Check that the file is what it says.`);
      if (seriesOf(series)?.frequency === "daily" && [0, 6].includes(weekdayOf(date)) && !printsOnWeekends(series))
        throw new RefusedFile(
          `${name}: the daily series ${series} has a value for ${date}, a ${weekdayOf(date) === 6 ? "Saturday" : "Sunday"}. Check that the file is what it says.`,
        );
    }
}
