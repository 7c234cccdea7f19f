import { freezeServiceCells, type Kept } from "./freeze";
import type { Working } from "../parts/work";
import type { Workbook } from "../workbook";
import { copyName } from "./copy-name";

/** What became of a copy. */
export interface Copied {
  readonly name: string;
  /** Formulas that are values in the copy. */
  readonly frozen: number;
  /** What stayed as it was, each with why. */
  readonly kept: readonly Kept[];
}

/**
 * Opens a copy of the workbook with values in place of SERVICE formulas. The workbook itself is only read. Rejects with a `WorkbookRefusal`, or
 * where its file cannot be patched with an error whose message is for the person.
 */
export async function makeCopy(workbook: Workbook, { signal, progress, step }: Working): Promise<Copied> {
  const file = await workbook.file({ signal, progress });
  step("Putting values in place of formulas");
  const { file: copy, frozen, kept } = freezeServiceCells(file);
  const name = copyName(workbook.fileName?.());
  if (!signal.aborted && frozen > 0) {
    step("Opening the copy");
    await workbook.open(copy, name);
  }
  return { name, frozen, kept };
}
