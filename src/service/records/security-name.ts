/** A class in words: `CL B NEW`, `FOX CORP-CLASS B`, `Class "A"`, `Ser. C`. */
export const CLASS_IN_WORDS = /\b(?:class|cl|series|ser)\b[ .-]*["'“]?([a-z])\b/i;
/** The letter of the class that a text names in words, as a capital. Undefined without one. */
export const classNamedIn = (text: string): string | undefined => CLASS_IN_WORDS.exec(text)?.[1]?.toUpperCase();

/** The same of a security's title, of which the last letter may be the class: `COM A`. */
export const classIn = (title: string): string | undefined => classNamedIn(title) ?? /(?:^|[ -])([A-C])$/i.exec(title.trim())?.[1]?.toUpperCase();

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

/** What SEC files say of a joined spelling such as BRKB. */
interface JoinedName {
  /** True if the list of tickers has another security of this name. */
  readonly isTicker: boolean;
  /** The company of the class with a point, BRK.B, in the list of tickers; undefined if the list lacks it. */
  readonly company: string | undefined;
  /** The descriptions in the lists of fails to deliver under the joined name. */
  readonly descriptions: readonly (string | undefined)[];
}

/** True if a joined spelling means the class of this letter: the list of tickers or a line of fails to deliver names the class, and no other security has the name. */
export function meansClass(letter: string, { isTicker, company, descriptions }: JoinedName): boolean {
  const isOfClass = (description: string | undefined): boolean => {
    const own = description && classIn(description);
    return own ? own === letter : company !== undefined && isSameSecurity(description, company);
  };
  return !isTicker && descriptions.every(isOfClass) && (company !== undefined || descriptions.length > 0);
}
