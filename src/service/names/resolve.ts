import type { Argument } from "../../contract/arguments";
import type { FunctionName } from "../../contract/functions";
import { declarationOf } from "../../contract/functions/declarations";
import type { NameKind } from "../../contract/functions/name-kinds";
import { answering, NO_ROWS } from "../answers/answering";
import { DAY, type FamilyAnswer, type Evaluate } from "../answers/family";
import type { Context } from "../answers/context";
import { readCoin, coinNamed } from "./coins";
import { readEconomy } from "./economies";
import { readSeriesName, readTenor } from "./rates";
import { nameFor, type ReadName } from "./read-name";
import { readTicker } from "./tickers";

type Reader = (text: string, context: Pick<Context, "store">) => ReadName | undefined;

const ticker: Reader = (text, { store }) => readTicker(text, store);
const CROSS_FAMILY_COINS: ReadonlySet<string | undefined> = new Set(["BTC", "ETH", "SOL"]);
/** CONFLUENCE accepts three coins besides tickers. */
const tickerOrCoin: Reader = (text, context) => (CROSS_FAMILY_COINS.has(coinNamed(text)) ? readCoin(text) : ticker(text, context));
/** Accepts a company's name too, in lower case as typed. */
const tickerOrWords: Reader = (text, context) => {
  const read = ticker(text.toUpperCase(), context);
  return read && "name" in read ? { name: read.name.toLowerCase() } : read;
};
/** Joins words with underscores: "net income" is net_income. */
const underscored: Reader = (text) => nameFor(text, text.replace(/[\s-]+/g, "_"));

/** Passes the name to the family as typed. */
const asTyped: Reader = () => undefined;

/** The reader of each kind of name. */
const READERS: Readonly<Record<NameKind, Reader>> = {
  ticker,
  ticker_or_coin: tickerOrCoin,
  ticker_or_words: tickerOrWords,
  series: readSeriesName,
  tenor: readTenor,
  money_rate: asTyped,
  central_bank: (text) => readEconomy(text, true),
  economy: (text) => readEconomy(text, false),
  asset: readCoin,
  perpetual: readCoin,
  filing_metric: underscored,
  statement_item: underscored,
  signal_type: underscored,
  market: asTyped,
  keyword: asTyped,
  any_name: asTyped,
};

const readNote = (typed: string, name: string): string => `${typed.toUpperCase() === typed ? typed : `"${typed}"`} read as ${name}`;

/** Wraps a function so that it accepts other common names. The answer's note shows the name that was used. */
export function withNames(fn: FunctionName, evaluate: Evaluate): Evaluate {
  const readers = declarationOf(fn).parameters.flatMap(({ is }, i) => (is && READERS[is] !== asTyped ? [[i, READERS[is]] as const] : []));
  if (readers.length === 0) return evaluate;
  return (args, context): FamilyAnswer => {
    let known: Argument[] | undefined;
    const notes: string[] = [];
    for (const [i, read] of readers) {
      const typed = args[i];
      const found = typeof typed === "string" ? read(typed, context) : undefined;
      if (!found || typeof typed !== "string") continue;
      if ("refused" in found) return answering(NO_ROWS, DAY).reason(found.refused, found.text);
      known ??= [...args];
      known[i] = found.name;
      notes.push(readNote(typed, found.name));
    }
    if (!known) return evaluate(args, context);
    const answer = evaluate(known, context);
    return { ...answer, note: [...notes, ...(answer.note ? [answer.note] : [])].join("; ") };
  };
}
