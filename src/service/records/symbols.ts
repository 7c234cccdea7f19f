import { symbolOf } from "./statement";

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
