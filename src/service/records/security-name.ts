/** The class letter that a security's title or description states: `CL B NEW`, `CAP STK CL C`, `FOX CORP-CLASS B`, `COM A`. Undefined without one. */
export const classIn = (title: string): string | undefined =>
  (/\b(?:CL|CLASS|SER|SERIES)[ .-]+([A-Z])\b/i.exec(title) ?? /[ -]([A-C])$|^([A-C])$/i.exec(title.trim()))?.slice(1).find(Boolean)?.toUpperCase();

const FIRST_WORD = 2;
const FIRST_LETTERS = 6;

const wordsOf = (text: string): readonly string[] => text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];

/**
 * True if two descriptions of one symbol name the same security, such as before and after a change of its CUSIP: they begin alike and state no different class. A
 * missing description is like any other.
 */
export function isSameSecurity(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || a === b) return true;
  const [one, other] = [classIn(a), classIn(b)];
  if (one !== undefined && other !== undefined && one !== other) return false;
  const [words, others] = [wordsOf(a), wordsOf(b)];
  const start = words.join("").slice(0, FIRST_LETTERS);
  return (words[0] === others[0] && (words[0]?.length ?? 0) >= FIRST_WORD) || (start.length === FIRST_LETTERS && others.join("").startsWith(start));
}
