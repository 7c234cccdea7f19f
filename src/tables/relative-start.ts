import { addDays, isIsoDate, isoOf, type IsoDate } from "../contract/dates";
import type { Asked, TableKind } from "./kind";
import { given } from "./read-body";

/** How far a start is before the end of its table. */
interface Span {
  readonly months: number;
  readonly days: number;
}

/** Months and days of a unit, by its first letter. */
const UNITS: Readonly<Record<string, Span>> = {
  y: { months: 12, days: 0 },
  m: { months: 1, days: 0 },
  w: { months: 0, days: 7 },
  d: { months: 0, days: 1 },
};
const SPAN = /^(?:(?:the )?(?:last|past) )?([1-9]\d{0,3}|an?|one)? ?(y|yrs?|years?|m|mos?|mths?|months?|w|wks?|weeks?|d|days?)(?: (?:ago|back))?$/i;

/** Reads `10y`, `18m`, `2w`, `90d`, `10 years ago` and `last 90 days`; undefined for anything else. */
function spanOf(text: string): Span | undefined {
  const [, count, unit = ""] = SPAN.exec(text.trim().replace(/\s+/g, " ")) ?? [];
  const one = UNITS[unit.charAt(0).toLowerCase()];
  if (!one || (count === undefined && unit.length === 1)) return undefined;
  const many = /^\d/.test(count ?? "") ? Number(count) : 1;
  return { months: one.months * many, days: one.days * many };
}

/** The day this far before another. A month without that day has its last one. */
function dayBefore(day: IsoDate, { months, days }: Span): IsoDate {
  if (months === 0) return addDays(day, -days);
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - months];
  const last = Number(isoOf(Date.UTC(year, month, 0)).slice(8));
  return isoOf(Date.UTC(year, month - 1, Math.min(Number(day.slice(8)), last)));
}

/** A form whose starts are days. */
interface Resolved {
  readonly asked: Asked;
  /** The day of a start that is relative to the end; missing if there is none. */
  readonly from?: IsoDate;
}

/**
 * Resolves a start such as `10y` to a day: so far before the end of the form, or before the latest day.
 * @param latest called if the form has no end
 */
export function* resolveStart<T>(
  { fields }: Pick<TableKind, "fields">,
  asked: Asked,
  latest: () => Generator<T, IsoDate | undefined, unknown>,
): Generator<T, Resolved, unknown> {
  const field = fields.find(({ kind }) => kind === "start");
  const span = field && spanOf(given(asked, field.id));
  if (!field || !span) return { asked };
  const end = given(asked, "end");
  const day = end === "" ? yield* latest() : end;
  // The kind says what is wrong with a form that is left as it is.
  if (day === undefined || !isIsoDate(day)) return { asked };
  const from = dayBefore(day, span);
  return isIsoDate(from) ? { asked: { ...asked, [field.id]: from }, from } : { asked };
}
