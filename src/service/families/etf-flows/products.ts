import type { IsoDate } from "../../../contract/dates";

export const ETF_ASSETS = ["BTC", "ETH", "SOL"] as const;
export type EtfAsset = (typeof ETF_ASSETS)[number];

/** A spot fund listed in the United States. */
export interface EtfProduct {
  readonly ticker: string;
  /** First session on which it traded. */
  readonly since: IsoDate;
}

const since = (day: IsoDate, ...tickers: readonly string[]): EtfProduct[] => tickers.map((ticker) => ({ ticker, since: day }));

/** The funds of each asset and their first sessions, from general knowledge. */
const PRODUCTS: Readonly<Record<EtfAsset, readonly EtfProduct[]>> = {
  BTC: [...since("2024-01-11", "IBIT", "FBTC", "GBTC", "ARKB", "BITB", "HODL", "BRRR", "EZBC", "BTCO", "BTCW"), ...since("2024-07-31", "BTC")],
  ETH: since("2024-07-23", "ETHA", "FETH", "ETHE", "ETH", "ETHW", "ETHV", "CETH", "QETH", "EZET"),
  SOL: [...since("2025-10-28", "BSOL"), ...since("2025-10-29", "GSOL"), ...since("2025-11-17", "VSOL"), ...since("2025-11-18", "FSOL")],
};

/** The funds of an asset that trade on a day. */
export const productsOn = (asset: EtfAsset, date: IsoDate): readonly EtfProduct[] => PRODUCTS[asset].filter((p) => p.since <= date);

/** The first session of an asset's first fund. */
export const firstSessionOf = (asset: EtfAsset): IsoDate => PRODUCTS[asset].map((p) => p.since).reduce((a, b) => (a < b ? a : b));
