import type { PlainContent } from "../workbook";

/** What spreadsheets parse as the start of a formula, full-width signs included; a leading apostrophe is removed by them. */
const READS_AS_FORMULA = /^\s*[=+\-@'\uff1d\uff0b\uff0d\uff20]/;

/**
 * Text that stays text wherever it is written or pasted. What begins with = + - or @ would become a formula there, and an apostrophe in front, the usual
 * guard, would be swallowed in one place and shown in another. In parentheses it is text everywhere, and a formula's body still means the same.
 */
const plainText = (text: string): string => (READS_AS_FORMULA.test(text) ? `(${text.trim()})` : text);

/** The same for any cell content. */
export const plainContent = (content: PlainContent): PlainContent => (typeof content === "string" ? plainText(content) : content);
