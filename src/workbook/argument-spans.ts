/** Part of a text from `start` to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** The content of one pair of parentheses. */
interface Parentheses {
  /** Offset of the closing parenthesis. */
  readonly close: number;
  /** The parts between commas, in order; a single part, possibly blank, if there is no comma. */
  readonly spans: readonly Span[];
}

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "}": "{", "]": "[" };

/**
 * Finds every closed pair of parentheses of a formula, by the offset of the opening one.
 * @param visible the formula with quoted parts blanked, from `visibleText`
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
