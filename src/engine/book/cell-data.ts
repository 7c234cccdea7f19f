import { wordsIn } from "../../contract/text";
import { CellValueType, type ICellData, type Nullable } from "@univerjs/core";
import { CELL_ERRORS } from "../../contract/error-values";
import type { BookCell } from "../../workbook/book";
import { BUSY, type CellValue } from "../../workbook/cell";
import { GETTING_DATA } from "../engine-errors";

/** Functions that take whole ranges and return one value; a range inside them does not produce an array. */
const AGGREGATES = new Set(
  wordsIn(`
    SUM SUMIF SUMIFS SUMPRODUCT AVERAGE AVERAGEIF AVERAGEIFS MIN MAX MINIFS MAXIFS COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS MEDIAN MODE PRODUCT STDEV
    STDEV.S STDEV.P VAR VAR.S VAR.P LARGE SMALL RANK RANK.EQ PERCENTILE PERCENTILE.INC QUARTILE CORREL SLOPE INTERCEPT RSQ COVAR VLOOKUP HLOOKUP MATCH
    AND OR NPV IRR XIRR XNPV SUBTOTAL ROWS COLUMNS TEXTJOIN CONCAT`),
);

const ONE_CALL = /^=\s*([A-Z][A-Z0-9.]*)\(([^()*/+\-^&<>={}]*)\)\s*$/i;

/**
 * True if a formula may compute with whole ranges. A file must mark such a formula; otherwise Excel uses one cell of each range and gets another value. A
 * needless mark changes nothing.
 */
export function mayGiveArray(formula: string): boolean {
  const visible = formula.replace(/"(?:[^"]|"")*"/g, '""');
  if (!/[:{#]/.test(visible)) return false;
  const call = ONE_CALL.exec(visible);
  return !(call && AGGREGATES.has((call[1] ?? "").toUpperCase()));
}

/** A formula without its references: the same after rows were inserted, another one if somebody typed another formula. */
const shapeOf = (formula: string): string => formula.replace(/\$?\b[A-Z]{1,3}\$?\d+\b|\$?\b\d+:\$?\d+\b|\$?\b[A-Z]{1,3}:\$?[A-Z]{1,3}\b|#REF!/gi, "");

/** The engine's mark of a formula that takes one cell of each range. A formula typed over it does not match the mark. */
export const markOf = ({ formula, takesOneCell: one }: BookCell): Pick<ICellData, "custom"> =>
  one && formula !== undefined ? { custom: { takesOneCell: shapeOf(formula) } } : {};

export function takesOneCell(cell: Nullable<ICellData>): boolean {
  const mark: unknown = cell?.custom?.["takesOneCell"];
  return typeof mark === "string" && (typeof cell?.f === "string" ? shapeOf(cell.f) === mark : cell?.si != null);
}

/** Errors of the engine's cells; the last two exist only in the engine. */
const ERRORS = new Set([...CELL_ERRORS, "#CYCLE!", "#ERROR!"]);

/** Converts an engine cell to a cell value: errors as errors, a pending value as `#BUSY!`. */
export function gridValueOf(cell: Nullable<ICellData>): CellValue {
  if (!cell) return null;
  const v = cell.v ?? (cell.p ? (cell.p.body?.dataStream.replace(/\r?\n?$/, "") ?? null) : null);
  if (v === null || v === undefined || v === "") return cell.f || cell.si ? (v === "" ? "" : null) : null;
  if (typeof v === "boolean") return v;
  if (cell.t === CellValueType.BOOLEAN) return v === 1 || v === "1" || v === "TRUE";
  if (typeof v === "number") return v;
  if (cell.t === CellValueType.NUMBER && Number.isFinite(Number(v))) return Number(v);
  if (v === GETTING_DATA) return { error: BUSY };
  return cell.t !== CellValueType.FORCE_STRING && ERRORS.has(v) ? { error: v } : v;
}

/** Converts a cell value to the engine's form. */
export function dataOf(value: CellValue): Pick<ICellData, "v" | "t"> {
  if (value === null) return { v: null, t: null };
  if (typeof value === "object") return { v: value.error === BUSY ? GETTING_DATA : value.error, t: CellValueType.STRING };
  if (typeof value === "number") return { v: value, t: CellValueType.NUMBER };
  if (typeof value === "boolean") return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  // A typed text that looks like an error stays text.
  return { v: value, t: ERRORS.has(value) ? CellValueType.FORCE_STRING : CellValueType.STRING };
}
