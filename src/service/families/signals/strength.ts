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

/** Evidence that is reported although it is below its threshold. */
const SLIGHT = 0.75;

/** An amount of ten times the threshold counts a third more, of a tenth a third less: what counts most is how many people act. */
const FOR_TENFOLD = 0.35;
const MOST_FOR_AMOUNT = 2;
const FOR_CHIEF = 1.25;

interface Trading {
  /** How many times the threshold the number of people is. */
  readonly people: number;
  /** US dollars; null where a trade states no price. */
  readonly usd: number | null;
  /** The amount that counts once. */
  readonly fullUsd: number;
  /** True where the CEO or CFO is one of them. */
  readonly chief?: boolean;
}

/** One who acts counts once, and each further one half as much. */
export const peopleTimes = (people: number): number => (1 + people) / 2;

/** How many times the threshold trades are: by people first, then by amount and role, at least slight. An amount that is not known counts as slight. */
export function timesOfTrades({ people, usd, fullUsd, chief = false }: Trading): number {
  const amount = usd === null || usd <= 0 ? SLIGHT : Math.min(MOST_FOR_AMOUNT, Math.max(SLIGHT, 1 + FOR_TENFOLD * Math.log10(usd / fullUsd)));
  return Math.max(SLIGHT, people * amount * (chief ? FOR_CHIEF : 1));
}

/** One signal, with the severity of its score. */
export function signalOf(type: SignalType, date: IsoDate, direction: SignalRow["direction"], times: number, headline: string): SignalRow {
  const score = scoreOf(times);
  return { date, type, direction, severity: severityOf(score), score, headline };
}

/** A share as a headline says it. */
export const percentText = (percent: number): string => `${Number(percent.toFixed(1))} %`;
