import { isWithin, takeKeys } from "./take-keys";
import { createRegions, focusPane, goesToRegion, GRID_EDITOR } from "./regions";

/** Parts of the page in which an edit of the grid is over. The grid's own menus and panels are elsewhere. */
const OUTSIDE_GRID = ".wb-bar, .wb-find, .wb-status, .wb-pane, dialog";

/** The edit of a cell in the grid. */
export interface OpenEdit {
  readonly isOpen: () => boolean;
  /** True if the edited formula cannot be entered yet. */
  readonly isUnfinished: () => boolean;
  /** Enters the text. */
  readonly enter: () => Promise<unknown>;
  /** The address of the active cell. */
  readonly cell: () => string;
}

interface RegionParts {
  /** Undefined until the grid is drawn. */
  readonly edit: () => OpenEdit | undefined;
  readonly say: (text: string) => void;
  /** Tells screen readers. */
  readonly announce: (text: string) => void;
}

/** Enters the open edit; says that it is open if it is unfinished. */
async function enterEdit({ edit, say }: RegionParts): Promise<void> {
  const open = edit();
  if (!open?.isOpen()) return;
  if (open.isUnfinished())
    return say(`${open.cell()} is still being edited: its formula is not finished. Finish it and press Enter, or press Escape in the cell.`);
  const chosen = document.activeElement;
  await open.enter();
  // The grid takes the focus when an edit ends, if the user has put it elsewhere by then.
  if (!(chosen instanceof HTMLElement) || chosen.matches(GRID_EDITOR) || !document.activeElement?.matches(GRID_EDITOR)) return;
  if (chosen instanceof HTMLIFrameElement) focusPane();
  else chosen.focus();
}

/**
 * Handles F6 and Shift+F6, and Tab and Shift+Tab after Escape in the grid, which otherwise keeps Tab. An open edit is entered when the focus leaves the grid, so
 * that a click on the pane or on Save loses nothing. Call it before the grid is created: listeners of a window run in the order in which they were added.
 */
export function followRegionKeys(parts: RegionParts): void {
  const focusNext = createRegions();
  let leaves = false;
  const isInCell = (): boolean => document.activeElement?.matches(GRID_EDITOR) ?? false;
  takeKeys((e) => {
    if (document.querySelector("dialog[open]")) return false;
    if (goesToRegion(e) || (e.key === "Tab" && leaves && isInCell())) {
      leaves = false;
      void enterEdit(parts);
      focusNext(e.shiftKey);
      return true;
    }
    if (e.key === "Shift") return false;
    leaves = e.key === "Escape" && isInCell() && !parts.edit()?.isOpen();
    if (leaves) parts.announce("Press Tab to leave the grid.");
    return false;
  });
  window.addEventListener(
    "pointerdown",
    (e) => {
      leaves = false;
      // Not every browser gives a pressed button the focus.
      if (isWithin(e, OUTSIDE_GRID)) void enterEdit(parts);
    },
    true,
  );
  window.addEventListener("focusin", (e) => isWithin(e, OUTSIDE_GRID) && void enterEdit(parts));
  // A frame that takes the focus is no event of this page but the loss of its own.
  window.addEventListener("blur", () => document.activeElement?.closest(OUTSIDE_GRID) && void enterEdit(parts));
}
