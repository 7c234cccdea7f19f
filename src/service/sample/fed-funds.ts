import { addDays, type IsoDate } from "../../contract/dates";
import { rounded } from "../../contract/rounded";
import { bankDayOnOrAfter, bankDayOnOrBefore, monthNumber, monthsFrom } from "../time/calendar";
import { anchorsOf, lastIndex, lineAt, stepAt } from "./paths";
import { at, seedOf } from "./random";
import { dayNumber } from "./waves";
import { memoized } from "../../contract/memoized";

/**
 * The world's level of short-term rates by year, in percent, roughly: high around 1990, near zero in the 2010s, a steep rise
 * in 2022. Sample policy rates and bond yields are drawn around it.
 */
const WORLD_LEVELS = anchorsOf(
  `1985:7.5 1990:8 1993:4.4 1995:5.6 1999:4.3 2000.6:5.6 2003.4:2 2007.4:4.6 2009.3:.9 2011.4:1.3 2015:.5 2018.9:1.5 2020.4:.2 2021.8:.2 2023.6:4.8 2024.6:4.6
  2026:3.3 2028:2.8 2032:3.4 2040:3`,
  Number,
);

/** The level at a year with its fraction. */
export const worldRate = (year: number): number => lineAt(WORLD_LEVELS, year);

/** Average levels of the federal funds rate before targets are known by day, and assumptions after the last known decision. */
const AVERAGE_LEVELS = anchorsOf(`
  1962:2.7 1965:4 1966-11:5.8 1967-07:3.8 1969-08:9.2 1971-03:3.7 1971-08:5.6 1972-02:3.3 1973-09:10.8 1974-01:9.6 1974-07:12.9 1975-06:5.5 1976-12:4.7
  1977-12:6.6 1978-12:10 1979-09:11.4 1980-01:13.8 1980-04:17.6 1980-07:9 1980-12:18.9 1981-06:19.1 1981-12:12.4 1982-07:12.6 1982-12:9 1983-06:9
  1984-08:11.6 1984-12:8.4 1985-06:7.5 1986-03:7.5 1986-09:5.9 1987-06:6.7 1987-10:7.3 1988-03:6.6 1988-12:8.8 1989-03:9.9 1989-12:8.4
  2026:3.62 2027:3.6 2031:3.2`);

/** Federal funds target by effective date; since 2008-12-16 the upper limit of the range. */
const TARGETS = anchorsOf(`
  1989-12-20:8.25 1990-07-13:8 1990-10-29:7.75 1990-11-14:7.5 1990-12-07:7.25 1990-12-19:7 1991-01-09:6.75 1991-02-01:6.25 1991-03-08:6 1991-04-30:5.75
  1991-08-06:5.5 1991-09-13:5.25 1991-10-31:5 1991-11-06:4.75 1991-12-06:4.5 1991-12-20:4 1992-04-09:3.75 1992-07-02:3.25 1992-09-04:3 1994-02-04:3.25
  1994-03-22:3.5 1994-04-18:3.75 1994-05-17:4.25 1994-08-16:4.75 1994-11-15:5.5 1995-02-01:6 1995-07-06:5.75 1995-12-19:5.5 1996-01-31:5.25 1997-03-25:5.5
  1998-09-29:5.25 1998-10-15:5 1998-11-17:4.75 1999-06-30:5 1999-08-24:5.25 1999-11-16:5.5 2000-02-02:5.75 2000-03-21:6 2000-05-16:6.5 2001-01-03:6
  2001-01-31:5.5 2001-03-20:5 2001-04-18:4.5 2001-05-15:4 2001-06-27:3.75 2001-08-21:3.5 2001-09-17:3 2001-10-02:2.5 2001-11-06:2 2001-12-11:1.75
  2002-11-06:1.25 2003-06-25:1 2004-06-30:1.25 2004-08-10:1.5 2004-09-21:1.75 2004-11-10:2 2004-12-14:2.25 2005-02-02:2.5 2005-03-22:2.75 2005-05-03:3
  2005-06-30:3.25 2005-08-09:3.5 2005-09-20:3.75 2005-11-01:4 2005-12-13:4.25 2006-01-31:4.5 2006-03-28:4.75 2006-05-10:5 2006-06-29:5.25 2007-09-18:4.75
  2007-10-31:4.5 2007-12-11:4.25 2008-01-22:3.5 2008-01-30:3 2008-03-18:2.25 2008-04-30:2 2008-10-08:1.5 2008-10-29:1 2008-12-16:.25 2015-12-17:.5
  2016-12-15:.75 2017-03-16:1 2017-06-15:1.25 2017-12-14:1.5 2018-03-22:1.75 2018-06-14:2 2018-09-27:2.25 2018-12-20:2.5 2019-08-01:2.25 2019-09-19:2
  2019-10-31:1.75 2020-03-04:1.25 2020-03-16:.25 2022-03-17:.5 2022-05-05:1 2022-06-16:1.75 2022-07-28:2.5 2022-09-22:3.25 2022-11-03:4 2022-12-15:4.5
  2023-02-02:4.75 2023-03-23:5 2023-05-04:5.25 2023-07-27:5.5 2024-09-19:5 2024-11-08:4.75 2024-12-19:4.5 2025-09-18:4.25 2025-10-30:4 2025-12-11:3.75`);
