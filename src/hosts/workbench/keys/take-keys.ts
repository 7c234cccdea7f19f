/**
 * Gives each key to `take` before the page's other listeners. They, and the browser, get only those for which it returns false. Listeners of a window run in
 * the order in which they were added.
 */
export function takeKeys(take: (e: KeyboardEvent) => boolean): void {
  window.addEventListener(
    "keydown",
    (e) => {
      if (!take(e)) return;
      e.preventDefault();
      e.stopImmediatePropagation();
    },
    true,
  );
}

/** True if a key is pressed within these parts of the page. */
export const isWithin = ({ target }: Event, within: string): boolean => target instanceof Element && target.closest(within) !== null;
