import { freezeServiceCells, type Kept } from "../../workbook/xlsx/freeze-service-cells";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import type { Working } from "../work/work";
import { WorkbookRefusal, type Workbook } from "../workbook";
import { copyName } from "./copy-name";

/** What became of a copy. */
export interface Copied {
  readonly name: string;
  /** Formulas that are values in the copy. */
  readonly frozen: number;
  /** What stayed as it was, each with why. */
  readonly kept: readonly Kept[];
}

function frozenFile(file: Uint8Array): ReturnType<typeof freezeServiceCells> {
  try {
    return freezeServiceCells(file);
  } catch (e) {
    throw e instanceof FileRefusal ? new WorkbookRefusal(e.message) : e;
  }
}

/** Opens a copy of the workbook with values in place of SERVICE formulas. The workbook itself is only read. Rejects with a `WorkbookRefusal`. */
export async function makeCopy(workbook: Workbook, { signal, progress, step }: Working): Promise<Copied> {
  const file = await workbook.file({ signal, progress });
  step("Putting values in place of formulas");
  const { file: copy, frozen, kept } = frozenFile(file);
  const name = copyName(workbook.fileName?.());
  if (!signal.aborted && frozen > 0) {
    step("Opening the copy");
    await workbook.open(copy, name);
  }
  return { name, frozen, kept };
}
