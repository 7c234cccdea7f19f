import type { IsoDate } from "../../../contract/dates";
import type { SignalType } from "../../../contract/vocabulary";
import { rounded } from "../../sample/random";
import type { SignalRow } from "./rows";

/** How strong a signal is by its score. */
export const severityOf = (score: number): SignalRow["severity"] => (score >= 85 ? "critical" : score >= 65 ? "high" : score >= 40 ? "medium" : "low");

/**
 * The one scale of all detectors. `times` is how many times the evidence is the detector's threshold: 40 at the threshold itself, 70 at twice, 85 at four times
 * of it, and never more than 100. Below the threshold it falls to 0 at six tenths.
 */
export const scoreOf = (times: number): number => rounded(Math.max(0, 100 - 60 / times), 1);

/** Evidence that is worth telling but stays below its threshold. */
export const SLIGHT = 0.75;

/** One signal, with the severity of its score. */
export function signalOf(type: SignalType, date: IsoDate, direction: SignalRow["direction"], times: number, headline: string): SignalRow {
  const score = scoreOf(times);
  return { date, type, direction, severity: severityOf(score), score, headline };
}

/** A share as a headline says it. */
export const percentText = (percent: number): string => `${Number(percent.toFixed(1))} %`;
