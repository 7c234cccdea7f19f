import { RefusedFile } from "../../publishers/reading/text";
import type { Check, IncomingDelivery, Finding } from "./delivery";
import { forecastUnit, scale } from "./scale";
import { age, disagreement, impossibleDays, lateVintages, otherValues, plausibility, unit } from "./row-checks";

/**
 * The operations that import documents. `update` includes the background update of `start --live`; `cells` are series fetched while cells wait, which are not
 * stored; `forget` rebuilds rows from other documents after one is removed.
 */
export const OPERATIONS = ["import", "update", "rebuild", "forget", "cells"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** `refuse` leaves the store unchanged; `warn` imports the document with a warning; `skip` does not run the check. */
export type Effect = "refuse" | "warn" | "skip";

export interface ListedCheck extends Readonly<Record<Operation, Effect>> {
  readonly check: Check;
}

/**
 * Checks run in this order. The columns are the effect of a finding.
 *
 * Doubts about another document must not block a removal, so `forget` refuses only what no document may contain. Old history and revised values are legitimate,
 * so they are only warnings, as are a value that is hardly plausible and a forecast far from its series; but an older copy from a publisher would undo a revision,
 * so `update` refuses it. A cell never sees a day after its clock, so future days are only a warning for `cells`.
 */
export const CHECKS = {
  unit: { check: unit, import: "refuse", update: "refuse", rebuild: "refuse", forget: "refuse", cells: "refuse" },
  scale: { check: scale, import: "refuse", update: "refuse", rebuild: "refuse", forget: "warn", cells: "refuse" },
  disagreement: { check: disagreement, import: "refuse", update: "refuse", rebuild: "refuse", forget: "refuse", cells: "refuse" },
  impossibleDays: { check: impossibleDays, import: "refuse", update: "refuse", rebuild: "refuse", forget: "refuse", cells: "warn" },
  age: { check: age, import: "warn", update: "refuse", rebuild: "warn", forget: "warn", cells: "warn" },
  otherValues: { check: otherValues, import: "warn", update: "warn", rebuild: "warn", forget: "warn", cells: "warn" },
  forecastUnit: { check: forecastUnit, import: "warn", update: "warn", rebuild: "warn", forget: "warn", cells: "warn" },
  plausibility: { check: plausibility, import: "warn", update: "warn", rebuild: "skip", forget: "skip", cells: "skip" },
  lateVintages: { check: lateVintages, import: "warn", update: "warn", rebuild: "warn", forget: "warn", cells: "warn" },
} as const satisfies Readonly<Record<string, ListedCheck>>;

/** A finding that does not prevent the import. */
export interface CheckNotice extends Finding {
  readonly check: string;
}

/**
 * Runs all checks on documents that are imported together. Returns the warnings.
 *
 * @throws RefusedFile with the first finding that refuses, and its document's name.
 */
export function runChecks(operation: Operation, delivery: IncomingDelivery, checks: Readonly<Record<string, ListedCheck>> = CHECKS): CheckNotice[] {
  return Object.entries(checks).flatMap(([check, listed]) => {
    if (listed[operation] === "skip") return [];
    const findings = listed.check(delivery);
    const [first] = findings;
    if (first && listed[operation] === "refuse") throw new RefusedFile(findingInWords(first));
    return findings.map((finding) => ({ ...finding, check }));
  });
}

export const findingInWords = ({ file, sentence }: Finding): string => (file === undefined ? sentence : `${file}: ${sentence}`);
