/** Maximum number of characters of a reason in a cell, without the prefix that a host adds. */
export const MAX_REASON = 60;

/** A reason in two lengths: `short` for the cell, at most `MAX_REASON` characters, and `full` for Inspect and others. */
export interface TwoLengths {
  readonly short: string;
  readonly full: string;
}

/** Fewest characters of a shortened quotation, including the ellipsis. */
const LEAST_QUOTED = 4;

/** Shortens a text to at most `most` characters, with an ellipsis at the end. */
export const shortened = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        // Do not end with half of a surrogate pair.
        .replace(/[\uD800-\uDBFF]$/, "")
        .trimEnd()}…`;

/** The first of these texts that fits a cell; if none fits, the last one, shortened. */
export const firstThatFits = (texts: readonly string[]): string =>
  texts.find((text) => text.length <= MAX_REASON) ?? shortened(texts[texts.length - 1] ?? "", MAX_REASON);

/**
 * Builds a reason of at most `MAX_REASON` characters for a cell. Shortens only the quoted values, such as a typed name, longest first.
 * @example forCell`No market matches "${words}".`
 */
export function forCell(sentence: TemplateStringsArray, ...quoted: readonly (string | number)[]): string {
  const texts = quoted.map(String);
  const room = MAX_REASON - sentence.reduce((sum, part) => sum + part.length, 0);
  const taken = (most: number): number => texts.reduce((sum, text) => sum + Math.min(text.length, most), 0);
  let most = texts.reduce((length, text) => Math.max(length, text.length), 0);
  while (most > LEAST_QUOTED && taken(most) > room) most--;
  return sentence.reduce((said, part, i) => `${said}${shortened(texts[i - 1] ?? "", most)}${part}`);
}
