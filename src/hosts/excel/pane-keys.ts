const STOPS = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";

/** True if the Tab key can stop there, coming from another element. */
function isStop(element: HTMLElement, from: Element): boolean {
  if (element.tabIndex < 0 || element.matches(":disabled") || element.getClientRects().length === 0) return false;
  // Elements of a closed `details` have a size, too.
  if ((element as { checkVisibility?: () => boolean }).checkVisibility?.() === false) return false;
  // Radio buttons of one name are one stop.
  return !(element instanceof HTMLInputElement && element.type === "radio" && from instanceof HTMLInputElement && from.name === element.name);
}

function followTab(event: KeyboardEvent): void {
  if (event.key !== "Tab" || event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof Element)) return;
  const from = event.target;
  const side = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const stops = [...document.querySelectorAll<HTMLElement>(STOPS)];
  if (stops.some((stop) => stop !== from && (from.compareDocumentPosition(stop) & side) !== 0 && isStop(stop, from))) event.stopPropagation();
}

/**
 * Lets the browser move with Tab within the pane. In Excel on the web office.js moves by a list of its own: it passes over `summary`, and from an element that is
 * not in the list, such as a heading that has the focus, it leaves the pane. So it gets only the Tab that leaves the pane, of which it tells Excel.
 */
export function followTabKey(): void {
  document.addEventListener("keydown", followTab);
}
