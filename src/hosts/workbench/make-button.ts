/** Makes this a button for the keyboard too, with a name. */
export function makeButton(element: HTMLElement, name?: string): void {
  element.role = "button";
  element.tabIndex = 0;
  if (name !== undefined) element.ariaLabel = name;
}
