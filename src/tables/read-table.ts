import { TableRefusal, type Asked, type TableData, type TableKind } from "./kind";
import { addressOf } from "./read-body";
import { wait, type Eventually, type Steps } from "./steps";

/** The body of a GET's reply, or a message that says what went wrong and what to do. */
export type Fetched = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly message: string };

/** Where a table's rows come from. */
export interface TableSource {
  /** The day or moment of the workbook, as text; undefined for now. */
  asOf(): string | undefined;
  fetch(path: string): Eventually<Fetched>;
}

type ReadTable = { readonly ok: true; readonly data: TableData } | { readonly ok: false; readonly message: string };

/** Fetches a table's rows, as of the workbook's moment. Throws no refusal: it is the result. */
export function* readTable(source: TableSource, kind: TableKind, asked: Asked): Steps<ReadTable> {
  const asOf = source.asOf();
  if (asOf !== undefined && kind.isPresent) return { ok: false, message: `${kind.title} exists for the present only. Remove the as-of date, then try again.` };
  const reading = kind.read(asked);
  try {
    let step = reading.next();
    while (!step.done) {
      const separator = step.value.includes("?") ? "&" : "?";
      const address = asOf === undefined ? step.value : `${step.value}${addressOf("", { as_of: asOf }).replace("?", separator)}`;
      const fetched = yield* wait(source.fetch(address));
      if (!fetched.ok) return fetched;
      if (source.asOf() !== asOf) return { ok: false, message: "The workbook's as-of date was changed meanwhile. Try again." };
      step = reading.next(fetched.body);
    }
    return { ok: true, data: step.value };
  } catch (e) {
    if (e instanceof TableRefusal) return { ok: false, message: e.message };
    throw e;
  }
}
