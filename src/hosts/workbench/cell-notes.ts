import type { Injector, IPosition } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { HoverManagerService, IEditorBridgeService, ScrollCommand } from "@univerjs/preset-sheets-core";
import { SetSelectionsOperation, SetWorksheetActiveOperation, SetWorksheetColWidthMutation } from "@univerjs/sheets";
import { missingArgumentIn } from "../../core/cell-display";
import { REASON_PREFIX, reasonInCell, reasonInFull } from "../../core/outcome";
import { ENGINE_FAILED } from "../../engine/engine-failed";
import type { EngineFunctions } from "../../engine/univer";
import { paneWords } from "../../pane/pane-words";
import { brokenCall } from "../../pane/words/broken-call";
import type { PaneHost } from "../../pane/pane-host";
import { addressOf } from "../../workbook/cell-address";
import type { CellNote } from "./desk";

interface CellNotesParts {
  readonly api: FUniver;
  readonly injector: Injector;
  readonly functions: EngineFunctions;
  readonly host: PaneHost;
  /** Shows a note; undefined removes it. */
  readonly show: (note: CellNote | undefined) => void;
}

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
function sentenceOf({ api, functions, host }: CellNotesParts, row: number, column: number): string | undefined {
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

const CANVAS = ".wb-grid [id^='univer-sheet-main-canvas']";

/** Shows the full sentence of the hovered cell's error or reason beside it, or of the selected cell's if none is hovered. */
export function followCellNotes(parts: CellNotesParts): void {
  const { api, injector, functions, show } = parts;
  const bridge = injector.get(IEditorBridgeService);
  let hovered: CellNote | undefined;

  const noteAt = (row: number, column: number, { startX, endX, startY, endY }: IPosition): CellNote | undefined => {
    const text = sentenceOf(parts, row, column);
    const canvas = document.querySelector(CANVAS)?.getBoundingClientRect();
    if (text === undefined || !canvas) return undefined;
    return { text, left: canvas.left + startX, right: canvas.left + endX, top: canvas.top + startY, bottom: canvas.top + endY };
  };
  const selected = (): CellNote | undefined => {
    const state = bridge.getEditCellState();
    return state && !bridge.isVisible().visible ? noteAt(state.row, state.column, state.position) : undefined;
  };
  const draw = (): void => show(hovered ?? selected());

  // Goes away with the cell: the pointer is over another one, or over none.
  injector.get(HoverManagerService).currentCell$.subscribe((cell) => {
    hovered = cell && !bridge.isVisible().visible ? noteAt(cell.location.row, cell.location.col, cell.position) : undefined;
    draw();
  });
  // The grid reports no cell that the pointer leaves for another part of the page.
  window.addEventListener("pointerover", (e) => {
    if (!hovered || (e.target instanceof Element && e.target.matches(CANVAS))) return;
    hovered = undefined;
    draw();
  });
  document.addEventListener("pointerleave", () => {
    hovered = undefined;
    draw();
  });
  bridge.visible$.subscribe(() => {
    hovered = undefined;
    draw();
  });
  const moves: ReadonlySet<string> = new Set([SetSelectionsOperation.id, SetWorksheetActiveOperation.id, SetWorksheetColWidthMutation.id, ScrollCommand.id]);
  api.onCommandExecuted(({ id }) => {
    if (!moves.has(id)) return;
    if (id === ScrollCommand.id) hovered = undefined;
    // The cell's place is known after this command's listeners have run.
    setTimeout(() => {
      bridge.refreshEditCellPosition(true);
      draw();
    }, 0);
  });
  functions.onIdle(draw);
}
