import { RefusedFile } from "../../publishers/reading/refused-file";
import { age } from "./age";
import type { Check, Delivery, Finding } from "./delivery";
import { disagreement } from "./disagreement";
import { impossibleDays } from "./impossible-days";
import { otherValues } from "./other-values";
import { scale } from "./scale";
import { unit } from "./unit";

/**
 * The ways by which documents come in. `update` is also what `start --live` does in the background, `cells` what is asked for while cells wait and is not kept,
 * `forget` the rows that are made again from other documents when one is taken back.
 */
export const WAYS = ["import", "update", "rebuild", "forget", "cells"] as const;
export type Way = (typeof WAYS)[number];

/** A refusal keeps what is stored as it is; a warning is told, and the document is taken. */
export type Effect = "refuse" | "warn";

export interface ListedCheck extends Readonly<Record<Way, Effect>> {
  readonly check: Check;
}

/**
 * Every check runs on every way, in this order; the columns say what follows from a finding.
 *
 * A document that is being taken back must not be held by doubts about another one, so `forget` refuses only what no document may hold. Old history and
 * revised values are legitimate, so they are told; a publisher that serves an older copy than before would undo a revision, so `update` refuses that. A cell sees no day
 * after its clock, so days to come need no refusal there.
 */
export const CHECKS = {
  unit: { check: unit, import: "refuse", update: "refuse", rebuild: "refuse", forget: "refuse", cells: "refuse" },
  scale: { check: scale, import: "refuse", update: "refuse", rebuild: "refuse", forget: "warn", cells: "refuse" },
  disagreement: { check: disagreement, import: "refuse", update: "refuse", rebuild: "refuse", forget: "refuse", cells: "refuse" },
  impossibleDays: { check: impossibleDays, import: "refuse", update: "refuse", rebuild: "refuse", forget: "refuse", cells: "warn" },
  age: { check: age, import: "warn", update: "refuse", rebuild: "warn", forget: "warn", cells: "warn" },
  otherValues: { check: otherValues, import: "warn", update: "warn", rebuild: "warn", forget: "warn", cells: "warn" },
} as const satisfies Readonly<Record<string, ListedCheck>>;

/** A finding that does not keep the documents from being taken. */
export interface Notice extends Finding {
  readonly check: string;
}

/**
 * Runs every check over documents that come in together. Gives what has to be told.
 *
 * @throws RefusedFile with the first finding that refuses, and the name of the document that it is about.
 */
export function runChecks(way: Way, delivery: Delivery, checks: Readonly<Record<string, ListedCheck>> = CHECKS): Notice[] {
  return Object.entries(checks).flatMap(([check, listed]) => {
    const findings = listed.check(delivery);
    const [first] = findings;
    if (first && listed[way] === "refuse") throw new RefusedFile(inWords(first));
    return findings.map((finding) => ({ ...finding, check }));
  });
}

export const inWords = ({ file, sentence }: Finding): string => (file === undefined ? sentence : `${file}: ${sentence}`);
