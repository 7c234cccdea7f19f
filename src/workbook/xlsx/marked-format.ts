/** Literals, escapes, fills, colours and conditions of a number format count as one piece. */
const PIECES = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[\s\S]/g;

export const piecesOf = (section: string): string[] => section.match(PIECES) ?? [];

/** The sections of a number format: for positive and negative numbers, zero and text. */
export function sectionsOf(format: string): string[] {
  const sections = [""];
  for (const piece of piecesOf(format))
    if (piece === ";") sections.push("");
    else sections[sections.length - 1] += piece;
  return sections;
}

const isForText = (section: string): boolean => piecesOf(section).includes("@");
const isGeneral = (format: string): boolean => /^(?:General)?$/i.test(format);

/**
 * A number format that shows a word in parentheses with each value: after a number, before a text. The value itself does not change. A section that hides its
 * values stays.
 *
 * @param format in en-US form; empty for General
 * @param word without quotation marks
 */
export function markedFormat(format: string, isText: boolean, word: string): string {
  const [before, after] = [`"(${word}) "`, `" (${word})"`];
  if (isGeneral(format)) return isText ? `${before}@` : `General${after}`;
  const sections = sectionsOf(format);
  const texts = sections.map((section, i) => i === 3 || isForText(section));
  if (isText)
    return texts.includes(true) ? sections.map((section, i) => (texts[i] && section !== "" ? `${before}${section}` : section)).join(";") : `${before}@`;
  if (sections.length === 1 && texts[0]) return `General${after}`;
  return sections.map((section, i) => (texts[i] || section === "" ? section : `${section}${after}`)).join(";");
}
