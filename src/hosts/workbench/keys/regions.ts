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
export function focusPane(): boolean {
  const frame = document.querySelector<HTMLIFrameElement>(".wb-pane:not([hidden]) iframe");
  frame?.focus();
  frame?.contentWindow?.focus();
  frame?.contentWindow?.dispatchEvent(new Event(ENTER_PANE));
  return frame !== null;
}

/** Returns a function that moves the focus to the next region that can take it, or to the previous one. Call it once, because it follows the focus. */
export function createRegions(): (back: boolean) => void {
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
