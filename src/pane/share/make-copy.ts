import { freezeServiceCells, type Kept } from "../../workbook/xlsx/freeze-service-cells";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import type { Working } from "../work/work";
import { WorkbookRefusal, type Workbook } from "../workbook";
import { copyName } from "./copy-name";

/** The result of a copy. */
export interface Copied {
  readonly name: string;
  /** Number of formulas that are values in the copy. */
  readonly frozen: number;
  /** What was not replaced, with reasons. */
  readonly kept: readonly Kept[];
}

function frozenFile(file: Uint8Array): ReturnType<typeof freezeServiceCells> {
  try {
    return freezeServiceCells(file);
  } catch (e) {
    throw e instanceof FileRefusal ? new WorkbookRefusal(e.message) : e;
  }
}

/** Opens a copy of the workbook with values instead of SERVICE formulas; the workbook itself is not changed. Rejects with a `WorkbookRefusal`. */
export async function makeCopy(workbook: Workbook, { signal, progress, step }: Working): Promise<Copied> {
  const file = await workbook.file({ signal, progress });
  step("Replacing formulas with values");
  const { file: copy, frozen, kept } = frozenFile(file);
  const name = copyName(workbook.fileName?.());
  if (!signal.aborted && frozen > 0) {
    step("Opening the copy");
    await workbook.open(copy, name);
  }
  return { name, frozen, kept };
}
