import { focusCell, GRID } from "./region-keys";

const SIDEBAR = "[data-u-comp='sidebar']";
/** The first of a list that a dialog was opened from. */
const LIST_ENTRY = "[data-slot='dropdown-menu-content'][data-state='open'] [role='menuitem']";
/** Frames until the focus has gone, on a slow machine. */
const MOST_FRAMES = 60;

const isShown = (element: HTMLElement | null | undefined): element is HTMLElement =>
  element?.isConnected === true && element.checkVisibility({ visibilityProperty: true });
const canTake = (element: HTMLElement | undefined): element is HTMLElement => isShown(element) && element.tabIndex >= 0;

/**
 * Returns the focus when the control of the grid's that has it goes, such as an entry of a menu or a button of a dialog: to the list or to the control that it was
 * opened from, else to the panel that it was in, else to the active cell. Univer drops it.
 */
export function catchLostFocus(): void {
  let last: HTMLElement | undefined;
  /** The last control that is in no menu and no dialog. */
  let opener: HTMLElement | undefined;
  let fromSidebar = false;
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof HTMLElement && target.closest(GRID) ? target : undefined;
    if (!last?.closest(".wb-grid") || last.closest("[role='dialog']")) return;
    opener = last;
    fromSidebar = last.closest(SIDEBAR) !== null;
  });
  const giveBack = (frames: number): void => {
    if (!last || canTake(last)) return;
    if (document.activeElement !== document.body) {
      // What is hidden loses the focus some time later.
      if (frames > 0) requestAnimationFrame(() => giveBack(frames - 1));
      return;
    }
    last = undefined;
    const sidebar = document.querySelector<HTMLElement>(`${SIDEBAR} button`);
    const entry = document.querySelector<HTMLElement>(LIST_ENTRY);
    if (isShown(entry)) entry.focus();
    else if (canTake(opener)) opener.focus();
    else if (fromSidebar && isShown(sidebar)) sidebar.focus();
    else focusCell();
  };
  // Once what has changed the page has moved the focus itself.
  const changes = { subtree: true, childList: true, attributeFilter: ["contenteditable", "style"] };
  new MutationObserver(() => last && requestAnimationFrame(() => giveBack(MOST_FRAMES))).observe(document.body, changes);
}
