import { ASKING_AGAIN } from "../unsettled";

/** Google writes a formula's names and separators as the spreadsheet's locale has them; the text between them it leaves alone. */
const WRAPPER = new RegExp(String.raw`^=\s*[\p{L}.]+\(\s*\p{L}+\s*[,;]\s*"${ASKING_AGAIN}"\s*[,;]([\s\S]*)\)\s*$`, "u");

/**
 * The formula in a wrapper that keeps it from being calculated: a formula asks again only when it is edited, and this edit loses nothing, whenever the
 * script ends. Semicolons separate arguments in every locale.
 */
export const wrapped = (formula: string): string => `=IF(TRUE;"${ASKING_AGAIN}";${formula.replace(/^\s*=/, "")})`;

/** The formula that a wrapper holds; undefined for what is none. */
export function unwrapped(formula: string): string | undefined {
  const inner = WRAPPER.exec(formula)?.[1];
  return inner === undefined ? undefined : `=${inner.trimStart()}`;
}
