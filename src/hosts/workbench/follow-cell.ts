import type { Injector, IPosition } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
import { HoverManagerService, IEditorBridgeService, ScrollCommand } from "@univerjs/preset-sheets-core";
import { SetSelectionsOperation, SetWorksheetActiveOperation, SetWorksheetColWidthMutation } from "@univerjs/sheets";
import { SetFieldsMutation } from "../../engine/stored-fields";
import type { EngineFunctions } from "../../engine/univer";
import type { CellPlace } from "./desk";

const CANVAS = ".wb-grid [id^='univer-sheet-main-canvas']";

interface FollowParts {
  readonly api: FUniver;
  readonly injector: Injector;
  readonly functions: EngineFunctions;
}

/** What is shown beside a cell. */
interface BesideCell<T> {
  readonly content: T;
  readonly place: CellPlace;
}

/** The place of a cell in the window; undefined if the grid is not drawn. */
export function placeInWindow({ startX, endX, startY, endY }: IPosition): CellPlace | undefined {
  const canvas = document.querySelector(CANVAS)?.getBoundingClientRect();
  return canvas && { left: canvas.left + startX, right: canvas.left + endX, top: canvas.top + startY, bottom: canvas.top + endY };
}

/**
 * Shows something beside the hovered cell, or beside the selected one if there is nothing for the hovered one; nothing while a cell is edited.
 *
 * @param contentOf what there is to show for a cell
 * @param hovers false: only for the selected cell
 */
export function followCell<T>(
  { api, injector, functions }: FollowParts,
  contentOf: (row: number, column: number) => T | undefined,
  show: (at: BesideCell<T> | undefined) => void,
  hovers = true,
): void {
  const bridge = injector.get(IEditorBridgeService);
  let hovered: BesideCell<T> | undefined;

  const besideCell = (row: number, column: number, position: IPosition): BesideCell<T> | undefined => {
    const content = contentOf(row, column);
    const place = content === undefined ? undefined : placeInWindow(position);
    return content === undefined || !place ? undefined : { content, place };
  };
  const selected = (): BesideCell<T> | undefined => {
    const state = bridge.getEditCellState();
    return state && !bridge.isVisible().visible ? besideCell(state.row, state.column, state.position) : undefined;
  };
  const draw = (): void => show(hovered ?? selected());

  // Goes away with the cell: the pointer is over another one, or over none.
  injector.get(HoverManagerService).currentCell$.subscribe((cell) => {
    hovered = hovers && cell && !bridge.isVisible().visible ? besideCell(cell.location.row, cell.location.col, cell.position) : undefined;
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
  const moves: ReadonlySet<string> = new Set([
    SetSelectionsOperation.id,
    SetWorksheetActiveOperation.id,
    SetWorksheetColWidthMutation.id,
    ScrollCommand.id,
    SetFieldsMutation.id,
  ]);
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
