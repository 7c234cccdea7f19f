import type { IsoDate } from "../../contract/dates";
import type { Bank } from "../../contract/vocabulary";

/** Series id of one bank's published policy rates, by day. */
export const policyRateSeries = (bank: Bank): string => `CBPOL.${bank}`;

/** ECB key rates that can be the euro area's policy rate. */
export type KeyRate = "deposit" | "refinancing";

/** Series id of an ECB key rate, by day. */
export const keyRateSeries = (rate: KeyRate): string => `CBPOL.XM.${rate === "deposit" ? "DFR" : "MRR"}`;

/** A central bank's own series. It is published earlier than the BIS's. */
interface FasterRate {
  readonly series: string;
  /** Its description. */
  readonly note: string;
}

const DEPOSIT: FasterRate = { series: keyRateSeries("deposit"), note: "deposit facility rate, from the European Central Bank" };
const REFINANCING: FasterRate = { series: keyRateSeries("refinancing"), note: "rate of the main refinancing operations, from the European Central Bank" };
/** From this day on the ECB's policy rate is the deposit facility rate; the main refinancing rate follows at a small spread. */
const STEERED_BY_DEPOSIT: IsoDate = "2024-09-18";

/** A bank's own series that may be newer than the BIS's, its policy rate on that day first. */
export const fasterRates = (bank: Bank, on: IsoDate): readonly FasterRate[] =>
  bank !== "XM" ? [] : on >= STEERED_BY_DEPOSIT ? [DEPOSIT, REFINANCING] : [REFINANCING, DEPOSIT];
