/** Follows the focus: returns the control within these parts of the page that had it last, if it can take it again. Entries of menus do not count. */
export function lastFocusWithin(within: string, page: Document = document): () => HTMLElement | undefined {
  let last: HTMLElement | undefined;
  page.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && target.closest(within) && !target.closest("[role=menu]")) last = target;
  });
  return () => (last?.isConnected && last.tabIndex >= 0 && last.checkVisibility() && !last.matches(":disabled") ? last : undefined);
}
