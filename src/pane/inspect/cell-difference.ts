import { serialOf } from "../../contract/dates";
import { REASON_PREFIX, reasonInCell, reasonInFull, type Answer } from "../../core/outcome";
import { BUSY, isError, type ShownCell } from "../../workbook/cell";
import { valueWords } from "../words/answer-words";

/** Where a cell shows something else than the answer that is known: a sentence; undefined where it shows just that. */
export function cellDifference(shown: ShownCell, answer: Answer): string | undefined {
  const { value, kind } = answer;
  const cell = shown.value;
  const says = `the service now says ${valueWords(answer)}`;
  if (isError(cell)) {
    if (cell.error === BUSY) return "The cell is still waiting for its answer.";
    // Reasons may show as #N/A, as the settings say.
    if (value === null && cell.error === "#N/A") return undefined;
    return `The cell shows ${cell.error}, ${says}.`;
  }
  if (cell === null) return `The cell shows nothing, ${says}.`;
  // A workbook may hold the reason in full, from a service that sent no shorter one.
  if (value === null)
    return cell === reasonInCell(answer) || cell === `${REASON_PREFIX}${reasonInFull(answer)}` ? undefined : `The cell shows ${shown.text}, ${says}.`;
  if (kind === "date" && typeof value === "string" && (cell === serialOf(value) || cell === value)) return undefined;
  return cell === value ? undefined : `The cell shows ${shown.text}, ${says}.`;
}
