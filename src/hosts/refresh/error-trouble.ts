import { ENGINE_FAILED } from "../../engine/engine-errors";
import { isError, type CellValue } from "../../workbook/cell";
import { isWritable } from "../../workbook/xlsx/patch-sheet";

const PENDING = /^#(BUSY!|GETTING_DATA)$/;

/** Why an error that the engine gives for a formula is not written; undefined for all other values. */
export function errorTrouble(value: CellValue): string | undefined {
  if (value === null || !isError(value)) return undefined;
  if (PENDING.test(value.error)) return "It was not answered.";
  if (value.error === ENGINE_FAILED) return "This refresh cannot calculate it. Open the book in Excel to update it.";
  if (!isWritable(value)) return `It would show ${value.error}. Open the book in Excel to see what is in its way.`;
  return value.error === "#NAME?" ? "It uses a name that this refresh does not know." : undefined;
}
