import { isoOf } from "../../contract/dates";
import { terminalWords } from "../terminal-words";
import type { BookReport } from "./book-report";

const MARKS = [
  ["signed", "signed"],
  ["final", "final"],
  ["readOnlyRecommended", "read_only_recommended"],
  ["passwordToChange", "password_to_change"],
] as const;

/** A report of one book as one line of JSON, with the moment if it is one of many refreshes. `lock` is that of docs/book-lock.schema.json. */
export function jsonLine({ name, status, why, result, requests, repaired, copy, lock, savedAsOf }: BookReport, at?: number): string {
  const notRefreshed = [
    ...(result?.outsideCalls ?? []).map(({ what: [kind], where }) => ({ kind, where })),
    ...(result && result.tables.length > 0 ? [{ kind: "table", where: result.tables }] : []),
  ];
  const marks = MARKS.flatMap(([mark, word]) => (result?.book.marks?.[mark] ? [word] : []));
  return JSON.stringify({
    ...(at === undefined ? {} : { at: isoOf(at) }),
    book: name,
    status,
    ...(why === undefined ? {} : { why }),
    requests,
    ...(savedAsOf === undefined ? {} : { saved_as_of: savedAsOf }),
    ...(result
      ? {
          service_cells: result.serviceCells,
          formulas: result.calculated,
          changed: result.changed.map(({ where, before, after }) => ({ cell: where, before, after })),
          kept: result.kept.map(({ where, why: reason, differs }) => ({ cell: where, why: reason, ...(differs === undefined ? {} : { differs }) })),
          ...(result.notCompared === undefined ? {} : { not_compared: result.notCompared }),
          ...(notRefreshed.length > 0 ? { not_refreshed: notRefreshed } : {}),
          ...(marks.length > 0 ? { marks } : {}),
          failures: result.failures.map(terminalWords),
        }
      : {}),
    ...(repaired ? { repaired } : {}),
    ...(copy ? { copy: { file: copy.name, values: copy.frozen, marked_as_sample: copy.marked, sources_sheet: copy.sources ?? null, kept: copy.kept } } : {}),
    ...(lock ? { lock } : {}),
  });
}
