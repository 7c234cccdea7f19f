import { isError, type FormulaCell } from "../../workbook/cell";
import { placeColumns } from "../export/place-columns";
import { plainContent } from "../export/plain-text";
import type { PlainContent, SheetLook } from "../workbook";
import { STATE_LABELS } from "./state-words";
import type { AuditedCell } from "./audit-of";

/** The table's heading; formulas have no equals sign, because with it they would be formulas again. */
const TABLE_HEAD = ["Sheet", "Cell", "State", "Shows", "In words", "Formula without its ="] as const;

/** How a sheet with the table looks. */
export const AUDIT_LOOK: SheetLook = { widths: [18, 8, 16, 22, 60, 44], head: 0 };

/** What a cell shows, as content of another cell: numbers as numbers, dates as ISO text, errors as text, so that the table contains no errors. */
function shows({ value, text }: FormulaCell): PlainContent {
  if (isError(value)) return `error ${value.error}`;
  if (typeof value === "number") return /^\d{4}-\d\d-\d\d$/.test(text) ? text : value;
  return value ?? "";
}

/** The audit as a table for another sheet or the clipboard, with its heading. */
export const auditTable = (cells: readonly AuditedCell[]): (readonly PlainContent[])[] => [
  TABLE_HEAD,
  ...cells.map(({ cell, state, words }) => [...placeColumns(cell), STATE_LABELS[state], shows(cell), words, cell.formula.replace(/^=/, "")].map(plainContent)),
];
