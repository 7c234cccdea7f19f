import { argumentSpans } from "./argument-spans";

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
