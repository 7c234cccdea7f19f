import { type Area, sheetOf } from "../areas";
import type { Block } from "../block";
import { columnName } from "../cell-address";
import { cellIn, LAST_ROW } from "../cell-reference";
import { bracketsAround, isWholeArgument, type Token, tokensOf } from "./formula-tokens";

/** Functions that give the same if blank rows at the end of a range are left out. Not those that count blank cells, such as COUNTIF with `<>1`. */
const WITHOUT_BLANKS: ReadonlySet<string> = new Set(
  (
    "AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS COUNT COUNTA INDEX LARGE LOOKUP MATCH MAX MAXA MAXIFS MEDIAN MIN MINA MINIFS PRODUCT SMALL STDEV STDEV.P STDEV.S SUM SUMIF " +
    "SUMIFS SUMSQ VAR VAR.P VAR.S VLOOKUP XLOOKUP"
  ).split(" "),
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

interface Corner {
  readonly row: number;
  readonly column: number;
  readonly fixedRow: boolean;
  readonly fixedColumn: boolean;
}

function cornerOf({ text }: Token): Corner {
  const { row, column } = cellIn(text)!;
  return { row, column, fixedColumn: text.startsWith("$"), fixedRow: text.lastIndexOf("$") > 0 };
}

const placed = ({ fixedRow, fixedColumn }: Corner, row: number, column: number): string =>
  `${fixedColumn ? "$" : ""}${columnName(column)}${fixedRow ? "$" : ""}${row + 1}`;

const sorted = <T>(isSorted: boolean, a: T, b: T): readonly [T, T] => (isSorted ? [a, b] : [b, a]);

/** A reference between two corners of a formula, as a block from its top left. */
function referredOf(sheet: string, a: Corner, b: Corner, isRange: boolean): Referred {
  const [top, bottom] = sorted(a.row <= b.row, a, b);
  const [left, right] = sorted(a.column <= b.column, a, b);
  return {
    sheet,
    row: top.row,
    column: left.column,
    rows: bottom.row - top.row + 1,
    columns: right.column - left.column + 1,
    isRange,
    fixed: { rows: [top.fixedRow, bottom.fixedRow], columns: [left.fixedColumn, right.fixedColumn] },
  };
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
    const first = tokens[i];
    if (first?.kind !== "cell") continue;
    const sheet = tokens[i - 1]?.kind === "sheet" ? tokens[i - 1] : undefined;
    const before = tokens[i - (sheet ? 2 : 1)];
    const isJoined = tokens[i + 1]?.text === ":";
    const to = tokens[i + 2]?.kind === "sheet" ? i + 3 : i + 2;
    const end = isJoined && tokens[to]?.kind === "cell" ? tokens[to] : undefined;
    const last = end ? to : i;
    const isOther = before?.kind === "bracket" || before?.text === ":" || tokens[last + 1]?.text === ":" || (isJoined && !end);
    if (!isOther) {
      const [a, b] = [cornerOf(first), cornerOf(end ?? first)];
      const start = sheet ? i - 1 : i;
      const functionName = (): string | undefined => (isWholeArgument(tokens, start, last) ? bracketsAround(tokens)[start]?.of : undefined);
      const changed = change(referredOf(sheet ? sheetOf(sheet) : home, a, b, end !== undefined), functionName);
      if (changed === "#REF!") {
        texts[i] = changed;
        for (let t = i + 1; t <= last; t++) texts[t] = "";
      } else if (changed) {
        const [bottom, right] = [changed.row + changed.rows - 1, changed.column + changed.columns - 1];
        const rows = sorted(a.row <= b.row, changed.row, bottom);
        const columns = sorted(a.column <= b.column, changed.column, right);
        texts[i] = placed(a, rows[0], columns[0]);
        if (end) texts[last] = placed(b, rows[1], columns[1]);
      }
    }
    i = last;
  }
  return texts.join("");
}
