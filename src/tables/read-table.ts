import type { IsoDate } from "../contract/dates";
import { isRecord } from "../contract/is-record";
import { TableRefusal, type Asked, type TableData, type TableKind } from "./kind";
import { addressOf } from "./read-body";
import { resolveStart } from "./relative-start";
import { wait, type Eventually, type Steps } from "./steps";

/** The body of a GET's reply, or a message that says what went wrong and what to do. */
export type Fetched = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly message: string };

/** Where a table's rows come from. */
export interface TableSource {
  /** The day or moment of the workbook, as text; undefined for now. */
  asOf(): string | undefined;
  fetch(path: string): Eventually<Fetched>;
}

/** `from` is the day of a start that is relative to the table's end. */
type ReadTable = { readonly ok: true; readonly data: TableData; readonly from?: IsoDate } | { readonly ok: false; readonly message: string };

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
      const address = asOf === undefined ? step.value : `${step.value}${addressOf("", { as_of: asOf }).replace("?", separator)}`;
      const fetched = yield* wait(source.fetch(address));
      if (!fetched.ok) return fetched;
      if (source.asOf() !== asOf) return { ok: false, message: "The workbook's as-of date was changed meanwhile. Try again." };
      step = reading.next(fetched.body);
    }
    return { ok: true, data: step.value, ...start };
  } catch (e) {
    if (e instanceof TableRefusal) return { ok: false, message: e.message };
    throw e;
  }
}
