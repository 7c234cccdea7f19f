import { quoted, wordsIn } from "../../contract/text";
import type { Block } from "../block";
import { type CellValue, isError } from "../cell";
import { columnName } from "../cell-address";
import { placeOf } from "../cell-reference";
import { calledInSheets, FILLED_IN_SHEETS, QUOTED_IN_SHEETS, sheetsForm } from "./called-in-sheets";
import { tokensOf } from "./formula-tokens";
import { LONGEST_FORMULA, SHEET_COLUMNS, SHEET_ROWS } from "../excel-limits";

/** Excel refuses longer texts in a formula. */
const LONGEST_LITERAL = 255;
const literalOf = (text: string): string => (text.match(new RegExp(`[^]{1,${LONGEST_LITERAL}}`, "g")) ?? [""]).map(quoted).join("&");

/** A value as Google Sheets writes it beside the formula. */
export function valueInSheetsForm(value: CellValue): string {
  if (typeof value === "number") return Number.isInteger(value) && !/e/.test(String(value)) ? `${value}.0` : String(value).replace("e", "E").replace("+", "");
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return literalOf(value === null ? "" : isError(value) ? value.error : value);
}

/** A formula in the form of Google Sheets with another formula in it. */
export const withFormulaInSheetsForm = ([begin, , ...rest]: NonNullable<ReturnType<typeof sheetsForm>>["parts"], formula: string): string =>
  begin + literalOf(formula) + rest.join("");

/** A formula as Google Sheets would store it with this value; without one, a cell that the array of another one fills. */
export const inSheetsForm = (formula: string | undefined, value: CellValue): string =>
  `IFERROR(__xludf.DUMMYFUNCTION(${literalOf(formula ?? FILLED_IN_SHEETS)}),${valueInSheetsForm(value)})`;

/** True if a file can hold this value beside the formula, with a margin for what Google Sheets writes otherwise than Excel. */
export const fitsInSheetsForm = (formula: string, value: CellValue): boolean => 1.2 * inSheetsForm(formula, value).length < LONGEST_FORMULA;

/** `A2:A` and `2:B`, which Excel does not have: a range to the end of its sheet. */
const OPEN_ENDED = new RegExp(
  String.raw`${QUOTED_IN_SHEETS}|(?<![\w$.:])(?:\$?[A-Z]{1,3}\$?\d+:\$?(?:[A-Z]{1,3}|\d+)|\$?(?:[A-Z]{1,3}|\d+):\$?[A-Z]{1,3}\$?\d+)(?![\w(.!:$])`,
  "gi",
);
const isQuoted = (text: string): boolean => /^["']/.test(text);

/** True if a formula of Google Sheets reads a range without an end. */
export const readsToTheEnd = (formula: string): boolean => [...formula.matchAll(OPEN_ENDED)].some(([found]) => !isQuoted(found));

/** A formula of Google Sheets in which each range has an end. */
export const withEnds = (formula: string): string =>
  formula.replace(OPEN_ENDED, (found) => {
    if (isQuoted(found)) return found;
    const [first, last] = found.split(":").map((end) => /^(\$?[A-Z]+)?(\$?\d+)?$/i.exec(end));
    return `${first?.[1] ?? "A"}${first?.[2] ?? 1}:${last?.[1] ?? columnName(SHEET_COLUMNS - 1)}${last?.[2] ?? SHEET_ROWS}`;
  });

const DOTTED = new RegExp(String.raw`${QUOTED_IN_SHEETS}|(?<![\p{L}\d_.])SERVICE\.(?=[A-Z\d_]+\s*\()`, "giu");

/** A formula without its equals sign as Google Sheets writes it, whose functions have no dots in their names. */
export const withSheetsNames = (formula: string): string => formula.replace(DOTTED, (whole) => (isQuoted(whole) ? whole : "SERVICE_"));

/** A cell with a formula, as a file stores it. */
interface StoredCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

/** Functions that give one value of single values, as SERVICE functions do. */
const ONE_VALUE: ReadonlySet<string> = new Set(
  wordsIn(`
    ABS AND AVERAGE CEILING CHOOSE CONCATENATE DATE DATEVALUE DAY EDATE EOMONTH EXACT EXP FLOOR IF IFERROR IFNA IFS INT ISBLANK ISERR ISERROR ISNA
    ISNUMBER ISTEXT LEFT LEN LN LOG LOG10 LOWER MAX MEDIAN MID MIN MOD MONTH N NA NOT NOW OR POWER PRODUCT RIGHT ROUND ROUNDDOWN ROUNDUP SIGN SQRT
    SUBSTITUTE SUM T TEXT TODAY TRIM TRUNC UPPER VALUE WEEKDAY YEAR`),
);

/** True if a formula of Google Sheets fills its own cell only, whatever its cells hold. */
const hasOneValue = (formula: string): boolean =>
  tokensOf(formula).every(({ kind, text }) => {
    if (kind === "function") return ONE_VALUE.has(text.toUpperCase()) || /^SERVICE(?:_|$)/i.test(text);
    if (kind === "name") return /^(?:TRUE|FALSE)$/i.test(text);
    return kind === "mark" ? /^[-+*/^&=<>%]$/.test(text) : kind !== "bracket" && kind !== "lines";
  });

/** The blocks of arrays, each as wide and then as high as cells without an owner follow its first cell; and how many cells are left. */
function claimed<T extends StoredCell>(firsts: readonly T[], filled: ReadonlySet<number>): { readonly blocks: ReadonlyMap<T, Block>; readonly left: number } {
  const free = new Set(filled);
  const blocks = new Map<T, Block>();
  for (const first of firsts) {
    const { row, column } = first;
    let [rows, columns] = [1, 1];
    while (free.has(placeOf(row, column + columns))) columns++;
    const isRow = (r: number): boolean => Array.from({ length: columns }, (_, c) => c).every((c) => free.has(placeOf(r, column + c)));
    while (isRow(row + rows)) rows++;
    for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) free.delete(placeOf(row + r, column + c));
    blocks.set(first, { row, column, rows, columns });
  }
  return { blocks, left: free.size };
}

