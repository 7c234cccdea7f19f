import { CELL_ERRORS, CLASSIC_ERRORS } from "../../../contract/error-values";
import type { BookCell, BookSheet } from "../../book";
import { BUSY, isError, sameValue, type CellValue } from "../../cell";
import { blockText, refOf } from "../../cell-address";
import { placeOf } from "../../cell-reference";
import { LONGEST_TEXT } from "../../excel-limits";
import { sameFormula } from "../../formulas/shift-formula";
import { hasServiceCall } from "../../formulas/service-calls";
import { inSheetsForm, withSheetsNames } from "../../formulas/sheets-form";
import { needsArray, toStoredFormula, unstorable } from "../../formulas/stored-formula";
import { sameLook, type Look } from "../changed-styles";
import type { CellPatch, StoredFormula } from "../cell-patch";
import { placedCells, type PlacedCell } from "./placed-cells";

/** What the cells of a sheet need of their file. */
export interface CellContext {
  readonly ownService: boolean;
  /** The number of a style like this one, for a cell whose look changed. */
  readonly style: (style: number, before: Look, now: Look) => number;
  /** The number of the metadata that marks dynamic arrays. */
  readonly mark: () => number;
  /** True if the file has an array formula in this cell. */
  readonly isArray: (row: number, column: number) => boolean;
  /** True if a call in this cell is stored in the form of Google Sheets: it is so in the file, or the cell has no formula there and others of the sheet are so. */
  readonly isInSheetsForm: (row: number, column: number) => boolean;
  /** True if the stored formula of this cell must be written again, though it is the same for the user. */
  readonly isRewritten: (row: number, column: number) => boolean;
  /** True for a formula whose calculated value is certain. */
  readonly trusts: (formula: string) => boolean;
}

/** What changed in the cells of a sheet. */
interface CellChanges {
  readonly values: readonly CellPatch[];
  /** References of the cells that have no formula any more, or become arrays. */
  readonly unchained: ReadonlySet<string>;
  /** True if Excel must calculate the book when it opens it. */
  readonly isUncertain: boolean;
}

const ERRORS: ReadonlySet<string> = new Set(CELL_ERRORS);
const shownBy = ({ value, spill }: BookCell): CellValue => value ?? spill?.[0]?.[0] ?? null;
const sizeOf = ({ spill }: BookCell): { readonly rows: number; readonly columns: number } => ({
  rows: Math.max(1, spill?.length ?? 1),
  columns: Math.max(1, spill?.[0]?.length ?? 1),
});
const isBlock = (cell: BookCell): boolean => sizeOf(cell).rows * sizeOf(cell).columns > 1;

/** An error in the form that every version of Excel can read. Excel reports a file with another one as damaged. */
function storedError(error: string): string {
  if (error === BUSY) return "#GETTING_DATA";
  return error === "#GETTING_DATA" || CLASSIC_ERRORS.includes(error) ? error : "#VALUE!";
}

/** A book's value in the form of its file: errors that every version of Excel reads, texts of a length that fits. */
function storedValue(value: CellValue): CellValue {
  if (typeof value === "number") return Number.isFinite(value) ? value : { error: "#NUM!" };
  if (isError(value)) return { error: storedError(value.error) };
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT) : value;
}

/** True if the grid has no result of a formula, or one that only says that its engine cannot calculate it. */
const isUnknown = (now: CellValue, before: CellValue): boolean =>
  now === null || (isError(now) && (now.error === BUSY || !ERRORS.has(now.error) || (now.error === "#NAME?" && !isError(before) && before !== null)));

/** The cells as they are now, with the former result of each formula that has none now. */
function withResults(before: BookSheet, now: BookSheet, { isArray }: CellContext): { readonly cells: BookCell[]; readonly isUncertain: boolean } {
  const formulas = new Map(before.cells.flatMap((cell) => (cell.formula === undefined ? [] : [[placeOf(cell.row, cell.column), cell] as const])));
  let isUncertain = false;
  const cells = now.cells.map((cell) => {
    const old = cell.formula === undefined ? undefined : formulas.get(placeOf(cell.row, cell.column));
    if (!old || !sameFormula(old.formula, cell.formula)) return cell;
    const [was, is] = [shownBy(old), shownBy(cell)];
    if (isUnknown(is, was)) {
      isUncertain ||= isError(is) && is.error !== BUSY;
      return { ...cell, value: old.value, ...(old.spill ? { spill: old.spill } : {}) };
    }
    // Without the mark of arrays in its file, a formula fills no other cells in Excel.
    const { spill, ...single } = cell;
    return spill && isBlock(cell) && !isBlock(old) && !isArray(cell.row, cell.column) ? { ...single, value: is } : cell;
  });
  return { cells, isUncertain };
}

