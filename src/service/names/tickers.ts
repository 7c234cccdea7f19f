import { instrumentOf, isListed } from "../instruments/universe";
import type { Store } from "../store/store";
import { PLACES, US } from "./exchanges";
import type { ReadName } from "./read-name";

const BY_TICKER = ["price", "filer", "short_interest", "short_volume", "insider_trade", "congress_trade", "security"] as const;

/** True for a ticker that is covered in exactly this spelling: such a name is never read as another. */
const isKnown = (ticker: string, { records }: Pick<Store, "records">): boolean =>
  isListed(ticker) || BY_TICKER.some((dataset) => records.isPublished(dataset, ticker));

const CLASS = /^([A-Z]{1,5})[-/ ]([A-Z])$/;

/** A share class is written with a point here: BRK/B, BRK-B and BRK B are BRK.B. */
function withPoint(ticker: string, store: Pick<Store, "records">): string {
  const [, root, letter] = CLASS.exec(ticker) ?? [];
  if (root === undefined) return ticker;
  const pointed = `${root}.${letter}`;
  return instrumentOf(pointed) || isKnown(pointed, store) ? pointed : ticker;
}

const US_MARK = "US";
/** What stands around a ticker: US_MARK, a place elsewhere, or an exchange that is not known. */
interface Marked {
  readonly ticker: string;
  readonly exchange: string;
}

/** Prefixes of what is no share: currencies, indices, coins, series. */
const NO_EXCHANGE = /^(?:INDEX\w*|CURRENCY|CRYPTO|FX|FX_IDC|OANDA|FOREXCOM|TVC|SP|DJ|FRED|\w*BINANCE|COINBASE|BITSTAMP|KRAKEN|BYBIT|OKX)$/;

/** NASDAQ:AAPL, LON:VOD, AAPL:US, VOD:LN. */
function byColon(text: string): Marked | undefined {
  const [, left, right] = /^([A-Z0-9]+):\s*(\S.*)$/.exec(text) ?? [];
  if (left === undefined || right === undefined || NO_EXCHANGE.test(left)) return undefined;
  if (US.prefixes.has(left)) return { ticker: right, exchange: US_MARK };
  const place = PLACES.prefix.get(left);
  if (place !== undefined) return { ticker: right, exchange: `${place} (${left})` };
  if (US.bloomberg.has(right)) return { ticker: left, exchange: US_MARK };
  const behind = PLACES.bloomberg.get(right) ?? PLACES.prefix.get(right);
  return { ticker: left, exchange: behind === undefined ? left : `${behind} (${right})` };
}

/** AAPL US Equity, AAPL US, VOD LN Equity, VOD LN. */
function byBlank(text: string): Marked | undefined {
  const [, ticker, code, equity] = /^(\S+) ([A-Z][A-Z0-9])( EQUITY)?$/.exec(text) ?? [];
  if (ticker === undefined || code === undefined) return undefined;
  if (US.bloomberg.has(code)) return { ticker, exchange: US_MARK };
  const place = PLACES.bloomberg.get(code);
  return place === undefined && equity === undefined ? undefined : { ticker, exchange: place === undefined ? code : `${place} (${code})` };
}

/** AAPL.O, VOD.L, and AAPL-US, VOD-GB. */
function bySuffix(text: string): Marked | undefined {
  const [, ticker, mark, suffix] = /^([A-Z0-9]+(?:[./-][A-Z])?)([.-])([A-Z]+)$/.exec(text) ?? [];
  if (ticker === undefined || suffix === undefined) return undefined;
  if (mark === "." ? US.suffixes.has(suffix) : suffix === US_MARK) return { ticker, exchange: US_MARK };
  const place = (mark === "." ? PLACES.suffix : PLACES.factset).get(suffix);
  return place === undefined ? undefined : { ticker, exchange: `${place} (${mark}${suffix})` };
}

/**
 * A ticker by any of the names that vendors give it: `AAPL US Equity`, `AAPL.O`, `NASDAQ:AAPL`, `AAPL-US` and `BRK/B` are read as the US ticker. What names an
 * exchange elsewhere never becomes a US ticker: it is refused. Undefined for a name that stands for itself.
 *
 * @param text In upper case, with single blanks.
 */
export function readTicker(text: string, store: Pick<Store, "records">): ReadName | undefined {
  // Most are plain: nothing has to be looked up for them.
  if (/^[A-Z0-9^]*$/.test(text) || isKnown(text, store)) return undefined;
  const marked = byColon(text) ?? byBlank(text) ?? bySuffix(text);
  if (!marked) {
    const pointed = withPoint(text, store);
    return pointed === text ? undefined : { name: pointed };
  }
  if (marked.exchange === US_MARK) return { name: withPoint(marked.ticker, store) };
  return {
    refused: "not_covered",
    text: {
      short: "Exchange not covered: only US tickers are served.",
      full: `${text} is a share on an exchange that is not covered: ${marked.exchange}. Only US tickers are served, and ${marked.ticker} there may be another company. If the company has a US listing, ask for its US ticker.`,
    },
  };
}

/** The ticker that a caller of REST names, or the text itself in upper case. */
export function tickerNamed(asked: string, store: Pick<Store, "records">): string {
  const text = asked.trim().replace(/\s+/g, " ").toUpperCase();
  const read = readTicker(text, store);
  return read && "name" in read ? read.name : (instrumentOf(text)?.ticker ?? text);
}
