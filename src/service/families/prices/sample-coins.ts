import { addDays, isoOf, type IsoDate } from "../../../contract/dates";
import { onLine, type Polyline } from "../../sample/market";
import { normal } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { wave, yearFraction } from "../../sample/waves";
import { samplePrice } from "./sample";

/** Approximate bitcoins per share of the trust (IBIT) at its start. */
const BITCOINS_PER_SHARE = 0.00057;

/** The sample price of a bitcoin in US dollars at the close of a day's session. */
export const bitcoinOn = (date: IsoDate): number => samplePrice("IBIT", date) / BITCOINS_PER_SHARE;

/** Coins with a sample price. */
export const PRICED_COINS = ["BTC", "ETH", "SOL"] as const;
export type PricedCoin = (typeof PRICED_COINS)[number];

/** Approximate prices in bitcoins at the start of a month, from general knowledge. Approximations for sample data, not a source. */
const IN_BITCOINS: Readonly<Record<Exclude<PricedCoin, "BTC">, readonly (readonly [date: IsoDate, price: number])[]>> = {
  ETH: [
    ["2020-01-01", 0.018], ["2021-01-01", 0.026], ["2021-12-01", 0.078], ["2022-07-01", 0.055], ["2023-01-01", 0.072], ["2024-01-01", 0.054], ["2024-07-01", 0.055],
    ["2025-01-01", 0.036], ["2025-05-01", 0.019], ["2025-09-01", 0.04], ["2026-01-01", 0.034],
  ],
  SOL: [
    ["2020-05-01", 0.00008], ["2021-01-01", 0.00006], ["2021-12-01", 0.0036], ["2023-01-01", 0.0006], ["2024-01-01", 0.0024], ["2024-07-01", 0.0023], ["2025-01-01", 0.002],
    ["2025-05-01", 0.0016], ["2025-09-01", 0.0019], ["2026-01-01", 0.0014],
  ],
}; // prettier-ignore

const lineOf = (points: readonly (readonly [date: IsoDate, price: number])[]): Polyline => ({
  years: points.map(([date]) => yearFraction(date)),
  values: points.map(([, price]) => Math.log(price)),
});
const LINES = { ETH: lineOf(IN_BITCOINS.ETH), SOL: lineOf(IN_BITCOINS.SOL) };

/** The sample price of a coin in US dollars at a moment, milliseconds UTC. It follows the last session before that day, so that it uses only public closes. */
export function sampleCoinPrice(coin: PricedCoin, at: number): number {
  const date = isoOf(at);
  const inBitcoins = coin === "BTC" ? 0 : onLine(LINES[coin], yearFraction(date)) + 0.06 * wave(`${coin} in BTC`, date, 90);
  const sinceClose = 0.015 * wave(`spot ${coin}`, date, 9) + 0.002 * normal("spot", coin, at);
  return rounded(bitcoinOn(addDays(date, -1)) * Math.exp(inBitcoins + sinceClose), 2);
}
