import { missingArgumentIn } from "../../../core/cell-display";
import { REASON_PREFIX, reasonInCell, reasonInFull } from "../../../core/outcome";
import { ENGINE_FAILED } from "../../../engine/engine-errors";
import type { Grid } from "../page-grid";
import { paneWords } from "../../../pane/pane-words";
import { brokenCall } from "../../../pane/words/broken-call";
import type { PaneHost } from "../../../pane/pane-host";
import { addressOf } from "../../../workbook/cell-address";
import type { Desk } from "../page/desk";
import type { FollowCell } from "./follow-cell";

/** What an error says whose function gives no message of its own. */
const ERROR_SENTENCES: ReadonlyMap<string, string> = new Map([
  ["#DIV/0!", "The formula divides by zero or by an empty cell."],
  ["#N/A", "A lookup or another function found no value."],
  ["#NAME?", "The formula has a name that is unknown here, or a text without quotes."],
  ["#NULL!", "Two ranges with a space between them have no cell in common."],
  ["#NUM!", "A number is too large, too small, or not allowed here."],
  ["#REF!", "The formula refers to a cell that no longer exists."],
  ["#SPILL!", "The result needs the cells below or beside it, and they are not empty. Clear them."],
  ["#VALUE!", "A value has the wrong kind, such as text where a number is expected."],
  ["#CALC!", "The result would be an empty list."],
  ["#CYCLE!", "The formula refers to its own cell."],
  [ENGINE_FAILED, "The workbench cannot calculate this formula. Open the workbook in Excel for its value."],
]);

/** The full sentence of a cell's error or reason: `A2 is #VALUE!: …`. Undefined for any other cell. */
function sentenceOf({ api, functions }: Grid, host: PaneHost, row: number, column: number): string | undefined {
  const sheet = api.getActiveWorkbook()?.getActiveSheet();
  const cell = sheet?.getRange(row, column);
  const value = cell?.getRawValue();
  if (!sheet || !cell || typeof value !== "string") return undefined;
  const at = cell.getA1Notation();
  if (value.startsWith("#")) {
    const message =
      functions.messageOf({ unit: sheet.getWorkbook().getUnitId(), sheet: sheet.getSheetId(), row, column }) ??
      (value === "#NAME?" ? brokenCall({ formula: cell.getFormula(), value: null })?.words : undefined) ??
      ERROR_SENTENCES.get(value);
    return message === undefined ? undefined : `${at} is ${value}: ${message}`;
  }
  if (!value.startsWith(REASON_PREFIX)) return undefined;
  const argument = missingArgumentIn(value);
  if (argument !== undefined) return `${at} is n/a: ${paneWords({ code: "no_argument", argument })}`;
  const questions = host.cells.callLog.questionsOf(addressOf({ sheet: sheet.getSheetName(), row, column }));
  const answer = questions.map((question) => host.cells.last(question)).find((one) => one?.value === null && reasonInCell(one) === value);
  return `${at} is n/a: ${answer ? reasonInFull(answer) : value.slice(REASON_PREFIX.length)}`;
}

/** Shows the full sentence of the hovered cell's error or reason beside it, or of the selected cell's if none is hovered. */
export function followCellNotes(grid: Grid, desk: Desk, follow: FollowCell, host: PaneHost): void {
  follow(
    (row, column) => sentenceOf(grid, host, row, column),
    (at) => {
      if (at || desk.state().cellNote) desk.set({ cellNote: at && { text: at.content, ...at.place } });
    },
  );
}
