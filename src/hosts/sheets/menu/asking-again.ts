const SHOWN = "asking again …";

/** Google writes a formula's names and separators as the spreadsheet's locale has them; the text between them it leaves alone. */
const WRAPPER = new RegExp(String.raw`^=\s*[\p{L}.]+\(\s*\p{L}+\s*[,;]\s*"${SHOWN}"\s*[,;]([\s\S]*)\)\s*$`, "u");

/**
 * The formula in a wrapper that keeps it from being calculated: a formula asks again only when it is edited, and this edit loses nothing, whenever the
 * script ends. Semicolons separate arguments in every locale.
 */
export const wrapped = (formula: string): string => `=IF(TRUE;"${SHOWN}";${formula.replace(/^\s*=/, "")})`;

/** The formula that a wrapper holds; undefined for what is none. */
export function unwrapped(formula: string): string | undefined {
  const inner = WRAPPER.exec(formula)?.[1];
  return inner === undefined ? undefined : `=${inner.trimStart()}`;
}

/** What cells show that have not come to anything: Google's own text while a function runs, and that of a wrapper. */
export const isUnsettled = (shown: unknown): boolean => shown === "Loading..." || shown === SHOWN;
