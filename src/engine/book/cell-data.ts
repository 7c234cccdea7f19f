import { CELL_ERRORS } from "../../contract/error-values";
import { CellValueType, type ICellData, type Nullable } from "@univerjs/core";
import { BUSY, type CellValue } from "../../workbook/cell";
import { GETTING_DATA } from "../engine-errors";

/** Errors of the engine's cells; the last two exist only in the engine. */
const ERRORS = new Set([...CELL_ERRORS, "#CYCLE!", "#ERROR!"]);

/** Converts an engine cell to a cell value: errors as errors, a pending value as `#BUSY!`. */
export function valueOf(cell: Nullable<ICellData>): CellValue {
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
