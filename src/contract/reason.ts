/** Characters of a reason in a cell, without the prefix that a host adds. */
export const MAX_REASON = 60;

/** Fewest characters that a shortened quotation keeps, the ellipsis included. */
const LEAST_QUOTED = 4;

/** A text of at most `most` characters: the beginning of a longer one, with an ellipsis in place of the rest. */
export const shortened = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        // Half of a pair of surrogates is no character.
        .replace(/[\uD800-\uDBFF]$/, "")
        .trimEnd()}…`;

/** The first of these texts that a cell has room for; the last one is shortened if none fits. */
export const firstThatFits = (texts: readonly string[]): string =>
  texts.find((text) => text.length <= MAX_REASON) ?? shortened(texts[texts.length - 1] ?? "", MAX_REASON);

/**
 * Writes a reason for a cell. The sentence stays whole; what it quotes (a name that was typed, a published title) is shortened, the longest first, until all
 * of it has at most `MAX_REASON` characters.
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
