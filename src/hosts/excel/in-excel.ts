import { WorkbookRefusal, type Watch } from "../../pane/workbook";
import { refusalOf } from "./excel-refusal";

/** Runs a batch on the workbook; waits until no cell is being edited. Throws only a `WorkbookRefusal`. */
export async function inExcel<T>(batch: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  try {
    return await Excel.run({ delayForCellEdit: true }, batch);
  } catch (e) {
    throw refusalOf(e);
  }
}

export function throwIfStopped(watch: Watch | undefined): void {
  if (watch?.signal?.aborted) throw new WorkbookRefusal("Stopped. Nothing was changed.");
}