const FIRST_TARGET = TARGETS.days[0]!;
const LAST_TARGET = TARGETS.days.at(-1)!;
const FIRST_RANGE: IsoDate = "2008-12-16";

/** Days between meetings: six weeks, counted from a Thursday, the weekday on which decisions take effect. */
const BETWEEN_MEETINGS = 42;
const FIRST_MEETING = 28;
const HALF_RANGE = 0.125;

/** Upper limit of the target range in percent: known decisions, and outside their years quarter points at regular meetings. */
export function targetUpper(date: IsoDate): number {
  const day = dayNumber(date);
  const meeting = day - ((((day - FIRST_MEETING) % BETWEEN_MEETINGS) + BETWEEN_MEETINGS) % BETWEEN_MEETINGS);
  if (day >= FIRST_TARGET && meeting <= LAST_TARGET) return stepAt(TARGETS, day);
  return Math.max(0.25, Math.round((lineAt(AVERAGE_LEVELS, meeting) + HALF_RANGE) * 4) / 4);
}

/** Lower limit of the target range in percent; before 2008-12-16 the target itself. */
export const targetLower = (date: IsoDate): number => targetUpper(date) - (date < FIRST_RANGE ? 0 : 2 * HALF_RANGE);

/** The target, or the middle of the target range, in percent. */
export const targetMiddle = (date: IsoDate): number => targetUpper(date) - (date < FIRST_RANGE ? 0 : HALF_RANGE);

/** Effective rate less the lower limit, in percent. */
const EFFR_ABOVE = anchorsOf(`
  1962:0 2008-09-12:0 2008-10-10:-.4 2008-12-15:-.8 2008-12-16:.16 2009-06:.2 2010-01:.12 2010-07:.18 2011-07:.08 2012-07:.15 2013-07:.09 2014-07:.1
  2015-12-17:.12 2016-12-15:.16 2018-03-22:.18 2018-12-20:.15 2019-04:.18 2019-08:.13 2019-09-13:.13 2019-09-16:.25 2019-09-17:.3 2019-09-18:.25 2019-09-19:.15 2019-09-24:.1 2019-10-31:.07 2020-03-16:.2 2020-04:.05 2020-08:.09 2021-04:.07
  2021-06-17:.09 2022-03-17:.08 2025-08:.08 2025-10:.1 2025-10-30:.12 2025-12-11:.14 2031:.13`);

/** SOFR less the lower limit, in percent. */
const SOFR_ABOVE = anchorsOf(`
  2018-04:.25 2018-06-14:.15 2018-12:.2 2019-03:.18 2019-08:.13 2019-09-13:.2 2019-09-16:.43 2019-09-17:3.25 2019-09-18:.55 2019-09-19:.2 2019-09-20:.1
  2019-12:.05 2020-03-13:.2 2020-03-16:.26 2020-03-17:.54 2020-03-18:.1 2020-04:.02 2020-06:.08 2021-01:.06 2021-03:.02 2021-06-16:.01 2021-06-17:.05
  2022-05-05:.03 2022-06-16:-.03 2022-09:.03 2022-12:.06 2023-07-27:.05 2024-06:.07 2024-10:.09 2025-03:.08 2025-07:.1 2025-09:.16 2025-10-30:.24
  2025-11-20:.2 2025-12-11:.17 2026-02:.15 2031:.14`);

