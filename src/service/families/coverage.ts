import { isoOf } from "../../contract/dates";
import type { Context } from "../answers/context";
import type { CoverageSpan } from "../records/crypto";

/** Coverage spans that overlap this period and are known on the service's date, sorted by start. */
export function coverageSpans<S extends CoverageSpan>({ clock, store }: Context, of: string, after: number, upTo: number): S[] {
  return store.records
    .between<S>("coverage", of, isoOf(after), isoOf(upTo), clock.today())
    .map((r) => r.body)
    .filter((s) => s.to_ms > after && s.from_ms <= upTo)
    .sort((a, b) => a.from_ms - b.from_ms || a.to_ms - b.to_ms);
}
