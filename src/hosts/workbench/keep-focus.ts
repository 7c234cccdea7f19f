/**
 * Code in this frame may move the keyboard focus only while the frame has it: a pane that is drawn, or follows the selection, must not take it away
 * from somebody who types into the grid.
 */
export function keepFocusOutside(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions) {
    if (document.hasFocus()) focus.call(this, options);
  };
}
