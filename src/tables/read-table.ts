import { isEchoOf, readAsOf } from "../contract/as-of";
import { addDays, isIsoDate, type IsoDate, isoOf } from "../contract/dates";
import { isRecord } from "../contract/json";
import { type Asked, type TableData, type TableKind, TableRefusal } from "./kind";
import { requestPath, given } from "./read-body";
import { type Eventually, type Steps, wait } from "./steps";

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

/** The body of a GET's reply, or a message that says what went wrong and what to do. The service may say after what time the request may be sent again. */
export type Fetched =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly message: string; readonly failure?: { readonly code: string; readonly waitMs?: number } };

/** Where a table's rows come from. */
export interface TableSource {
  /** The day or moment of the workbook, as text; undefined for now. */
  asOf(): string | undefined;
  fetch(path: string): Eventually<Fetched>;
}

/** `from` is the day of a start that is relative to the table's end, `asOf` the moment of the rows; undefined for now. */
type ReadTable =
  | { readonly ok: true; readonly data: TableData; readonly asOf: string | undefined; readonly from?: IsoDate }
  | { readonly ok: false; readonly message: string };

/** The first rows of a table and the number of all, or a message that says what is wrong. */
export type FirstRows =
  | { readonly ok: true; readonly data: TableData; readonly rows: number; readonly from?: IsoDate }
  | { readonly ok: false; readonly message: string };

/** The service's day, which may differ from that of this computer. */
function* today(source: TableSource): Steps<IsoDate> {
  const fetched = yield* wait(source.fetch("/v1/status"));
  if (!fetched.ok) throw new TableRefusal(fetched.message);
  const data = isRecord(fetched.body) && isRecord(fetched.body.data) ? fetched.body.data : {};
  if (typeof data.as_of !== "string") throw new TableRefusal("The service did not say which day it is. Enter a start such as 2024-06-25, then try again.");
  return data.as_of;
}

function* latestDay(source: TableSource, asOf: string | undefined): Steps<IsoDate> {
  return asOf === undefined ? yield* today(source) : asOf.slice(0, 10);
}

/** True if a reply is as of this moment. A service that does not know `as_of` would answer as of now. */
function isAnswerOf(body: unknown, asOf: string): boolean {
  const read = readAsOf(asOf);
  return read.ok && isRecord(body) && isRecord(body.meta) && isEchoOf(body.meta.as_of, read.asOf);
}

/** Fetches a table's rows, as of the workbook's moment. Throws no refusal: it is the result. */
export function* readTable(source: TableSource, kind: TableKind, asked: Asked): Steps<ReadTable> {
  const asOf = source.asOf();
  if (asOf !== undefined && kind.isPresent) return { ok: false, message: `${kind.title} exists for the present only. Remove the as-of date, then try again.` };
  try {
    const { asked: resolved, ...start } = yield* resolveStart(kind, asked, () => latestDay(source, asOf));
    const reading = kind.read(resolved);
    let step = reading.next();
    while (!step.done) {
      const separator = step.value.includes("?") ? "&" : "?";
      const address = asOf === undefined ? step.value : `${step.value}${requestPath("", { as_of: asOf }).replace("?", separator)}`;
      const fetched = yield* wait(source.fetch(address));
      if (!fetched.ok) return fetched;
      if (asOf !== undefined && !isAnswerOf(fetched.body, asOf))
        return { ok: false, message: `The service did not answer as of ${asOf}. Try again; if this persists, contact the service operator.` };
      if (source.asOf() !== asOf) return { ok: false, message: "The workbook's as-of date was changed meanwhile. Try again." };
      step = reading.next(fetched.body);
    }
    return { ok: true, data: step.value, asOf, ...start };
  } catch (e) {
    if (e instanceof TableRefusal) return { ok: false, message: e.message };
    throw e;
  }
}
