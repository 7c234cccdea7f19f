import { createListeners } from "./listeners";

const DARK = "(prefers-color-scheme: dark)";
const FORCED = "(forced-colors: active)";

const changed = createListeners();
let wanted: boolean | undefined;
let rules: readonly CSSMediaRule[] | undefined;

const darkRules = (): readonly CSSMediaRule[] =>
  [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule && rule.media.mediaText === DARK);

function apply(): void {
  // The colours of a contrast theme are the user's.
  const isDark = matchMedia(FORCED).matches ? undefined : wanted;
  const media = isDark === undefined ? DARK : isDark ? "all" : "not all";
  for (const rule of (rules ??= darkRules())) rule.media.mediaText = media;
  // Scroll bars and form controls.
  document.documentElement.style.colorScheme = isDark === undefined ? "" : isDark ? "dark" : "light";
  changed.notify();
}

/** Shows the page's dark or light colours; undefined: those of the system. */
export function chooseDark(isDark: boolean | undefined): void {
  if (isDark === wanted) return;
  wanted = isDark;
  if (rules === undefined) matchMedia(FORCED).addEventListener("change", apply);
  apply();
}

/** Calls the listener when the page's colours change, because a canvas does not follow them. Returns a function that removes it. */
export function onColours(listener: () => void): () => void {
  const queries = [DARK, FORCED].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", listener);
  const remove = changed.onChange(listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
    remove();
  };
}
