/** Normalizes a name for comparison: upper case, without accents, points and apostrophes; hyphens, commas and brackets become blanks; "&" becomes "and". */
export const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toUpperCase()
    .replace(/[.'’‘]/g, "")
    .replace(/&/g, " AND ")
    .replace(/[-_,()/\s]+/g, " ")
    .trim();
