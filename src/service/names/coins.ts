import { PERPETUALS, WHALE_ASSETS } from "../../contract/vocabulary";
import { nameFor, type ReadName } from "./read-name";

const COINS: ReadonlySet<string> = new Set([...PERPETUALS, ...WHALE_ASSETS]);

/** Aliases of coins. */
const ALSO: Readonly<Record<string, string>> = {
  XBT: "BTC", BITCOIN: "BTC", ETHEREUM: "ETH", ETHER: "ETH", SOLANA: "SOL", RIPPLE: "XRP", DOGECOIN: "DOGE", CARDANO: "ADA", AVALANCHE: "AVAX",
  CHAINLINK: "LINK", POLKADOT: "DOT", LITECOIN: "LTC", "BITCOIN CASH": "BCH", TRON: "TRX", COSMOS: "ATOM", APTOS: "APT", ARBITRUM: "ARB", OPTIMISM: "OP",
  CELESTIA: "TIA", INJECTIVE: "INJ", FILECOIN: "FIL", UNISWAP: "UNI", "ETHEREUM CLASSIC": "ETC", STELLAR: "XLM", HEDERA: "HBAR", TONCOIN: "TON",
  HYPERLIQUID: "HYPE", BINANCECOIN: "BNB", TETHER: "USDT", "USD COIN": "USDC", "WRAPPED BITCOIN": "WBTC",
}; // prettier-ignore

/** Dollar currencies of a pair, and suffixes of perpetual contracts. */
const TAIL = /(?:(?:[-/_: ]?(?:USDT|USDC|BUSD|FDUSD|USD)M?)|(?:[-_ ]?(?:PERPETUAL|PERP))|(?:[-_]SWAP)|(?:\.P)|(?: CURNCY))$/;

const coinOf = (text: string): string | undefined => {
  const plain = ALSO[text] ?? text;
  return COINS.has(plain) ? plain : undefined;
};

/**
 * The coin of a pair or a perpetual in exchanges' notations: BTCUSDT, BTC-PERP, BTC/USDT:USDT, BTC-USDT-SWAP, XBTUSD, BINANCE:BTCUSDT.P, and bitcoin. Only
 * pairs quoted in US dollars count: ETHBTC and BTC-EUR do not. Undefined if no known coin matches.
 *
 * @param text In upper case.
 */
export function coinNamed(text: string): string | undefined {
  let rest = text.replace(/^(?:CRYPTO|[A-Z]*BINANCE|COINBASE|BYBIT|OKX|KRAKEN|DERIBIT|BITMEX|HYPERLIQUID):/, "");
  for (;;) {
    const coin = coinOf(rest) ?? coinOf(rest.replace(/^1000+(?=[A-Z])/, ""));
    if (coin !== undefined) return coin;
    const shorter = rest.replace(TAIL, "");
    if (shorter === rest || shorter === "") return undefined;
    rest = shorter;
  }
}

/** Converts a pair, a perpetual or an alias to its coin. Undefined if no known coin matches or `text` is the coin itself. */
export const readCoin = (text: string): ReadName | undefined => nameFor(text, coinNamed(text));

/** Resolves a coin in a REST call; an unknown name is returned in upper case. */
export function symbolNamed(asked: string): string {
  const text = asked.trim().toUpperCase();
  return coinNamed(text) ?? text;
}
