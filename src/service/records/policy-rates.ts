import type { IsoDate } from "../../contract/dates";
import type { Bank } from "../../contract/vocabulary";

/** The name under which one bank's published policy rates are kept, by day. */
export const policyRateSeries = (bank: Bank): string => `CBPOL.${bank}`;

/** The ECB's key rates that a policy rate of the euro area can be. */
export type KeyRate = "deposit" | "refinancing";

/** The name under which the levels of a key rate are kept, by day. */
export const keyRateSeries = (rate: KeyRate): string => `CBPOL.XM.${rate === "deposit" ? "DFR" : "MRR"}`;

/** A central bank's own series, which is there sooner than the BIS's. */
interface FasterRate {
  readonly series: string;
  /** What it is, in words. */
  readonly note: string;
}

const DEPOSIT: FasterRate = { series: keyRateSeries("deposit"), note: "deposit facility rate, from the European Central Bank" };
const REFINANCING: FasterRate = { series: keyRateSeries("refinancing"), note: "rate of the main refinancing operations, from the European Central Bank" };
/** From this day on the ECB steers by the deposit facility; the rate of the main refinancing operations follows at a small distance. */
const STEERED_BY_DEPOSIT: IsoDate = "2024-09-18";

/** The series of a bank that may run ahead of the BIS's, the one that it steered by on that day first. */
export const fasterRates = (bank: Bank, on: IsoDate): readonly FasterRate[] =>
  bank !== "XM" ? [] : on >= STEERED_BY_DEPOSIT ? [DEPOSIT, REFINANCING] : [REFINANCING, DEPOSIT];
