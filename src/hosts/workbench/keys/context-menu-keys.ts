import type { Injector } from "@univerjs/core";
import { ContextMenuPosition, IContextMenuHostService, IContextMenuService, IEditorBridgeService } from "@univerjs/preset-sheets-core";
import { SheetsSelectionsService } from "@univerjs/sheets";
import { RANGE_TYPE } from "@univerjs/core";
import { placeInWindow } from "../beside-cell/follow-cell";
import { focusCell, GRID_EDITOR } from "./region-keys";
import { takeKeys } from "./take-keys";

const SUBMENU = "[data-u-context-menu-submenu]";
const MENU = ".univer-popup";
const OPENS_SUBMENU = "button:has(> svg:last-child)";
const SHEET_TAB = "[data-u-comp='slide-tab-item']";
/** Parts of the page that are not the grid's. */
const ELSEWHERE = ".wb-bar, .wb-line, .wb-pane";
/** Frames until a menu is drawn. */
const MOST_FRAMES = 30;

const entriesOf = (menu: Element): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>("button:enabled, input")].filter((entry) => entry.checkVisibility({ visibilityProperty: true }));

/** Focuses the first entry of the menu that opens last, once it is drawn. Univer draws its groups one after another: an earlier entry takes the focus that is not used yet. */
function enterMenu(selector: string, frames = MOST_FRAMES, entered?: HTMLElement): void {
  if (entered && entered !== document.activeElement) return;
  const first = [...document.querySelectorAll(selector)].flatMap((menu) => entriesOf(menu).slice(0, 1)).at(-1);
  first?.focus();
  if (frames > 0) requestAnimationFrame(() => enterMenu(selector, frames - 1, first));
}

/** The place and the kind of the menu of the selected cells. */
function menuOfCell(injector: Injector): { readonly left: number; readonly top: number; readonly kind: string } | undefined {
  const position = injector.get(IEditorBridgeService).getEditCellState()?.position;
  const place = position && placeInWindow(position);
  if (!place) return undefined;
  const type = injector.get(SheetsSelectionsService).getCurrentLastSelection()?.range.rangeType;
  const { MAIN_AREA, ROW_HEADER, COL_HEADER } = ContextMenuPosition;
  const kind = type === RANGE_TYPE.COLUMN ? COL_HEADER : type === RANGE_TYPE.ROW ? ROW_HEADER : MAIN_AREA;
  return { left: place.left, top: place.bottom, kind };
}

/**
 * Opens the menu of the selected cells or of a sheet tab with Shift+F10 or the menu key, and moves in the grid's context menus with the arrow keys; Univer's are for the mouse. They
 * close when the focus goes to another part of the page. Call it before the grid is created: listeners of a window run in the order in which they were added.
 */
export function followMenuKeys(): (injector: Injector) => void {
  let injector: Injector | undefined;
  let atRest = false;
  const close = (): void => injector?.get(IContextMenuHostService).hideActiveMenu();
  const isOpen = (): boolean => injector?.get(IContextMenuHostService).activeMenuId != null;

  const openAtCell = (given: Injector): void => {
    const place = menuOfCell(given);
    if (!place) return;
    const { left, top, kind } = place;
    given.get(IContextMenuService).triggerContextMenu(new MouseEvent("contextmenu", { clientX: left, clientY: top }) as never, kind);
    enterMenu(MENU);
  };
  const openAtTab = (tab: HTMLElement): void => {
    const { left, top } = tab.getBoundingClientRect();
    tab.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left, clientY: top }));
    enterMenu(MENU);
  };
  /** True if the key was for the menu with the focus. */
  const move = (menu: Element, at: HTMLElement, key: string): boolean => {
    const entries = entriesOf(menu);
    const index = entries.indexOf(at);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[key];
    const isSub = menu.matches(SUBMENU);
    if (to !== undefined) entries.at(to % entries.length)?.focus();
    // A field for a number of rows or a size is within its entry.
    else if (at instanceof HTMLInputElement && key === "Enter") at.closest("button")?.click();
    else if (at.matches(OPENS_SUBMENU) && ["ArrowRight", "Enter", " "].includes(key)) {
      at.click();
      enterMenu(SUBMENU);
    } else if (isSub && (key === "ArrowLeft" || key === "Escape")) {
      opener?.focus();
      // Univer closes a submenu only for the mouse.
      opener?.dispatchEvent(new MouseEvent("mouseout", { bubbles: true, relatedTarget: opener?.closest(MENU) ?? null }));
    } else if (key === "Escape" || key === "Tab") {
      close();
      focusCell();
    } else return false;
    return true;
  };
  /** The entry whose submenu was opened. */
  let opener: HTMLElement | undefined;

  takeKeys((e) => {
    const at = document.activeElement;
    if (!injector || !(at instanceof HTMLElement)) return false;
    const inCell = at.matches(GRID_EDITOR) && !injector.get(IEditorBridgeService).isVisible().visible;
    const menu = at.closest(`${SUBMENU}, ${MENU}`);
    const onTab = at.matches(SHEET_TAB);
    const opens = e.key === "ContextMenu" || (e.key === "F10" && e.shiftKey);
    if (inCell && opens) openAtCell(injector);
    else if (onTab && opens) openAtTab(at);
    else if ((inCell || onTab) && isOpen() && e.key === "ArrowDown") enterMenu(MENU);
    else if (menu && isOpen()) {
      if (!menu.matches(SUBMENU)) opener = at;
      const isMoved = move(menu, at, e.key);
      // Other keys are for the entry, not for the grid's cells.
      if (!isMoved) e.stopImmediatePropagation();
      return isMoved;
    } else return false;
    return true;
  });
  // Univer hides a submenu that opens below a mouse at rest: what comes from no movement is not for it.
  window.addEventListener("keydown", () => (atRest = true), true);
  window.addEventListener("mousemove", (e) => (atRest &&= e.movementX === 0 && e.movementY === 0), true);
  for (const over of ["mouseover", "mouseout"]) window.addEventListener(over, (e) => atRest && e.isTrusted && isOpen() && e.stopImmediatePropagation(), true);
  for (const left of ["focusin", "blur"]) window.addEventListener(left, () => document.activeElement?.closest(ELSEWHERE) && close());
  return (given) => (injector = given);
}
