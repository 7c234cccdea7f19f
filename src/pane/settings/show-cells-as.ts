import { DISPLAY_SETTING, STANDARD_DISPLAY, type CellDisplay } from "../../core/cell-display";
import type { PaneHost } from "../pane-host";
import type { Working } from "../work/work";
import { questionsOf } from "../questions/questions-of";
import type { Refused, Workbook } from "../workbook";

/** What became of the cells after a choice. */
export interface Shown {
  /** Calculated anew from answers that were at hand. */
  readonly again: number;
  /** Left as they are, because their answer is not known here: asking for it is what Refresh is for. */
  readonly left: number;
  readonly refused: readonly Refused[];
}

/**
 * Chooses how cells show reasons and values, keeps the choice with the workbook, and has the cells whose answers are known calculated anew. No other
 * cell is touched: it would have to be asked for, and a service that is away would take away what it shows. A choice that cannot be kept is not made.
 */
export async function showCellsAs(host: PaneHost, workbook: Workbook, display: CellDisplay, { signal, progress, step }: Working): Promise<Shown> {
  const isStandard = display.reasons === STANDARD_DISPLAY.reasons && display.values === STANDARD_DISPLAY.values;
  const before = host.display();
  host.setDisplay(display);
  try {
    await workbook.settings.write(DISPLAY_SETTING, isStandard ? undefined : JSON.stringify(display));
  } catch (refusal) {
    host.setDisplay(before);
    throw refusal;
  }
  const cells = await workbook.serviceCells("workbook", { signal, progress });
  if (signal.aborted) return { again: 0, left: cells.length, refused: [] };
  step("Finding their answers");
  const asked = await questionsOf(cells, host, workbook, { signal, progress });
  const known = asked.filter((one) => one.unknown === 0 && one.questions.length > 0 && one.questions.every((q) => host.cells.last(q)));
  if (signal.aborted) return { again: 0, left: cells.length, refused: [] };
  step("Calculating cells");
  const refused = known.length > 0 ? await workbook.recalculate(known.map(({ cell }) => cell)) : [];
  return { again: known.length - refused.length, left: cells.length - known.length, refused };
}
