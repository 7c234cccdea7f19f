import type { IPosition } from "@univerjs/core";
import { HoverManagerService, IEditorBridgeService, ScrollCommand } from "@univerjs/preset-sheets-core";
import { SetSelectionsOperation, SetWorksheetActiveOperation, SetWorksheetColWidthMutation } from "@univerjs/sheets";
import { SetFieldsMutation } from "../../../engine/edits/stored-fields";
import type { Grid } from "../page-grid";
import type { CellBox } from "../page/desk";

const CANVAS = ".wb-grid [id^='univer-sheet-main-canvas']";

/** What is shown beside a cell. */
interface BesideCell<T> {
  readonly content: T;
  readonly place: CellBox;
}

/** The place of a cell in the window; undefined if the grid is not drawn. */
export function placeInWindow({ startX, endX, startY, endY }: IPosition): CellBox | undefined {
  const canvas = document.querySelector(CANVAS)?.getBoundingClientRect();
  return canvas && { left: canvas.left + startX, right: canvas.left + endX, top: canvas.top + startY, bottom: canvas.top + endY };
}

export type FollowCell = ReturnType<typeof createCellFollower>;

interface Follower {
  hover(at: HoveredCell | undefined): void;
  draw(): void;
}

interface HoveredCell {
  readonly row: number;
  readonly column: number;
  readonly position: IPosition;
}

/** Follows the hovered and the selected cell for all that is shown beside them. */
export function createCellFollower({ api, injector, functions }: Grid) {
  const bridge = injector.get(IEditorBridgeService);
  const followers: Follower[] = [];
  let isHovered = false;

  const hover = (at: HoveredCell | undefined): void => {
    isHovered = at !== undefined;
    for (const one of followers) one.hover(at);
  };
  // The grid still reports cells of a book that has just been closed.
  const draw = (): void => void (api.getActiveWorkbook() && followers.forEach((one) => one.draw()));
  const leave = (): void => {
    hover(undefined);
    draw();
  };

  // Goes away with the cell: the pointer is over another one, or over none.
  injector.get(HoverManagerService).currentCell$.subscribe((cell) => {
    hover(cell && !bridge.isVisible().visible ? { row: cell.location.row, column: cell.location.col, position: cell.position } : undefined);
    draw();
  });
  // The grid reports no cell that the pointer leaves for another part of the page.
  window.addEventListener("pointerover", (e) => {
    if (isHovered && !(e.target instanceof Element && e.target.matches(CANVAS))) leave();
  });
  document.addEventListener("pointerleave", leave);
  bridge.visible$.subscribe(leave);
  const moves: ReadonlySet<string> = new Set([
    SetSelectionsOperation.id,
    SetWorksheetActiveOperation.id,
    SetWorksheetColWidthMutation.id,
    ScrollCommand.id,
    SetFieldsMutation.id,
  ]);
  api.onCommandExecuted(({ id }) => {
    if (!moves.has(id)) return;
    if (id === ScrollCommand.id) hover(undefined);
    // The cell's place is known after this command's listeners have run.
    setTimeout(() => {
      bridge.refreshEditCellPosition(true);
      draw();
    }, 0);
  });
  functions.onIdle(draw);

  /**
   * Shows something beside the hovered cell, or beside the selected one if there is nothing for the hovered one; nothing while a cell is edited.
   *
   * @param contentOf what there is to show for a cell
   * @param hovers false: only for the selected cell
   */
  return <T>(contentOf: (row: number, column: number) => T | undefined, show: (at: BesideCell<T> | undefined) => void, hovers = true): void => {
    let hovered: BesideCell<T> | undefined;
    const besideCell = ({ row, column, position }: HoveredCell): BesideCell<T> | undefined => {
      const content = contentOf(row, column);
      const place = content === undefined ? undefined : placeInWindow(position);
      return content === undefined || !place ? undefined : { content, place };
    };
    const selected = (): BesideCell<T> | undefined => {
      const state = bridge.getEditCellState();
      return state && !bridge.isVisible().visible ? besideCell(state) : undefined;
    };
    followers.push({
      hover: (at) => (hovered = hovers && at ? besideCell(at) : undefined),
      draw: () => show(hovered ?? selected()),
    });
  };
}
