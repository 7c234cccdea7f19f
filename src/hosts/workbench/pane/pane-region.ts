import { lastFocusWithin, BY_KEY, ENTER_PANE, goesToRegion } from "../keys/region-keys";

/** For the pane's frame: passes F6 to the page around it, and takes the focus when that page hands it over, where it was last or on the selected tab. */
export function joinRegions(around: Window): void {
  window.addEventListener("keydown", (e) => {
    if (!goesToRegion(e)) return;
    e.preventDefault();
    // To an element: the grid's listeners expect one as target.
    const target = around.document.activeElement ?? around.document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key: e.key, shiftKey: e.shiftKey, bubbles: true, cancelable: true }));
  });
  const last = lastFocusWithin("body");
  window.addEventListener(ENTER_PANE, () => (last() ?? document.querySelector<HTMLElement>("[role=tab][aria-selected=true]"))?.focus(BY_KEY));
}

/**
 * Lets code in this frame move the focus only while the frame has it: a pane that redraws must not take the focus from a user who types in the grid.
 */
export function keepFocusOutside(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions) {
    if (document.hasFocus()) focus.call(this, options);
  };
}
