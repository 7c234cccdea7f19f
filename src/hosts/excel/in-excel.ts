import { WorkbookRefusal, type Watch } from "../../pane/workbook";
import { EDITING, excelRefusal } from "./excel-refusal";

/** Runs a batch on the workbook; waits until no cell is being edited. Throws only a `WorkbookRefusal`. */
export async function inExcel<T>(batch: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  try {
    return await Excel.run({ delayForCellEdit: true }, batch);
  } catch (e) {
    throw excelRefusal(e);
  }
}

/** True while the user edits a cell. Excel reports it only by refusing other work. */
export async function isEditingCell(): Promise<boolean> {
  try {
    // A batch without any request does not reach Excel.
    await Excel.run({ delayForCellEdit: false }, async (context) => void context.application.load("calculationMode"));
    return false;
  } catch (e) {
    const refusal = excelRefusal(e);
    if (refusal.message === EDITING) return true;
    throw refusal;
  }
}

export function throwIfStopped(watch: Watch | undefined): void {
  if (watch?.signal?.aborted) throw new WorkbookRefusal("Stopped. Nothing was changed.");
}
