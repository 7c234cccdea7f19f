import type { IsoDate } from "../../../contract/dates";
import type { SignalType } from "../../../contract/listed/signals";
import { rounded } from "../../../contract/rounded";
import type { SignalRow } from "./rows";

/** Severity of a score. */
export const severityOf = (score: number): SignalRow["severity"] => (score >= 85 ? "critical" : score >= 65 ? "high" : score >= 40 ? "medium" : "low");

/**
 * The score of all detectors, 0 to 100. `times` is the evidence divided by the detector's threshold: the score is 40 at the threshold, 70 at twice, 85 at four
 * times, and 0 at six tenths or less.
 */
export const scoreOf = (times: number): number => rounded(Math.max(0, 100 - 60 / times), 1);

/** Smallest multiple of the threshold that reported trades get, even if they are below it. */
const SLIGHT = 0.75;

/** Ten times the threshold amount counts a third more, a tenth of it a third less: the number of people matters more. */
const TENFOLD_WEIGHT = 0.35;

const MAX_AMOUNT_FACTOR = 2;

const CHIEF_FACTOR = 1.25;

interface Trading {
  /** Number of people as a multiple of the threshold. */
  readonly people: number;
  /** US dollars; null if a trade states no price. */
  readonly usd: number | null;
  /** Threshold of the amount, in US dollars. */
  readonly thresholdUsd: number;
  /** True if the CEO or CFO is one of them. */
  readonly chief?: boolean;
}

/** The first person counts 1, each further one 0.5. */
export const peopleTimes = (people: number): number => (1 + people) / 2;

/** Trades as a multiple of the threshold, by people, amount and role; at least `SLIGHT`. An unknown amount counts as slight. */
export function timesOfTrades({ people, usd, thresholdUsd, chief = false }: Trading): number {
  const amount = usd === null || usd <= 0 ? SLIGHT : Math.min(MAX_AMOUNT_FACTOR, Math.max(SLIGHT, 1 + TENFOLD_WEIGHT * Math.log10(usd / thresholdUsd)));
  return Math.max(SLIGHT, people * amount * (chief ? CHIEF_FACTOR : 1));
}

/** One signal, with the severity of its score. */
export function signalOf(type: SignalType, date: IsoDate, direction: SignalRow["direction"], times: number, headline: string): SignalRow {
  const score = scoreOf(times);
  return { date, type, direction, severity: severityOf(score), score, headline };
}

/** A percentage for a headline. */
export const percentText = (percent: number): string => `${Number(percent.toFixed(1))} %`;