/** The form of a formula that changed; undefined for one that no file can hold. */
function storedFormula(cell: BookCell, { ownService, mark, isInSheetsForm }: CellContext): StoredFormula | undefined {
  const { row, column, formula, spill, takesOneCell } = cell;
  if (formula === undefined || unstorable(formula) !== undefined) return undefined;
  if (hasServiceCall(formula) && isInSheetsForm(row, column))
    return { text: inSheetsForm(withSheetsNames(formula.replace(/^=/, "")), storedValue(shownBy(cell))) };
  const text = toStoredFormula(formula, { ownService });
  if (!spill && (takesOneCell || !needsArray(formula))) return { text };
  return { text, fills: blockText({ row: cell.row, column: cell.column, ...sizeOf(cell) }), mark: mark() };
}

/** Where the value of a cell comes from that an array fills. */
function filledContent(first: BookCell, was: PlacedCell | undefined, value: CellValue, { isInSheetsForm }: CellContext): Pick<CellPatch, "content"> {
  if (was?.filledBy) return {};
  return { content: isInSheetsForm(first.row, first.column) ? { text: inSheetsForm(undefined, value) } : "filled" };
}

/**
 * Compares the cells of a sheet with those of its opened file.
 *
 * @param before as the grid showed them right after it opened the file, with the results of arrays
 * @param now as the grid shows them
 */
export function cellChanges(before: BookSheet, now: BookSheet, context: CellContext): CellChanges {
  const results = withResults(before, now, context);
  let { isUncertain } = results;
  const [old, cells] = [placedCells(before), placedCells(results)];
  const values: CellPatch[] = [];
  const unchained = new Set<string>();
  for (const at of new Set([...old.keys(), ...cells.keys()])) {
    const [was, is] = [old.get(at), cells.get(at)];
    const { row, column } = (is ?? was)!.cell;
    const isRewritten = context.isRewritten(row, column);
    if (was && is && was.cell === is.cell && !isRewritten) continue;
    const empty: BookCell = { row, column, value: null };
    const [a, b] = [was?.cell ?? empty, is?.cell ?? empty];
    const stored = storedValue(shownBy(b));
    const isSameFormula = !isRewritten && sameFormula(a.formula, b.formula);
    const isSame = isSameFormula && sameValue(storedValue(shownBy(a)), stored);
    const isLook = !sameLook(a, b);
    const resized = isSameFormula && b.formula !== undefined && blockText({ ...a, ...sizeOf(a) }) !== blockText({ ...b, ...sizeOf(b) });
    if (isSame && !isLook && !resized) continue;
    const style = isLook ? { style: (number: number) => context.style(number, a, b) } : {};
    if (isSame && !resized) {
      // The value is written as it was.
      values.push({ row, column, value: undefined, ...style });
      continue;
    }
    const formula = isSameFormula ? undefined : storedFormula(b, context);
    const isUnwritable = b.formula !== undefined && !isSameFormula && formula === undefined;
    const isPending = b.formula !== undefined && !isUnwritable && stored === null;
    if (isPending || (b.formula !== undefined && !context.trusts(b.formula)) || (isError(shownBy(b)) && !sameValue(shownBy(b), stored))) isUncertain = true;
    // In the form of Google Sheets, each cell that an array fills has a formula.
    const hadFormula = a.formula !== undefined || (was?.filledBy !== undefined && context.isInSheetsForm(row, column));
    if (hadFormula && (b.formula === undefined || formula?.mark !== undefined || isUnwritable)) unchained.add(refOf({ row, column }));
    values.push({
      row,
      column,
      // Without a value, applications that do not calculate would show an empty cell or 0. A formula that no file can hold stays readable as text.
      value: isUnwritable ? b.formula!.slice(0, LONGEST_TEXT) : isPending ? { error: storedError(BUSY) } : stored,
      ...(formula
        ? { content: formula }
        : b.formula !== undefined && !isUnwritable
          ? {}
          : is?.filledBy
            ? filledContent(is.filledBy, was, stored, context)
            : { content: "typed" as const }),
      ...(resized ? { fills: blockText({ row, column, ...sizeOf(b) }) } : {}),
      ...style,
    });
  }
  return { values, unchained, isUncertain };
}
