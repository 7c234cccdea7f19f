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

/** A SERVICE call in a formula, with its arguments. */
export interface CallOf<A> {
  /** Such as `SERVICE.FRED` or `SERVICE`. */
  readonly id: string;
  /** Offset of the name's first character. */
  readonly start: number;
  /** Offset after the closing parenthesis. */
  readonly end: number;
  readonly args: readonly A[];
  /** The formula is only this call, so that the cell shows its result. */
  readonly alone: boolean;
}

/** What may surround a single call without changing what the cell shows. */
const BEFORE = /^\s*=?\s*[@+]?\s*$/;

/**
 * Closed calls with the text of each argument, for any naming of functions.
 * @param visible the formula with quoted parts blanked and commas between arguments; as long as the formula
 * @param before text that may precede a single call
 */
export function callTexts(
  formula: string,
  calls: readonly { readonly id: string; readonly start: number; readonly open: number }[],
  visible: string,
  before = BEFORE,
): readonly CallOf<string>[] {
  const parentheses = argumentSpans(visible);
  return calls.flatMap(({ id, start, open }): CallOf<string>[] => {
    const inside = parentheses.get(open);
    if (!inside) return [];
    const end = inside.close + 1;
    const args = inside.spans.map((span) => formula.slice(span.start, span.end));
    const none = args.length === 1 && args[0]?.trim() === "";
    return [{ id, start, end, args: none ? [] : args, alone: before.test(formula.slice(0, start)) && formula.slice(end).trim() === "" }];
  });
}
