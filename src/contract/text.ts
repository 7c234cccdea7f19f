/** Characters that start a formula, also full-width, and the apostrophe, which spreadsheets remove. */
const READS_AS_FORMULA = /^\s*[=+\-@'\uff1d\uff0b\uff0d\uff20]/;

/**
 * Text that stays text wherever it is written, pasted or opened. Text that begins with = + - or @ would become a formula. It is put in parentheses, which work
 * everywhere; a leading apostrophe, the usual guard, is removed by some programs and shown by others.
 */
export const plainText = (text: string): string => (READS_AS_FORMULA.test(text) ? `(${text.trim()})` : text);

/** A text as a formula writes it: in quotes, with each of its own quotes twice. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The words of a text that lists them, such as names of functions. */
export const wordsIn = (text: string): string[] => text.trim().split(/\s+/);

/** The text with its first letter as a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Characters without a glyph that come along with text copied from web pages and Windows dialogs: soft hyphen, zero-width space, direction marks. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

/** Removes characters that nobody sees: with them, "DGS10" is no known series, and a message about it shows two equal names. */
export const visible = (text: string): string => text.replace(INVISIBLE, "");

type Word<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Word<Rest> : T;

/** The words of these texts, with their types. */
export const wordList = <const T extends readonly string[]>(...texts: T): readonly [Word<T[number]>, ...Word<T[number]>[]] =>
  texts.flatMap((text) => text.split(" ")) as [Word<T[number]>, ...Word<T[number]>[]];
