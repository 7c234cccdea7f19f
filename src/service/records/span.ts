import { addDays, isoOf, msOf } from "../../contract/dates";
import type { RecordRow } from "./record";

/** A period that one document covers without a gap, in milliseconds UTC, both ends included. */
export interface CoverageSpan {
  readonly from_ms: number;
  readonly to_ms: number;
}

/**
 * Coverage rows of a document, one per day, so that a service with an earlier date sees the days before it. `of` is the dataset and the entity:
 * `liquidation BTC`.
 */
export function coverageRows<S extends CoverageSpan>(of: string, span: S, source: RecordRow["source"]): RecordRow[] {
  const rows: RecordRow[] = [];
  for (let date = isoOf(span.from_ms); date <= isoOf(span.to_ms); date = addDays(date, 1)) {
    const body: S = { ...span, from_ms: Math.max(span.from_ms, msOf(date)), to_ms: Math.min(span.to_ms, msOf(addDays(date, 1))) };
    rows.push({ dataset: "coverage", entity: of, date, key: `${body.from_ms}-${body.to_ms}`, known: date, body, source });
  }
  return rows;
}

/** The end of coverage from a moment on, without a gap longer than `join`. Undefined if coverage begins later. */
export function reachFrom(spans: readonly CoverageSpan[], from: number, join = 0): number | undefined {
  const reach = spans.reduce((end, s) => (s.from_ms <= end + join ? Math.max(end, s.to_ms) : end), from);
  return reach > from || spans.some((s) => s.from_ms <= from && s.to_ms >= from) ? reach : undefined;
}