/**
 * The formulas of a sheet that Google Sheets has stored, each with the cells that it fills: Google marks these as filled by some array. A formula that could be
 * that of the cells as well as another one gets none of them, so that nothing is written over a value of the other.
 */
export function sheetsBlocks<T extends StoredCell>(cells: readonly T[]): ReadonlyMap<T, Block> {
  const firsts: T[] = [];
  const single: T[] = [];
  const filled = new Set<number>();
  for (const cell of cells) {
    const form = sheetsForm(cell.text);
    if (form?.formula !== undefined) (hasOneValue(form.formula) ? single : firsts).push(cell);
    else if (form) filled.add(placeOf(cell.row, cell.column));
  }
  const fromTop = claimed(
    [...firsts].sort((a, b) => a.row - b.row || a.column - b.column),
    filled,
  );
  const fromLeft = claimed(
    [...firsts].sort((a, b) => a.column - b.column || a.row - b.row),
    filled,
  );
  const own = ({ row, column }: T): Block => ({ row, column, rows: 1, columns: 1 });
  const blockOf = (first: T): Block => {
    const [a, b] = [fromTop.blocks.get(first)!, fromLeft.blocks.get(first)!];
    if (fromTop.left !== fromLeft.left) return fromTop.left < fromLeft.left ? a : b;
    return a.rows === b.rows && a.columns === b.columns ? a : own(first);
  };
  return new Map([...single.map((first) => [first, own(first)] as const), ...firsts.map((first) => [first, blockOf(first)] as const)]);
}

/** The calls of SERVICE that Google Sheets has stored, each with the cells that it fills; and the places that they fill besides their own. */
export function callsInSheetsForm<T extends StoredCell>(cells: readonly T[]): { readonly blocks: ReadonlyMap<T, Block>; readonly filled: ReadonlySet<number> } {
  const blocks = new Map([...sheetsBlocks(cells)].filter(([{ text }]) => calledInSheets(text) !== undefined));
  const filled = new Set<number>();
  for (const { row, column, rows, columns } of blocks.values())
    for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) if (r + c > 0) filled.add(placeOf(row + r, column + c));
  return { blocks, filled };
}
