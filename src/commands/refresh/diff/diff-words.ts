import { counted, withSeparators } from "../../../contract/counted";
import { DAYS_1904, isIsoDate, serialOf } from "../../../contract/dates";
import type { Answer } from "../../../core/outcome";
import { CHANGE_WORDS } from "../../../proof/change-words";
import { CHANGE_CLASSES, type CellChange, type ChangeClass, type FollowsFrom, type LockedCell } from "../../../proof/diff-locks";
import type { LockCell } from "../../../proof/lock";
import type { CellValue } from "../../../workbook/cell";
import { unitWords } from "../../../sources/answer-words";
import { valueText } from "../../../workbook/value-text";

/** Cells of a block, and cells that another follows from, that are named before they are counted. */
const NAMED = 3;

/** The number of cells of each class that occurs, in the order of `CHANGE_CLASSES`. */
export function classCounts(changes: readonly CellChange[]): ReadonlyMap<ChangeClass, number> {
  const counts = new Map<ChangeClass, number>();
  for (const { classes } of changes) for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1);
  return new Map(CHANGE_CLASSES.flatMap((one) => (counts.has(one) ? [[one, counts.get(one)!]] : [])));
}

const shown = (value: CellValue): string => (value === null ? "(empty)" : valueText(value));

const isBlock = (shows: LockCell["shows"]): shows is CellValue[][] => Array.isArray(shows);

/** What a cell shows. A date is a number in the lock; it is shown as a date if an answer of the cell says so. */
export function lockedText({ shows, answers }: LockedCell): string {
  if (isBlock(shows)) {
    const values = shows.flat();
    const more = values.length > NAMED ? ", …" : "";
    return `${shows.length} × ${shows[0]?.length ?? 0}: ${values.slice(0, NAMED).map(shown).join(", ")}${more}`;
  }
  const isShown = (day: string): boolean => isIsoDate(day) && [0, DAYS_1904].some((from) => (serialOf(day) ?? Number.NaN) - from === shows);
  const date = answers.find(({ answer }) => answer.kind === "date" && isShown(String(answer.value)));
  return date ? String(date.answer.value) : shown(shows);
}

/** Texts, each once. */
const each = (texts: readonly (string | undefined)[]): string[] => [...new Set(texts.filter((text) => text !== undefined && text !== ""))] as string[];

/** The observation dates of a cell's answers. */
export const datesOf = ({ answers }: LockedCell): string[] => each(answers.map(({ answer }) => answer.observationDate));

const sourceOf = ({ source, sample }: Answer): string | undefined => (sample ? "sample data" : source);
/** The sources of a cell's answers. */
export const sourcesOf = ({ answers }: LockedCell): string[] => each(answers.map(({ answer }) => sourceOf(answer)));

/** The units of a cell's answers. */
export const unitsOf = ({ answers }: LockedCell): string[] => each(answers.map(({ answer }) => answer.unit));

/** The unit of what a cell shows, in words; empty if it is not known: a formula around a call may have another unit. */
export function lockedUnit({ shows, answers }: LockedCell): string {
  const [only] = answers;
  return answers.length === 1 && only?.answer.value === shows && typeof shows === "number" ? unitWords(only.answer.unit ?? "") : "";
}

/** What a cell shows, with its unit: "4.2 %". */
export const shownWithUnit = (cell: LockedCell): string => `${lockedText(cell)} ${lockedUnit(cell)}`.trim();

/** The documents that a cell's answers were read from, with their SHA-256. */
export function documentsOf({ answers }: LockedCell): { readonly file: string; readonly sha256: string }[] {
  const rows = answers.flatMap(({ answer }) => answer.trace?.rows ?? []);
  return [...new Map(rows.map(({ document: { file, sha256 } }) => [sha256, { file, sha256 }])).values()];
}

/** "S!A1, S!A2 and 3 more" */
function cellsWords({ cells, count }: FollowsFrom): string {
  const named = cells.slice(0, NAMED);
  return count > named.length ? `${named.join(", ")} and ${counted(count - named.length, "more", "more")}` : named.join(", ");
}

/** What a cell follows from, and the classes of that: "follows from S!A1 (revision)". */
export function followsWords(from: FollowsFrom): string {
  const classes = from.classes.map((one) => CHANGE_WORDS[one].label.toLowerCase());
  return `follows from ${cellsWords(from)}${classes.length > 0 ? ` (${classes.join(", ")})` : ""}`;
}

/** Each class of a cell, as a label; the class `follows` with the cells. */
export const classLabels = ({ classes, followsFrom }: CellChange): string[] =>
  classes.map((one) => (one === "follows" && followsFrom ? followsWords(followsFrom).replace(/^f/, "F") : CHANGE_WORDS[one].label));

/** What else explains a change, in sentences: the earlier formula, the other question, or why a value was kept. */
export function detailsOf({ classes, before, after }: CellChange): string[] {
  const asks = (cell: LockedCell | undefined): string => cell?.answers.map(({ question }) => question).join(", ") || "nothing";
  return [
    ...(classes.includes("formula_changed") ? [`Formula: ${before?.formula} → ${after?.formula}`] : []),
    ...(classes.includes("argument_changed") ? [`Asks: ${asks(before)} → ${asks(after)}`] : []),
    ...(classes.includes("unit_changed")
      ? [`Unit: ${before ? unitsOf(before).join(", ") || "none" : ""} → ${after ? unitsOf(after).join(", ") || "none" : ""}`]
      : []),
    ...(after?.kept === undefined ? [] : [`Kept: ${after.kept}`]),
  ];
}

/** The result in a sentence. */
export function totalWords(changes: readonly CellChange[], cells: number): string {
  if (changes.length === 0) return `No difference in ${counted(cells, "cell")}.`;
  const classes = [...classCounts(changes)].map(([one, count]) => `${CHANGE_WORDS[one].label} ${withSeparators(count)}`);
  return `${counted(changes.length, "cell differs", "cells differ")}. ${classes.join(" · ")}`;
}