/** Rise of SOFR at the end of a month in percent, double at the end of a quarter, because balance sheets are scarce. Absent in 2020 to 2022, when cash was plentiful. */
const TURN_OF_MONTH = anchorsOf("2018:.05 2018-12:.12 2019-12:.04 2020-03:0 2022-06:0 2023-06:.02 2024-03:.05 2025-12:.06 2031:.04");

const SEEDS = { EFFR: seedOf("overnight", "EFFR"), SOFR: seedOf("overnight", "SOFR") };
const noise = (name: keyof typeof SEEDS, day: number): number => 2 * at(SEEDS[name], day) - 1;

const LOWEST = 0.01;

/** The effective federal funds rate of a day in percent. Before 2008-12-16 it strays from the target by some hundredths. */
export function effectiveRate(date: IsoDate): number {
  const day = dayNumber(date);
  const target = day < FIRST_TARGET ? lineAt(AVERAGE_LEVELS, day) : targetLower(date);
  return Math.max(LOWEST, target + lineAt(EFFR_ABOVE, day) + (date < FIRST_RANGE ? 0.06 : 0.006) * noise("EFFR", day));
}

/** The secured overnight financing rate of a day, in percent. */
export function securedRate(date: IsoDate): number {
  const day = dayNumber(date);
  const isTurn = monthNumber(bankDayOnOrAfter(addDays(date, 1))) !== monthNumber(date);
  const turn = isTurn ? lineAt(TURN_OF_MONTH, day) * (monthNumber(date) % 3 === 0 ? 2 : 1) : 0;
  return Math.max(LOWEST, targetLower(date) + lineAt(SOFR_ABOVE, day) + turn + 0.012 * noise("SOFR", day));
}

/** The average effective rate of a month in percent. */
export const effectiveRateOfMonth = memoized(
  (date: IsoDate): number => {
    const end = monthsFrom(date, 1);
    let [sum, count] = [0, 0];
    for (let day = monthsFrom(date, 0); day < end; day = addDays(day, 1)) {
      sum += effectiveRate(bankDayOnOrBefore(day));
      count++;
    }
    return sum / count;
  },
  { by: (date) => date.slice(0, 7) },
);

const INDEX_FIRST: IsoDate = "2018-04-02";
/** The index at each bank day since the first, by day number. Extended when a later day is needed. */
const index = { days: [dayNumber(INDEX_FIRST)], rates: [rounded(securedRate(INDEX_FIRST), 2)], levels: [1], next: INDEX_FIRST };
/** Days of a money-market year. */
const MONEY_YEAR = 360;

function growIndex(day: number): void {
  while (index.days.at(-1)! < day) {
    index.next = bankDayOnOrAfter(addDays(index.next, 1));
    const [last, rate, level] = [index.days.at(-1)!, index.rates.at(-1)!, index.levels.at(-1)!];
    const bankDay = dayNumber(index.next);
    index.days.push(bankDay);
    index.rates.push(rounded(securedRate(index.next), 2));
    index.levels.push(level * (1 + ((rate / 100) * (bankDay - last)) / MONEY_YEAR));
  }
}

/** The index by day number. Bank days compound; a day between two of them accrues the rate of the first. */
function indexAt(day: number): number {
  growIndex(day);
  const i = Math.max(0, lastIndex(index.days, day));
  return index.levels[i]! * (1 + ((index.rates[i]! / 100) * (day - index.days[i]!)) / MONEY_YEAR);
}

/** SOFR compounded over calendar days since 2018-04-02, when it was 1. */
export const securedIndex = (date: IsoDate): number => indexAt(dayNumber(date));

/** SOFR compounded over the calendar days before a day, in percent a year. */
export function securedAverage(days: number, date: IsoDate): number {
  const day = dayNumber(date);
  return (indexAt(day) / indexAt(day - days) - 1) * (MONEY_YEAR / days) * 100;
}
