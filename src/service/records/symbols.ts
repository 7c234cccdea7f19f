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

const SYMBOL = /^[A-Z]{1,6}(\.[A-Z]{1,2})?$/;
/** Texts in place of a symbol. */
const NO_SYMBOL = /^(?:N\s*[./]\s*A\.?|NONE|NOT (?:APPLICABLE|LISTED)|NULL)$/;
/** A company's name in place of a symbol. */
const COMPANY = /\S\s+(?:INC|CORP|CORPORATION|COMPANY|LTD|LLC|PLC|HOLDINGS?|GROUP|BANCORP)\b/;
const EXCHANGE = /\b(?:NYSE|NASDAQ|AMEX|OTC)[A-Z ]*:/g;
/** Words of exchanges that some filers write beside the symbol. None is a symbol of a US exchange. */
const MARKETS: ReadonlySet<string> = new Set("NYSE NASDAQ AMEX TSX TSXV OTC OTCBB OTCQB OTCQX TASE".split(" "));
/** A letter that is a class after any root. Others may be a symbol of their own: `ZG/Z` names Z. */
const USUAL_CLASS = /^[A-D]$/;
/** Warrants, units and rights beside the shares: `ABC WS`. */
const BESIDE = /^(?:WS|WT|UN|RT)$/;
/** The country that data vendors write after a symbol. */
const COUNTRY = "US";
/** Words between a root and its class. */
const CLASS_WORDS = /\b(?:CLASS|CL|COMMON|STOCK|AND)\b/g;

/**
 * Finds the symbols that a text names, in its order, each with its share class after a point: `BRK.A, BRK.B`, `BF.A BF.B`, `BRK/A/B` and `LEN, LEN.B` are two,
 * `BRK B` and `BRK/B` are one. `ABC WS` names ABC and its warrants, `ABC US` only ABC. Joined spellings such as BRKB stay as they are. Empty if the text names none.
 */
export function symbolsIn(text: string): string[] {
  const upper = text
    .toUpperCase()
    .replace(EXCHANGE, " ")
    .replace(/[()[\]"']/g, " ")
    .trim();
  if (NO_SYMBOL.test(upper) || COMPANY.test(upper)) return [];
  const found: string[] = [];
  for (const part of upper.split(/[,;|&+]|\bAND\b/)) {
    let isFirst = true;
    for (const word of part.replace(CLASS_WORDS, " ").split(/[\s/]+/)) {
      const symbol = symbolOf(word);
      if (!SYMBOL.test(symbol) || MARKETS.has(symbol)) continue;
      const before = found[found.length - 1];
      const [root = "", letters] = before?.split(".") ?? [];
      // After a comma, a letter is a class only if the symbol before it has one: `BRK.A, B`.
      if (symbol === COUNTRY && !isFirst) continue;
      if (BESIDE.test(symbol) && before !== undefined && !isFirst && letters === undefined) {
        // The shares are meant too.
        found.push(`${root}.${symbol}`);
        continue;
      }
      const isClass =
        symbol.length === 1 && before !== undefined && (!isFirst || letters !== undefined) && (USUAL_CLASS.test(symbol) || !root.startsWith(symbol));
      if (isClass && letters === undefined) found.pop();
      found.push(isClass ? `${root}.${symbol}` : symbol);
      isFirst = false;
    }
  }
  return [...new Set(found)];
}

/** Normalizes a symbol: upper case, share class after a point. */
export const symbolOf = (text: string): string => text.trim().toUpperCase().replace(/[-/ ]/g, ".");
