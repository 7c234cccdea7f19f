import { argumentSpans } from "./argument-spans";

/** A SERVICE call where it stands in a formula, with what its arguments are. */
export interface CallOf<A> {
  /** Such as `SERVICE.FRED` or `SERVICE`. */
  readonly id: string;
  /** Offset of the name's first character. */
  readonly start: number;
  /** Offset after the closing parenthesis. */
  readonly end: number;
  readonly args: readonly A[];
  /** The formula is exactly this call, so that the cell shows what the call gives. */
  readonly alone: boolean;
}

/** What a call leaves for its cell to show as it is. */
const BEFORE = /^\s*=?\s*[@+]?\s*$/;

/**
 * Calls with the text of each argument, whatever their names are in the host; those that are not closed are left out.
 * @param visible the formula with blanks for what is quoted, and a comma wherever one argument ends and another begins; as long as the formula
 * @param before what may stand before a call that is alone
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
