import { counted } from "../../contract/counted";
import { type HostReport, type Trial, TRIAL_WORDS, type TrialResult } from "../host-check";
import { ADDIN_VERSION } from "../version";
import type { Refused } from "../workbook";

/** Whether the user saw a message on an error: no program can look. */
export type Hover = "shown" | "missing";

export const RESULT_WORDS: Readonly<Record<TrialResult["result"], string>> = { yes: "Yes", no: "No", unknown: "Unknown" };

const HOVER_WORDS: Readonly<Record<Hover, string>> = { shown: "Yes", missing: "No" };

/** The report as text. It has no key and nothing of the user's cells. */
export function reportText({ host, sets, findings, left }: HostReport, hover: Hover | undefined): string {
  return [
    `SERVICE ${ADDIN_VERSION}: check of Excel`,
    host,
    sets,
    ...findings.map(({ trial, result, detail }) => `${RESULT_WORDS[result]}: ${TRIAL_WORDS[trial]}${detail === undefined ? "" : ` (${detail})`}`),
    `${hover === undefined ? "Not looked at" : HOVER_WORDS[hover]}: Errors show their message when pointed at`,
    ...(left === undefined ? [] : [`The sheet ${left} could not be removed.`]),
  ].join("\n");
}

const resultOf = (report: HostReport, trial: Trial): TrialResult["result"] | undefined => report.findings.find((f) => f.trial === trial)?.result;

/** What to do about names: nothing, the second manifest, or only other formulas. */
export function nameAdvice(report: HostReport): "none" | "manifest" | "rewrite" {
  if (resultOf(report, "dotted") === "no") return "manifest";
  return resultOf(report, "bare") === "no" ? "rewrite" : "none";
}

/** One sentence for the status line. */
export function summaryWords({ findings, left }: HostReport): string {
  const count = (result: TrialResult["result"]) => findings.filter((f) => f.result === result).length;
  const [yes, no, unknown] = [count("yes"), count("no"), count("unknown")];
  const words = `This Excel passed ${yes} of ${counted(findings.length, "check")}${no > 0 ? `, ${no} not supported` : ""}${unknown > 0 ? `, ${unknown} unknown` : ""}.`;
  return left === undefined ? words : `${words} Delete the sheet ${left}.`;
}

/** The effect of a new display on the cells. */
export interface DisplayResult {
  /** Cells recalculated from cached answers. */
  readonly recalculated: number;
  /** Cells left unchanged until the next refresh, because their answers are not cached. */
  readonly unchanged: number;
  readonly refused: readonly Refused[];
}

/** The effect of a new display on the cells, in sentences. */
export function displayResultWords({ recalculated, unchanged, refused }: DisplayResult): readonly string[] {
  const sentences = [
    ...(recalculated > 0 ? [`${counted(recalculated, "cell")} recalculated from cache.`] : []),
    ...(unchanged > 0 ? [`${counted(unchanged, "cell changes", "cells change")} at the next refresh: no cached answer.`] : []),
    ...(refused.length > 0 ? [`${counted(refused.length, "cell")} could not be calculated: ${refused[0]?.why ?? ""}`] : []),
  ];
  return sentences.length > 0 ? sentences : ["No SERVICE formulas yet. New ones use this display."];
}
