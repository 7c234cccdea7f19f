import { isWithin, takeKeys } from "./take-keys";

/** Follows the focus: returns the control within these parts of the page that had it last, if it can take it again. Entries of menus do not count. */
export function lastFocusWithin(within: string): () => HTMLElement | undefined {
  let last: HTMLElement | undefined;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest(within) && !target.closest("[role=menu]")) last = target;
  });
  return () => (last?.isConnected && last.tabIndex >= 0 && last.checkVisibility() && !last.matches(":disabled") ? last : undefined);
}

/** The grid's two editors of text, as elements: in the cell and in the formula bar. */
export const GRID_EDITOR = "[data-u-comp='editor'][contenteditable]";

/** Moves the focus to the next region, as in desktop applications, because Tab moves within the grid. */
const NEXT_REGION = "F6";

/** True for F6 and Shift+F6. With Ctrl or Alt it is for the browser. */
export const goesToRegion = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => key === NEXT_REGION && !ctrlKey && !altKey && !metaKey;

/** The focus is visible although the part was last used with the mouse. */
export const BY_KEY: FocusOptions = { focusVisible: true };

/** The grid. Its formula bar has its editor elsewhere, as have its menus and dialogs. */
export const GRID = ".wb-grid, body > :not(#workbench)";

/** Asks the pane's frame to focus one of its controls. */
export const ENTER_PANE = "service-enter-pane";

/** A part of the page that F6 stops at. */
interface Region {
  readonly within: string;
  /** Moves the focus there; false if it has nothing to focus. */
  readonly enter: () => boolean;
}

/** Controls of the page: the one that had the focus last takes it, else the first of these. */
function controlsOf(within: string, controls: string): Region {
  const last = lastFocusWithin(within);
  return {
    within,
    enter: () => {
      const target = last() ?? document.querySelector<HTMLElement>(`${within} ${controls}`);
      target?.focus(BY_KEY);
      return target !== null;
    },
  };
}

/** Moves the focus to the active cell. */
export function focusCell(): boolean {
  const editor = document.querySelector<HTMLElement>(`.wb-grid ${GRID_EDITOR}`);
  editor?.focus();
  return editor !== null;
}

/** Moves the focus to a control of the pane. */
function focusPane(): boolean {
  const frame = document.querySelector<HTMLIFrameElement>(".wb-pane:not([hidden]) iframe");
  frame?.focus();
  frame?.contentWindow?.focus();
  frame?.contentWindow?.dispatchEvent(new Event(ENTER_PANE));
  return frame !== null;
}

/** Returns a function that moves the focus to the next region that can take it, or to the previous one. Call it once, because it follows the focus. */
function createRegions(): (back: boolean) => void {
  const regions: readonly Region[] = [
    controlsOf(".wb-bar", ".wb-actions button"),
    { within: GRID, enter: focusCell },
    { within: ".wb-pane", enter: focusPane },
    controlsOf(".wb-line", "button"),
  ];
  return (back) => {
    const at = regions.findIndex(({ within }) => document.activeElement?.closest(within));
    for (let step = 1; step <= regions.length; step++)
      if (regions[(Math.max(at, 0) + (back ? -step : step) + regions.length * 2) % regions.length]?.enter()) return;
  };
}

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
