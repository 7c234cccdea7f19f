/** Moves the focus to the next region, as in desktop applications, because Tab moves within the grid. */
const NEXT_REGION = "F6";

/** Bar, grid and pane in F6 order; each returns the element to focus, or null if it is hidden. */
const REGIONS: readonly { readonly within: string; readonly target: () => HTMLElement | null }[] = [
  { within: ".wb-bar", target: () => document.querySelector(".wb-actions button") },
  { within: ".wb-grid", target: () => document.querySelector(".wb-grid [data-u-comp='editor'][contenteditable]") },
  { within: ".wb-pane", target: () => document.querySelector(".wb-pane:not([hidden]) iframe") },
];

function focusNext(back: boolean): void {
  const at = REGIONS.findIndex(({ within }) => document.activeElement?.closest(within));
  for (let step = 1; step <= REGIONS.length; step++) {
    const next = REGIONS[(Math.max(at, 0) + (back ? -step : step) + REGIONS.length * 2) % REGIONS.length];
    const target = next?.target();
    if (!target) continue;
    target.focus();
    if (target instanceof HTMLIFrameElement) target.contentWindow?.focus();
    return;
  }
}

/** Handles F6 and Shift+F6. */
export function followRegionKey(page: Window = window): void {
  page.addEventListener(
    "keydown",
    (e) => {
      if (e.key !== NEXT_REGION || document.querySelector("dialog[open]")) return;
      e.preventDefault();
      e.stopPropagation();
      focusNext(e.shiftKey);
    },
    true,
  );
}

/** For the pane's frame: passes F6 to the parent page. */
export function passRegionKey(around: Window): void {
  window.addEventListener("keydown", (e) => {
    if (e.key !== NEXT_REGION) return;
    e.preventDefault();
    around.dispatchEvent(new KeyboardEvent("keydown", { key: NEXT_REGION, shiftKey: e.shiftKey, cancelable: true }));
  });
}
