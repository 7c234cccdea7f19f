import { groupedBy } from "../../contract/lists";
import { UNIVERSE } from "../instruments/universe";
import { untilImport } from "../answers/until-import";
import type { Context } from "../answers/context";
import type { Filer } from "../records/filings";
import { folded } from "./economies";

/** Words of a company's name that are ignored in a comparison. */
export const legalWords: ReadonlySet<string> = new Set(
  "INC CORP CORPORATION CO COMPANY PLC LTD LIMITED LLC LP SA NV AG SE AB THE GROUP HOLDING HOLDINGS CLASS A B C COMMON STOCK SHARES AND".split(" "),
);

const wordsOf = (name: string): string[] => [...new Set(folded(name).split(" "))].filter((word) => word !== "" && !legalWords.has(word));

function indexOf(companies: readonly (readonly [ticker: string, name: string])[]) {
  const named = companies.flatMap(([ticker, name]) => {
    const words = new Set(wordsOf(name));
    return [...words].map((word) => ({ word, company: { ticker, words } }));
  });
  return new Map([...groupedBy(named, ({ word }) => word)].map(([word, of]) => [word, of.map(({ company }) => company)]));
}

const LISTED = indexOf(UNIVERSE.map(({ ticker, name }) => [ticker, name]));
const EVER = "9999-12-31";

/** Companies whose names were imported with their filings or with a list of tickers. */
const imported = untilImport(({ store }) =>
  indexOf(store.records.across<Filer>("filer", "0001-01-01", EVER, EVER).map(({ entity, body }) => [entity, body.name])),
);

const MOST = 3;

/** Tickers in `known` whose company name contains every word of `asked`, fewest other words first: "Apple" is AAPL. */
export function companiesNamed(asked: string, known: ReadonlySet<string>, context?: Context): string[] {
  const words = wordsOf(asked);
  const [first] = words;
  if (first === undefined || first.length < 3) return [];
  const among = [...(LISTED.get(first) ?? []), ...(context ? (imported(context).get(first) ?? []) : [])];
  const found = among.filter(({ ticker, words: own }) => known.has(ticker) && words.every((word) => own.has(word)));
  found.sort((a, b) => a.words.size - b.words.size);
  return [...new Set(found.map(({ ticker }) => ticker))].slice(0, MOST);
}
