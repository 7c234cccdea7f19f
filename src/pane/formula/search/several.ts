import { searchWords } from "../../../contract/search-words";
import type { Figure } from "./figure";
import { index, nameKey, search } from "./figure-index";

/** Tickers and figures of a text that names several, for a block of formulas. */
export interface Several {
  readonly tickers: readonly string[];
  readonly figures: readonly Figure[];
  /** True if the text separates them, or names the block itself. */
  readonly sure: boolean;
}

const NAMES = new Set(
  ["tickers × fields", "tickers x fields", "tickers × figures", "tickers x figures", "several tickers", "many tickers", "list of tickers", "watchlist"].map(
    (name) => nameKey(searchWords(name)),
  ),
);

const TICKER = /^[A-Z]{1,5}(?:[./][A-Z])?$/;
/** Another terminal's notation, which is one ticker: `AAPL US Equity`. */
const OF_TERMINAL = /^[A-Z]{1,5}(?:[./][A-Z])? U[SNWQA](?: Equity)?$/i;

/** The text between commas, semicolons, tabs and lines. */
export const typedParts = (typed: string): readonly string[] =>
  typed
    .split(/[,;\n\t]+/)
    .map((part) => part.trim())
    .filter(Boolean);

const named = (words: readonly string[]): readonly Figure[] => {
  const { byName } = index();
  return byName.get(nameKey(words)) ?? byName.get(words.join("")) ?? [];
};

/** The figure of a company with exactly this name; undefined if it is the name of another figure. */
function figureNamed(words: readonly string[]): Figure | undefined {
  const [first] = named(words);
  return first?.ofTicker ? first : undefined;
}

/** The figure of a company that this text means. */
function figureMeant(text: string): Figure | undefined {
  const words = searchWords(text);
  if (named(words).length > 0) return figureNamed(words);
  return search(words, (figure) => figure.ofTicker).find(({ fit }) => fit < 2)?.figure;
}

/** Words that are figures one after the other, each name as long as possible; undefined if a word is none. */
function figuresInWords(words: readonly string[]): readonly Figure[] | undefined {
  if (words.length === 0) return [];
  for (let size = words.length; size > 0; size--) {
    const figure = figureNamed(words.slice(0, size));
    const rest = figure && figuresInWords(words.slice(size));
    if (figure && rest) return [figure, ...rest];
  }
  return undefined;
}

/** The tickers at the beginning of a text, and the rest. */
function tickersFirst(text: string): { readonly tickers: readonly string[]; readonly rest: string } {
  if (OF_TERMINAL.test(text)) return { tickers: [text], rest: "" };
  const words = text.split(/\s+/);
  const other = words.findIndex((word) => !TICKER.test(word) || named(searchWords(word)).length > 0);
  const end = other < 0 ? words.length : other;
  return { tickers: words.slice(0, end), rest: words.slice(end).join(" ") };
}

const distinct = <T>(list: readonly T[]): readonly T[] => [...new Set(list)];

/** What a text names if it is several tickers or figures of companies, or the block itself: `p/e, revenue`, `AAPL, MSFT`, `AAPL MSFT pe revenue`. */
export function severalIn(typed: string): Several | undefined {
  if (NAMES.has(nameKey(searchWords(typed)))) return { tickers: [], figures: [], sure: true };
  const parts = typedParts(typed).map(tickersFirst);
  const sure = parts.length > 1;
  const found = parts.map(({ rest }) => {
    if (rest === "") return [];
    const meant = sure ? figureMeant(rest) : undefined;
    return meant ? [meant] : figuresInWords(searchWords(rest));
  });
  if (found.some((figures) => figures === undefined)) return undefined;
  const tickers = distinct(parts.flatMap((part) => part.tickers));
  const figures = distinct(found.flatMap((own) => own ?? []));
  // Without commas, words in capitals are tickers only beside figures.
  const enough = sure ? tickers.length + figures.length > 1 : figures.length > 1 || (figures.length > 0 && tickers.length > 1);
  return enough ? { tickers, figures, sure } : undefined;
}
