import { instrumentOf, isListed } from "../instruments/universe";
import { isSameSecurity, meansClass } from "../records/symbols";
import type { Filer, Security } from "../records/filings";
import type { Store } from "../store/store";
import { nameFor, type ReadName } from "./read-name";

const EVER = "9999-12-31";
const JOINED = /^([A-Z]{1,5})([A-Z])$/;
const POINTED = /^([A-Z]{1,5})\.([A-Z])$/;

type Named = Pick<Store, "records">;

const rowsOf = ({ records }: Named, symbol: string) =>
  records.isPublished("security", symbol) ? records.between<Security>("security", symbol, "0001-01-01", EVER, EVER) : [];

/** The joined spelling of a share class, BRKB for BRK.B, if it means that class. */
function joinedSpelling(ticker: string, store: Named): string | undefined {
  const [, root, letter] = POINTED.exec(ticker) ?? [];
  if (root === undefined || letter === undefined) return undefined;
  const joined = root + letter;
  const { records } = store;
  const isTicker = isListed(joined) || records.isPublished("filer", joined);
  const company = records.isPublished("filer", ticker) ? records.latest<Filer>("filer", ticker, EVER, 1)[0]?.body.name : undefined;
  const descriptions = rowsOf(store, joined).map(({ body }) => body.name);
  return meansClass(letter, { isTicker, company, descriptions }) ? joined : undefined;
}

/** The share class that a joined name means: BRK.B for BRKB. Undefined if it means none. */
export function classNamed(joined: string, store: Named): string | undefined {
  const [, root, letter] = JOINED.exec(joined) ?? [];
  const pointed = `${root}.${letter}`;
  return root === undefined || joinedSpelling(pointed, store) === undefined ? undefined : pointed;
}

/**
 * The securities that the SEC's lists of fails to deliver name for a ticker in any spelling, oldest first: several after a change of the CUSIP. Of several
 * companies that used the ticker, only the last.
 */
export function listedSecurities(ticker: string, store: Named): readonly Security[] {
  const joined = joinedSpelling(ticker, store);
  const rows = [...rowsOf(store, ticker), ...(joined === undefined ? [] : rowsOf(store, joined))].sort((a, b) => (a.date + a.key < b.date + b.key ? -1 : 1));
  const last = rows[rows.length - 1]?.body;
  return rows.flatMap(({ body }) => (isSameSecurity(body.name, last?.name) ? [body] : []));
}

/** Vendors' marks of a US ticker: Bloomberg's exchange codes, Reuters' and other suffixes, the prefixes of Google, TradingView and the ISO. */
const US = {
  bloomberg: new Set("US UN UW UQ UR UA UP UF".split(" ")),
  suffixes: new Set("US O OQ N K P".split(" ")),
  prefixes: new Set("US NASDAQ NYSE NYSEARCA NYSEAMERICAN NYSEMKT AMEX ARCA BATS CBOE XNAS XNYS XASE ARCX".split(" ")),
} as const;

/** Exchanges outside of the US: the place, Bloomberg's codes, suffixes of Reuters and Yahoo, prefixes of Google and TradingView, FactSet's country. */
const ELSEWHERE: readonly (readonly [place: string, bloomberg: string, suffixes: string, prefixes: string, factset: string])[] = [
  ["London", "LN LI", "L IL", "LON LSE XLON LSIN", "GB"],
  ["Germany", "GR GY GF GS GM", "DE F BE MU SG HM DU", "ETR FRA FWB XETR XETRA BER MUN STU", "DE"],
  ["Paris", "FP", "PA", "EPA EURONEXT XPAR", "FR"],
  ["Amsterdam", "NA", "AS", "AMS XAMS", "NL"],
  ["Brussels", "BB", "BR", "EBR XBRU", "BE"],
  ["Lisbon", "PL", "LS", "ELI XLIS", "PT"],
  ["Dublin", "ID", "IR", "ISE", "IE"],
  ["Milan", "IM", "MI", "BIT MIL XMIL", "IT"],
  ["Madrid", "SM SQ", "MC", "BME XMAD", "ES"],
  ["Switzerland", "SW SE VX", "SW S VX", "SWX SIX VTX XSWX", "CH"],
  ["Vienna", "AV", "VI", "VIE WBAG", "AT"],
  ["Stockholm", "SS", "ST", "STO OMXSTO XSTO", "SE"],
  ["Copenhagen", "DC", "CO", "CPH OMXCOP XCSE", "DK"],
  ["Oslo", "NO", "OL", "OSL XOSL", "NO"],
  ["Helsinki", "FH", "HE", "HEL OMXHEX XHEL", "FI"],
  ["Warsaw", "PW", "WA", "WSE GPW XWAR", "PL"],
  ["Athens", "GA", "AT", "ATH", "GR"],
  ["Istanbul", "TI", "IS", "IST BIST", "TR"],
  ["Tel Aviv", "IT", "TA", "TLV TASE", "IL"],
  ["Johannesburg", "SJ", "JO J", "JSE", "ZA"],
  ["Canada", "CN CT CV", "TO V CN NE", "TSE TSX TSXV CVE CNSX XTSE", "CA"],
  ["Mexico", "MM", "MX", "BMV", "MX"],
  ["Brazil", "BZ BS", "SA", "BVMF BMFBOVESPA", "BR"],
  ["Tokyo", "JP JT", "T", "TYO XTKS", "JP"],
  ["Hong Kong", "HK", "HK", "HKG HKEX XHKG", "HK"],
  ["China", "CH CG CS C1 C2", "SS SZ", "SHA SHE SSE SZSE XSHG XSHE", "CN"],
  ["Taiwan", "TT", "TW TWO", "TPE TWSE", "TW"],
  ["Korea", "KS KQ KP", "KS KQ", "KRX KOSDAQ", "KR"],
  ["India", "IN IB IS", "NS BO", "NSE BOM BSE", "IN"],
  ["Singapore", "SP", "SI", "SGX", "SG"],
  ["Kuala Lumpur", "MK", "KL", "KLSE MYX", "MY"],
  ["Bangkok", "TB", "BK", "BKK SET", "TH"],
  ["Jakarta", "IJ", "JK", "IDX", "ID"],
  ["Australia", "AU AT", "AX", "ASX XASX", "AU"],
  ["New Zealand", "NZ", "NZ", "NZE NZX", "NZ"],
  ["Saudi Arabia", "AB", "SR", "TADAWUL", "SA"],
];

