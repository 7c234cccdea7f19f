/** Rates that are set, not observed: they stand on every day of the calendar, Saturdays, Sundays and holidays too. */
const ADMINISTERED: ReadonlySet<string> = new Set(["IORB", "DPCREDIT", "DFEDTARU", "DFEDTARL"]);

/** A rate that is set is listed up to the next business day, beyond a long weekend: so many days ahead it is no sign of a wrong file. */
const DAYS_AHEAD = 7;

/** Whether a value of this daily series on a Saturday or Sunday is real. */
export const printsOnWeekends = (series: string): boolean => ADMINISTERED.has(series);

/** So many days after today a value of this series may lie. It is served from its own day on. */
export const daysAhead = (series: string): number => (ADMINISTERED.has(series) ? DAYS_AHEAD : 0);
