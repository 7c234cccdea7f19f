import type { Argument } from "../../contract/arguments";
import type { FunctionName } from "../../contract/functions";
import { answering, NO_ROWS } from "../answers/answering";
import { DAY, type Answer, type Evaluate } from "../answers/family";
import type { Context } from "../answers/context";
import { readCoin, coinNamed } from "./coins";
import { readEconomy } from "./economies";
import { readSeries, readTenor } from "./rates";
import type { ReadName } from "./read-name";
import { readTicker } from "./tickers";

type Reader = (text: string, context: Pick<Context, "store">) => ReadName | undefined;

const ticker: Reader = (text, { store }) => readTicker(text, store);
const CROSS_FAMILY_COINS: ReadonlySet<string | undefined> = new Set(["BTC", "ETH", "SOL"]);
/** CONFLUENCE takes three coins beside tickers. */
const tickerOrCoin: Reader = (text, context) => (CROSS_FAMILY_COINS.has(coinNamed(text)) ? readCoin(text) : ticker(text, context));
/** A company's name may be asked for as well, in small letters as it was typed. */
const tickerOrWords: Reader = (text, context) => {
  const read = ticker(text.toUpperCase(), context);
  return read && "name" in read ? { name: read.name.toLowerCase() } : read;
};
/** One word of several: "net income" is net_income. */
const underscored: Reader = (text) => {
  const joined = text.replace(/[\s-]+/g, "_");
  return joined === text ? undefined : { name: joined };
};

/** How the names of each function's arguments are read, in the order of its parameters. */
const READERS: { readonly [F in FunctionName]?: readonly Reader[] } = {
  PRICE: [ticker],
  CHANGE: [ticker],
  VAR: [ticker],
  SHARPE: [ticker],
  SIGNAL: [ticker],
  SMARTMONEY: [ticker],
  HOLDERS13F: [ticker],
  SHORTINTEREST: [ticker],
  RV: [ticker],
  INSIDER: [ticker],
  CONGRESS: [ticker],
  GAMMA: [ticker],
  FILING: [ticker, underscored],
  FIN: [ticker, underscored],
  CONFLUENCE: [tickerOrCoin],
  IPO: [tickerOrWords],
  TRACKRECORD: [underscored],
  FRED: [readSeries],
  FREDH: [readSeries],
  YIELD: [readTenor],
  WHALE: [readCoin],
  FUNDING: [readCoin],
  ONCHAIN_RISK: [readCoin],
  BIS: [(text) => readEconomy(text, false)],
  CBRATE: [(text) => readEconomy(text, true)],
};

const said = (typed: string, name: string): string => `${typed.toUpperCase() === typed ? typed : `"${typed}"`} read as ${name}`;

/** The same function, asked by any name that people give a thing. The note of its answer says under which name it was found. */
export function withNames(fn: FunctionName, evaluate: Evaluate): Evaluate {
  const readers = READERS[fn];
  if (!readers) return evaluate;
  return (args, context): Answer => {
    let known: Argument[] | undefined;
    const notes: string[] = [];
    for (const [i, read] of readers.entries()) {
      const typed = args[i];
      const found = typeof typed === "string" ? read(typed, context) : undefined;
      if (!found || typeof typed !== "string") continue;
      if ("refused" in found) return answering(NO_ROWS, DAY).reason(found.refused, found.text);
      known ??= [...args];
      known[i] = found.name;
      notes.push(said(typed, found.name));
    }
    if (!known) return evaluate(args, context);
    const answer = evaluate(known, context);
    return { ...answer, note: [...notes, ...(answer.note ? [answer.note] : [])].join("; ") };
  };
}
