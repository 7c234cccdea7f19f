import type { Injector } from "@univerjs/core";
import { CellAlertManagerService, type ICellAlert, ISidebarService, ShortcutPanelService } from "@univerjs/preset-sheets-core";
import { focusCell } from "../keys/region-keys";

/** Univer's key of the box `Error in value` beside a cell under the mouse. */
const FORMULA_ALERT = "SHEET_FORMULA_ALERT";
const NAME_BOX = "[data-u-comp='defined-name']";
/** Univer's name of the list of keys. */
const KEYS_PANEL = "ShortcutPanel";
const CANVAS = ".wb-grid canvas";
/** Until the list that has just opened reacts. */
const AGAIN_MS = 20;

/** Leaves out Univer's box beside a cell with an error, which covers the sentence of cell-notes.ts and says less. */
export function leaveOutFormulaAlerts(injector: Injector): void {
  const alerts = injector.get(CellAlertManagerService);
  const showAlert = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert: ICellAlert) => {
    if (alert.key !== FORMULA_ALERT) showAlert(alert);
  };
}

/**
 * Returns the focus to the active cell when the panel at the side of the grid closes, such as the name manager. Univer drops it. It also keeps the list of keys for
 * open when the panel was closed otherwise than with its button, which then does nothing.
 */
export function returnFocusFromSidebar(injector: Injector): void {
  injector.get(ISidebarService).sidebarOptions$.subscribe(({ visible, children }) => {
    if (!visible || children?.label !== KEYS_PANEL) injector.get(ShortcutPanelService).close();
    if (!visible && document.activeElement?.closest("[data-u-comp='sidebar']")) focusCell();
  });
}

/**
 * Closes the name box's list of names with a press on the grid, with a key in the grid, and after Enter in the name box. Univer's grid keeps these events from the
 * list, so that it stays over the cells.
 */
export function closeNameList(): void {
  // The list closes when the focus goes elsewhere. In the grid the focus stays where it is.
  const close = (): void => void document.body.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  const isOpen = (): boolean => document.querySelector(`${NAME_BOX} [data-state='open']`) !== null;
  /** True after Enter until the next key or press: Univer 0.25.1 opens the list again, some time after the last letter. */
  let entered = false;
  const closeAgain = (): void => {
    if (!entered || !isOpen()) return;
    close();
    setTimeout(closeAgain, AGAIN_MS);
  };
  const reopened = new MutationObserver(closeAgain);
  window.addEventListener(
    "pointerdown",
    (e) => {
      entered = false;
      if (e.target instanceof Element && e.target.matches(CANVAS) && isOpen()) close();
    },
    true,
  );
  window.addEventListener(
    "keydown",
    (e) => {
      if (!(e.target instanceof Element)) return;
      const box = e.target.closest(NAME_BOX);
      entered = e.key === "Enter" && box !== null;
      if (entered && box) reopened.observe(box, { attributes: true, subtree: true });
      else reopened.disconnect();
      if (e.target.closest(".wb-grid [contenteditable]") && isOpen()) close();
    },
    true,
  );
}
