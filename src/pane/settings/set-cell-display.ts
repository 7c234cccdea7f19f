import { DISPLAY_SETTING, STANDARD_DISPLAY, type CellDisplay } from "../../core/cell-display";
import type { PaneHost } from "../pane-host";
import type { Working } from "../work/work";
import { questionsOf } from "../questions/questions-of";
import type { Refused, Workbook } from "../workbook";

/** The effect of a new display on the cells. */
export interface DisplayResult {
  /** Cells recalculated from cached answers. */
  readonly recalculated: number;
  /** Cells left unchanged until the next refresh, because their answers are not cached. */
  readonly unchanged: number;
  readonly refused: readonly Refused[];
}

/**
 * Sets how cells show reasons and values, saves it in the workbook, and recalculates the cells with cached answers. Other cells are not recalculated,
 * because they would lose their values if the service is unreachable. If the display cannot be saved, it is not set.
 */
export async function setCellDisplay(
  host: PaneHost,
  workbook: Workbook,
  display: CellDisplay,
  { signal, progress, step }: Working,
): Promise<DisplayResult | undefined> {
  const isStandard = display.reasons === STANDARD_DISPLAY.reasons && display.values === STANDARD_DISPLAY.values && display.blanks === STANDARD_DISPLAY.blanks;
  const previous = host.display();
  host.setDisplay(display);
  try {
    await workbook.settings.write(DISPLAY_SETTING, isStandard ? undefined : JSON.stringify(display));
  } catch (refusal) {
    host.setDisplay(previous);
    throw refusal;
  }
  const cells = await workbook.serviceCells("workbook", { signal, progress });
  if (signal.aborted) return undefined;
  step("Finding their answers");
  const asked = await questionsOf(cells, host, workbook, { signal, progress });
  // A cell without a question, such as one whose argument's cell is empty, sends no request either.
  const cached = asked.filter((one) => one.unknown === 0 && one.questions.every((q) => host.cells.last(q)));
  if (signal.aborted) return undefined;
  step("Calculating cells");
  const refused = cached.length > 0 ? await workbook.recalculate(cached.map(({ cell }) => cell)) : [];
  return { recalculated: cached.length - refused.length, unchanged: cells.length - cached.length, refused };
}
