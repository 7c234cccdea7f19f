/** A moment in local time; months count from 1. */
interface Local {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws a RangeError for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" } as const;
    formats.set(zone, (format = new Intl.DateTimeFormat("en-US", { ...parts, timeZone: zone, hourCycle: "h23", calendar: "gregory" })));
  }
  return format;
}

/** Local time of a zone at this moment (milliseconds since 1970 UTC). */
export function localOf(instant: number, zone: string): Local {
  const at: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) at[type] = Number(value);
  return { year: at["year"]!, month: at["month"]!, day: at["day"]!, hour: at["hour"]!, minute: at["minute"]!, second: at["second"]! };
}

/** Days and months out of range carry over, as with `Date.UTC`; years below 100 are taken literally. */
function utcOf({ year, month, day, hour, minute, second }: Local): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second, 0);
}

/** The moment of this local time in a zone. A time skipped by daylight saving moves forward by the gap: midnight becomes one o'clock. */
export function instantOf(local: Local, zone: string): number {
  const wanted = utcOf(local);
  const shown = (instant: number) => utcOf(localOf(instant, zone));
  const first = wanted - (shown(wanted) - wanted);
  if (shown(first) === wanted) return first;
  const second = wanted - (shown(first) - first);
  return shown(second) === wanted ? second : Math.max(first, second);
}

const two = (n: number): string => String(n).padStart(2, "0");

export const dayText = ({ year, month, day }: Local): string => `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
export const timeText = ({ hour, minute, second }: Local): string => `${two(hour)}:${two(minute)}:${two(second)}`;

/** Parses `2024-06-19` or `2024-06-19T15:30` (seconds optional) as local time of a zone. Throws for other text. */
export function instantOfText(text: string, zone: string): number {
  const m = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!m) throw new Error(`A date for a cell is written as 2024-06-19 or 2024-06-19T15:30, got "${text}".`);
  const [year, month, day, hour, minute, second] = m.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  return instantOf({ year, month, day, hour, minute, second }, zone);
}
