import { ASKING_AGAIN } from "../unsettled";

/** Google writes names and separators of a formula in the spreadsheet's locale; it does not change the text. */
const WRAPPER = new RegExp(String.raw`^=\s*[\p{L}.]+\(\s*\p{L}+\s*[,;]\s*"${ASKING_AGAIN}"\s*[,;]([\s\S]*)\)\s*$`, "u");

/**
 * Wraps a formula so that it is not calculated. Sheets recalculates a formula only if it is edited, and this edit loses nothing even if the script is cut
 * short. Semicolons separate arguments in every locale.
 */
export const wrapped = (formula: string): string => `=IF(TRUE;"${ASKING_AGAIN}";${formula.replace(/^\s*=/, "")})`;

/** The formula inside a wrapper; undefined if there is no wrapper. */
export function withoutWrapper(formula: string): string | undefined {
  const inner = WRAPPER.exec(formula)?.[1];
  return inner === undefined ? undefined : `=${inner.trimStart()}`;
}
