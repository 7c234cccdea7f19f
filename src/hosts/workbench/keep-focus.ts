/**
 * Lets code in this frame move the focus only while the frame has it: a pane that redraws must not take the focus from a user who types in the grid.
 */
export function keepFocusOutside(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions) {
    if (document.hasFocus()) focus.call(this, options);
  };
}
