import type { SheetNote } from "../book";
import { columnName } from "../cell-address";
import { textOfRuns, type NoteRun } from "./read-notes";
import { escapeCellText, escapeXml } from "./xml-edits";

export const refOf = ({ row, column }: Pick<SheetNote, "row" | "column">): string => `${columnName(column)}${row + 1}`;

/** The element with the text of a note. */
export const runsXml = (runs: readonly NoteRun[], p: string): string => {
  const t = (text: string): string => `<${p}t xml:space="preserve">${escapeCellText(text)}</${p}t>`;
  if (runs.every(({ format }) => format === "")) return `<${p}text>${t(textOfRuns(runs))}</${p}text>`;
  return `<${p}text>${runs.map(({ text, format }) => `<${p}r>${format}${t(text)}</${p}r>`).join("")}</${p}text>`;
};
/** A new note; `author` is its author's number. */
export const noteXml = (note: SheetNote, author: number, p: string): string =>
  `<${p}comment ref="${refOf(note)}" authorId="${author}">${runsXml([{ text: note.text, format: "" }], p)}</${p}comment>`;

/** The part of a sheet's notes, none of which is in a file yet. */
export function notesXml(notes: readonly SheetNote[], namespace: string): string {
  const authors = [...new Set(notes.map(({ author }) => author))];
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${namespace}"><authors>${authors.map((name) => `<author>${escapeXml(name)}</author>`).join("")}</authors>` +
    `<commentList>${notes.map((note) => noteXml(note, authors.indexOf(note.author), "")).join("")}</commentList></comments>`
  );
}

const isHigh = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text.charAt(at));

/** The runs of an edited text: what was typed has the format of what is before it, and the rest keeps its own. */
export function editedRuns(runs: readonly NoteRun[], text: string): NoteRun[] {
  const old = textOfRuns(runs);
  const most = Math.min(old.length, text.length);
  let [start, end] = [0, 0];
  while (start < most && old[start] === text[start]) start++;
  if (isHigh(old, start - 1)) start--;
  while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  if (end > 0 && isHigh(old, old.length - end - 1)) end--;
  const typed = text.slice(start, text.length - end);
  let at = 0;
  let isTyped = false;
  const kept = runs.map((run): NoteRun => {
    const from = at;
    at += run.text.length;
    const takes = !isTyped && start <= at;
    isTyped ||= takes;
    return { ...run, text: run.text.slice(0, Math.max(0, start - from)) + (takes ? typed : "") + run.text.slice(Math.max(0, old.length - end - from)) };
  });
  const left = kept.filter((run) => run.text !== "");
  return left.length > 0 ? left : [{ text, format: "" }];
}
