/**
 * One check of whether a figure is plausible. It never changes or withholds a figure: it says, with the numbers that it compared, why the figure may be wrong. What
 * is impossible is refused or left out by the publisher's parser instead.
 */
export interface DoubtCheck<T> {
  /** The figure that it is about, as in docs/decisions.md: `gross_profit`, `13F value`. */
  readonly figure: string;
  /** What is compared, and the bound, for docs/decisions.md: `at most revenue of the same period`. */
  readonly bound: string;
  /** The doubt in one sentence with the numbers compared, or undefined. */
  doubt(of: T): string | undefined;
}

/** The first doubt of these checks. */
export function firstDoubt<T>(checks: readonly DoubtCheck<T>[], of: T): string | undefined {
  for (const check of checks) {
    const sentence = check.doubt(of);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}
