/** Formats that a file identifies by number alone; the missing numbers belong to other languages. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mmss.0",
  48: "##0.0E+0",
  49: "@",
};

/** True if a format shows a date; times of day and durations are not dates. `m` is a month, unless it follows an hour or precedes a second. */
export function showsDay(format: string): boolean {
  const bare = format
    .replace(/AM\/PM|A\/P/gi, "")
    .replace(/\[[hms]+\]/gi, "h")
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "");
  return bare.split(";").some((section) => {
    const runs = section.match(/([ydmhs])\1*/gi) ?? [];
    return runs.some((run, i) => /^(?:[yd]|mmm)/i.test(run) || (/^m/i.test(run) && !/^h/i.test(runs[i - 1] ?? "") && !/^s/i.test(runs[i + 1] ?? "")));
  });
}

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
