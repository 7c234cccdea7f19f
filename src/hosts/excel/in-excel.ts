import { WorkbookRefusal, type Watch } from "../../pane/workbook";
import { refusalOf } from "./excel-refusal";

/** Runs a batch against the workbook, after a cell that is being edited; whatever goes wrong comes out as a refusal with a sentence. */
export async function inExcel<T>(batch: (context: Excel.RequestContext) => Promise<T>): Promise<T> {
  try {
    return await Excel.run({ delayForCellEdit: true }, batch);
  } catch (e) {
    throw refusalOf(e);
  }
}

export function stopWhere(watch: Watch | undefined): void {
  if (watch?.signal?.aborted) throw new WorkbookRefusal("Stopped. Nothing was changed.");
}
