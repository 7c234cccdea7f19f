import { DAY_MS } from "../contract/dates";

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days since 1970. */
const number = ({ year, month, day }: Day): number => Date.UTC(year, month - 1, day) / DAY_MS;
/** Weeks that begin on Sunday, as in Excel; 1970 began on Thursday. */
const weekOf = (day: Day): number => Math.floor((number(day) + 4) / 7);
const monthOf = ({ year, month }: Day): number => year * 12 + month - 1;
const quarterOf = ({ year, month }: Day): number => year * 4 + Math.floor((month - 1) / 3);
const yearOf = ({ year }: Day): number => year;

const UNITS: Readonly<Record<string, (day: Day) => number>> = { Week: weekOf, Month: monthOf, Quarter: quarterOf, Year: yearOf };
const STEPS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The test of a filter's kind of dates, such as `thisMonth`, `Q1` or `M12`; undefined for an unknown one. */
export function currentDates(type: string, today: Day): ((day: Day) => boolean) | undefined {
  const step = DAYS[type];
  if (step !== undefined) return (day) => number(day) === number(today) + step;
  if (type === "yearToDate") return (day) => day.year === today.year && number(day) <= number(today);
  const [, when = "", unit = ""] = /^(last|this|next)(Week|Month|Quarter|Year)$/.exec(type) ?? [];
  const count = UNITS[unit];
  if (count) return (day) => count(day) === count(today) + STEPS[when]!;
  const [, kind, digits] = /^([QM])(\d+)$/.exec(type) ?? [];
  const wanted = Number(digits);
  if (kind === "Q" && wanted >= 1 && wanted <= 4) return (day) => quarterOf(day) % 4 === wanted - 1;
  return kind === "M" && wanted >= 1 && wanted <= 12 ? (day) => day.month === wanted : undefined;
}