function places(column: 1 | 2 | 3 | 4): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const row of ELSEWHERE) for (const code of row[column].split(" ")) if (!found.has(code)) found.set(code, row[0]);
  return found;
}

/** The place of an exchange outside of the US, by a vendor's mark. */
const PLACES = { bloomberg: places(1), suffix: places(2), prefix: places(3), factset: places(4) } as const;

const BY_TICKER = ["price", "filer", "short_interest", "short_volume", "insider_trade", "congress_trade"] as const;

/** True if the joined name has rows that the class has not: they are not moved before the SEC's list of tickers is loaded. */
const hidesRows = (joined: string, pointed: string, { records }: Pick<Store, "records">): boolean =>
  BY_TICKER.some((dataset) => records.isPublished(dataset, joined) && !records.isPublished(dataset, pointed));

/** True for a ticker that is covered in exactly this spelling. Such a name is never converted. */
export const isKnown = (ticker: string, store: Pick<Store, "records">): boolean =>
  isListed(ticker) ||
  [...BY_TICKER, "security" as const].some((dataset) => store.records.isPublished(dataset, ticker)) ||
  joinedSpelling(ticker, store) !== undefined;

const CLASS = /^([A-Z]{1,5})[-/ ]([A-Z])$/;

/** Writes a share class with a point: BRK/B, BRK-B and BRK B become BRK.B. */
function withPoint(ticker: string, store: Pick<Store, "records">): string {
  const [, root, letter] = CLASS.exec(ticker) ?? [];
  if (root === undefined) return ticker;
  const pointed = `${root}.${letter}`;
  return instrumentOf(pointed) || isKnown(pointed, store) ? pointed : ticker;
}

const US_MARK = "US";
/** A ticker with its exchange: US_MARK, a place outside of the US, or an unknown exchange. */
interface Marked {
  readonly ticker: string;
  readonly exchange: string;
}

/** Prefixes of names that are not shares: currencies, indices, coins, series. */
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
 * Reads a ticker in the notations of vendors: `AAPL US Equity`, `AAPL.O`, `NASDAQ:AAPL`, `AAPL-US` and `BRK/B` become the US ticker. A ticker with
 * an exchange outside of the US is refused, never converted. Undefined if the text needs no conversion.
 *
 * @param text In upper case, with single blanks.
 */
export function readTicker(text: string, store: Pick<Store, "records">): ReadName | undefined {
  // Most tickers are covered and need no lookup.
  if (isListed(text)) return undefined;
  const pointed = classNamed(text, store);
  if (pointed !== undefined) return hidesRows(text, pointed, store) ? undefined : { name: pointed };
  if (/^[A-Z0-9^]*$/.test(text) || isKnown(text, store)) return undefined;
  const marked = byColon(text) ?? byBlank(text) ?? bySuffix(text);
  if (!marked) return nameFor(text, withPoint(text, store));
  if (marked.exchange === US_MARK) return { name: withPoint(marked.ticker, store) };
  return {
    refused: "not_covered",
    text: {
      short: "Exchange not covered: only US tickers are served.",
      full: `${text} is a share on an exchange that is not covered: ${marked.exchange}. Only US tickers are served, and ${marked.ticker} may be another company there. If the company has a US listing, use its US ticker.`,
    },
  };
}

/** Resolves a ticker in a REST call; an unknown name is returned in upper case. */
export function tickerNamed(asked: string, store: Pick<Store, "records">): string {
  const text = asked.trim().replace(/\s+/g, " ").toUpperCase();
  const read = readTicker(text, store);
  return read && "name" in read ? read.name : (instrumentOf(text)?.ticker ?? text);
}
