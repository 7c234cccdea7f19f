import { wordsIn } from "../../contract/text";
import { type Area, referenceAt, sheetOf, movedSide } from "../areas";
import type { Block } from "../block";
import { cellIn, LAST_ROW } from "../cell-reference";
import { bracketsAround, isWholeArgument, tokensOf } from "./formula-tokens";

/** Functions that give the same if blank rows at the end of a range are left out. Not those that count blank cells, such as COUNTIF with `<>1`. */
const WITHOUT_BLANKS: ReadonlySet<string> = new Set(
  wordsIn(`
    AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS COUNT COUNTA INDEX LARGE LOOKUP MATCH MAX MAXA MAXIFS MEDIAN MIN MINA MINIFS PRODUCT SMALL STDEV STDEV.P
    STDEV.S SUM SUMIF SUMIFS SUMSQ VAR VAR.P VAR.S VLOOKUP XLOOKUP`),
);

/**
 * A formula whose ranges have so many rows at most, where the rows below are blank and do not count. An engine makes a value of each cell of `A2:Z1048576`, but
 * reads whole columns only as far as they are used.
 *
 * @param sheet the sheet of the formula's cell
 */
export const withRowsUpTo = (formula: string, sheet: string, rows: number): string =>
  withReferences(formula, sheet, ({ isRange, ...range }, functionName) =>
    isRange && range.rows > rows && range.row + rows <= LAST_ROW && WITHOUT_BLANKS.has(functionName() ?? "") ? { ...range, rows } : undefined,
  );

/** A cell `B4` or a range `B4:B9` of a formula. */
export interface Referred extends Area {
  readonly isRange: boolean;
  /** Whether its first and last row and column have a `$`. */
  readonly fixed: { readonly rows: readonly [boolean, boolean]; readonly columns: readonly [boolean, boolean] };
}

/** What becomes of a reference: a block, an error, or nothing. */
type Changed = Block | "#REF!" | undefined;

const sorted = <T>(isSorted: boolean, a: T, b: T): readonly [T, T] => (isSorted ? [a, b] : [b, a]);
const hasFixedRow = (side: string): boolean => side.lastIndexOf("$") > 0;
const hasFixedColumn = (side: string): boolean => side.startsWith("$");

/** The cells and ranges of a formula, in order, as `withReferences` finds them. */
export function referredIn(formula: string, home: string): Referred[] {
  const found: Referred[] = [];
  withReferences(formula, home, (reference) => void found.push(reference));
  return found;
}

/**
 * Calls `change` for each cell and range of a formula, in order, and puts what it returns in its place, with the `$` that it has. All else stays as it is, also
 * references to other workbooks and over several sheets, and whole rows and columns.
 *
 * @param home the sheet of the formula's cell
 * @param change gets what finds the name of the function, in capitals, that the reference is a whole argument of
 */
export function withReferences(formula: string, home: string, change: (reference: Referred, functionName: () => string | undefined) => Changed): string {
  const tokens = tokensOf(formula);
  const texts = tokens.map(({ text }) => text);
  for (let i = 0; i < tokens.length; i++) {
    const reference = tokens[i]?.kind === "cell" ? referenceAt(tokens, i) : undefined;
    if (!reference) continue;
    const sheet = tokens[i - 1]?.kind === "sheet" ? tokens[i - 1] : undefined;
    const start = sheet ? i - 1 : i;
    const last = i + reference.length - 1;
    const before = tokens[start - 1];
    const isOther = before?.kind === "bracket" || before?.text === ":" || tokens[last + 1]?.text === ":";
    if (!isOther) {
      const [a = "", b = a] = reference.sides;
      const [from, to] = [cellIn(a)!, cellIn(b)!];
      const [isDown, isRight] = [from.row <= to.row, from.column <= to.column];
      const fixed = { rows: sorted(isDown, hasFixedRow(a), hasFixedRow(b)), columns: sorted(isRight, hasFixedColumn(a), hasFixedColumn(b)) };
      const functionName = (): string | undefined => (isWholeArgument(tokens, start, last) ? bracketsAround(tokens)[start]?.of : undefined);
      const changed = change({ sheet: sheet ? sheetOf(sheet) : home, ...reference.area, isRange: last > i, fixed }, functionName);
      if (changed === "#REF!") {
        texts[i] = changed;
        for (let t = i + 1; t <= last; t++) texts[t] = "";
      } else if (changed) {
        const rows = sorted(isDown, changed.row, changed.row + changed.rows - 1);
        const columns = sorted(isRight, changed.column, changed.column + changed.columns - 1);
        texts[i] = movedSide(a, rows[0], columns[0]);
        if (last > i) texts[last] = movedSide(b, rows[1], columns[1]);
      }
    }
    i = last;
  }
  return texts.join("");
}
