/** A name as it is compared: upper case, without accents, points and apostrophes; hyphens, commas and brackets are blanks; "&" is "and". */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .replace(/[.'’‘]/g, "")
    .replace(/&/g, " AND ")
    .replace(/[-_,()/\s]+/g, " ")
    .trim();
