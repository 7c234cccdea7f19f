import { seriesOf, TENOR_SERIES, type Series } from "../../contract/series";
import { TENORS, type Tenor } from "../../contract/vocabulary";
import type { Question } from "../../core/question";

/** What can be charted for a question: the history of its series, and for a yield the whole curve. */
interface Chartable {
  readonly series: Series;
  readonly curve: { readonly tenor: Tenor; readonly date: string | null } | undefined;
}

const isTenor = (text: unknown): text is Tenor => (TENORS as readonly unknown[]).includes(text);

/** Returns undefined for a question without a series, such as a price. */
export function chartableOf({ cell }: Question): Chartable | undefined {
  if (!("fn" in cell)) return undefined;
  const [first, second] = cell.args;
  if (cell.fn === "YIELD") {
    // AS_OF is the date of the curve; the 10-year has a value on every session.
    const tenor = first === "AS_OF" ? "10Y" : first;
    const series = isTenor(tenor) ? seriesOf(TENOR_SERIES[tenor]) : undefined;
    return series && isTenor(tenor) ? { series, curve: { tenor, date: typeof second === "string" ? second : null } } : undefined;
  }
  if (cell.fn !== "FRED" && cell.fn !== "FREDH" && cell.fn !== "MMRATE") return undefined;
  const series = typeof first === "string" ? seriesOf(first) : undefined;
  return series && { series, curve: undefined };
}
