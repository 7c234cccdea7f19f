import { addDays, isoOf, msOf } from "../../contract/dates";
import type { RecordRow } from "./record";

/** A stretch of time that one document speaks for without a gap, in milliseconds UTC, both ends included. */
export interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/**
 * The rows that note what a document speaks for, one a day, so that a service dated earlier sees the days before its own; `of` is the dataset and what of it:
 * `liquidation BTC`.
 */
export function coverageRows<S extends Span>(of: string, span: S, source: RecordRow["source"]): RecordRow[] {
  const rows: RecordRow[] = [];
  for (let date = isoOf(span.from_ms); date <= isoOf(span.to_ms); date = addDays(date, 1)) {
    const body: S = { ...span, from_ms: Math.max(span.from_ms, msOf(date)), to_ms: Math.min(span.to_ms, msOf(addDays(date, 1))) };
    rows.push({ dataset: "coverage", entity: of, date, key: `${body.from_ms}-${body.to_ms}`, known: date, body, source });
  }
  return rows;
}

/** Where spans reach from one moment on without a gap longer than `join`: the end of the first unbroken stretch; undefined where they begin later. */
export function reachFrom(spans: readonly Span[], from: number, join = 0): number | undefined {
  const reach = spans.reduce((end, s) => (s.from_ms <= end + join ? Math.max(end, s.to_ms) : end), from);
  return reach > from || spans.some((s) => s.from_ms <= from && s.to_ms >= from) ? reach : undefined;
}
