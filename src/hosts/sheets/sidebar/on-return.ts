/**
 * Calls `work` when the user comes back to the sidebar: the pointer enters it, it gets the focus, or its window is shown again. Google does not tell a sidebar
 * what happens in the spreadsheet. Returns a function that ends it.
 */
export function onReturn(work: () => void): () => void {
  const events = [
    [document, "visibilitychange"],
    [document.documentElement, "pointerenter"],
    [window, "focus"],
  ] as const;
  const shown = () => void (!document.hidden && work());
  for (const [target, event] of events) target.addEventListener(event, shown);
  return () => {
    for (const [target, event] of events) target.removeEventListener(event, shown);
  };
}
