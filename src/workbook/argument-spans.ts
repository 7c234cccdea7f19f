/** A piece of a text: from `start` up to, not including, `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What stands between one pair of parentheses. */
interface Parentheses {
  /** Offset of the closing one. */
  readonly close: number;
  /** The pieces between commas, in order; one, blank or not, where there is no comma. */
  readonly spans: readonly Span[];
}

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[" };

/**
 * Every pair of parentheses of a formula by the offset of its opening one, in one pass; those that are not closed are left out.
 * @param visible the formula with blanks for what is quoted, as `visibleText` gives it
 */
export function argumentSpans(visible: string): ReadonlyMap<number, Parentheses> {
  const found = new Map<number, Parentheses>();
  const open: { readonly mark: string; readonly at: number; readonly spans: Span[]; from: number }[] = [];
  for (const { 0: mark, index } of visible.matchAll(/[(){}[\],]/g)) {
    const inner = open[open.length - 1];
    const closes = CLOSES[mark];
    if (mark === ",") {
      inner?.spans.push({ start: inner.from, end: index });
      if (inner) inner.from = index + 1;
    } else if (closes === undefined) open.push({ mark, at: index, spans: [], from: index + 1 });
    else if (inner?.mark === closes) {
      open.pop();
      if (mark === ")") found.set(inner.at, { close: index, spans: [...inner.spans, { start: inner.from, end: index }] });
    }
  }
  return found;
}
