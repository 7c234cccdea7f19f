import { TICKERS } from "../../instruments/universe";
import type { Context } from "../../answers/context";
import { inSlices } from "../in-slices";
import { readSymbolNames } from "../symbol-names";
import { scannedSymbols, signalsArePublished } from "../signals/all-signals";
import { confluenceFor, type Confluences } from "./confluence";
import { CONFLUENCE_COINS } from "./crypto-events";
import type { ConfluenceRow } from "./rows";

/** The active confluence or divergence of one symbol, with the component of every family. */
export interface ActiveConfluence extends Omit<Confluences, "rows"> {
  readonly symbol: string;
  readonly active: ConfluenceRow;
}

const publishedCoins = ({ store }: Context): readonly string[] =>
  CONFLUENCE_COINS.filter((coin) => (["funding", "liquidation", "whale_transfer"] as const).some((dataset) => store.records.isPublished(dataset, coin)));

/** True if any row that confluences are read from is imported. */
export const confluencesArePublished = (context: Context): boolean => signalsArePublished(context) || publishedCoins(context).length > 0;

/** The symbols of a scan: those with published rows, or those of sample data if no row is imported. */
const symbolsOf = (context: Context): readonly string[] =>
  confluencesArePublished(context)
    ? [...(signalsArePublished(context) ? scannedSymbols(context) : []), ...publishedCoins(context)]
    : [...TICKERS, ...CONFLUENCE_COINS];

/** The active confluences and divergences of all symbols, strongest first. Symbols are read in slices, so that other requests are answered meanwhile. */
export async function activeConfluences(context: Context): Promise<readonly ActiveConfluence[]> {
  const found: ActiveConfluence[] = [];
  await readSymbolNames(context);
  await inSlices(context, symbolsOf(context), (symbol) => {
    const { rows = [], ...rest } = confluenceFor(context, symbol) ?? {};
    const active = rows.at(-1);
    if (active && "components" in rest) found.push({ ...rest, symbol, active });
  });
  return found.sort((a, b) => b.active.score - a.active.score || (a.symbol < b.symbol ? -1 : 1));
}
