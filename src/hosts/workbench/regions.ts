/** The key that goes on to the next part of the window, as in desktop applications: Tab alone moves within the grid. */
const NEXT_REGION = "F6";

/** Bar, grid and pane in the order in which F6 goes through them; each gives the element that takes the focus, or nothing where it is hidden. */
const REGIONS: readonly { readonly within: string; readonly target: () => HTMLElement | null }[] = [
  { within: ".wb-bar", target: () => document.querySelector(".wb-actions button") },
  { within: ".wb-grid", target: () => document.querySelector(".wb-grid [data-u-comp='editor'][contenteditable]") },
  { within: ".wb-pane", target: () => document.querySelector(".wb-pane:not([hidden]) iframe") },
];

function goOn(back: boolean): void {
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

/** Lets F6 and Shift+F6 go from part to part. */
export function followRegionKey(page: Window = window): void {
  page.addEventListener(
    "keydown",
    (e) => {
      if (e.key !== NEXT_REGION || document.querySelector("dialog[open]")) return;
      e.preventDefault();
      e.stopPropagation();
      goOn(e.shiftKey);
    },
    true,
  );
}

/** The same for the pane's frame, which passes the key on to the page around it. */
export function passRegionKey(around: Window): void {
  window.addEventListener("keydown", (e) => {
    if (e.key !== NEXT_REGION) return;
    e.preventDefault();
    around.dispatchEvent(new KeyboardEvent("keydown", { key: NEXT_REGION, shiftKey: e.shiftKey, cancelable: true }));
  });
}
