import { largest, smallest } from "../../contract/lists";
import type { SheetNote } from "../book";
import { refOf } from "../cell-address";
import { type NoteRun, textOfRuns } from "./read/read-notes";
import { type Edit, edited, escapeCellText, escapeXml } from "./xml-edits";
import type { Span } from "./read-xml";

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

/* The boxes of notes, in VML, the older form of drawings. Excel shows no note without its box. */

/** A cell of a note. */
interface NotePlace {
  readonly row: number;
  readonly column: number;
}

interface Shape extends Span {
  /** The cell of a note; missing for other shapes. */
  readonly note?: NotePlace;
}

/** One with content, or empty. Not all VML is valid XML. */
const SHAPE = /<v:shape(?=[\s>])(?:"[^"]*"|'[^']*'|[^>"'])*?(?:\/>|>[\s\S]*?<\/v:shape>)/g;
const ROW = /(<x:Row>)\s*(\d+)\s*(<\/x:Row>)/;
const COLUMN = /(<x:Column>)\s*(\d+)\s*(<\/x:Column>)/;
const ANCHOR = /(<x:Anchor>)([^<]*)(<\/x:Anchor>)/;
const TEXT_BOX = `<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`;
/** Shapes have numbers in blocks of so many. Each block belongs to one sheet. */
const BLOCK = 1024;
const BLOCKS = /(<o:idmap\s[^>]*?\bdata\s*=\s*["'])([\d,\s]*)(["'])/;

const shapesIn = (vml: string): Shape[] =>
  [...vml.matchAll(SHAPE)].map(({ 0: text, index: start }): Shape => {
    const [row, column] = [ROW, COLUMN].map((part) => part.exec(text)?.[2]);
    const isNote = /ObjectType\s*=\s*["']Note["']/.test(text) && row !== undefined && column !== undefined;
    return { start, end: start + text.length, ...(isNote ? { note: { row: Number(row), column: Number(column) } } : {}) };
  });

export const hasShapes = (vml: string): boolean => vml.search(SHAPE) >= 0;

/** The blocks of numbers that a drawing uses. */
export const blocksOf = (vml: string): number[] => (BLOCKS.exec(vml)?.[2]?.match(/\d+/g) ?? []).map(Number);

/** A shape's text with other lines in its anchor. */
const anchored = (shape: string, lineNow: (line: number, axis: "rows" | "columns") => number): string =>
  shape.replace(ANCHOR, (whole, open: string, list: string, close: string) => {
    const at = list.split(",").map(Number);
    const now = at.map((one, i) => (i % 2 === 1 ? one : Math.max(0, lineNow(one, i % 4 === 0 ? "columns" : "rows"))));
    return at.length !== 8 || now.every((one, i) => one === at[i]) ? whole : `${open}${now.join(", ")}${close}`;
  });

/**
 * Makes the box of each note go where its note is now; a note that is gone loses its box.
 *
 * @param lineNow where the lines are that other shapes are over; they stay if it is missing
 */
export function movedShapes(
  vml: string,
  placeNow: (at: NotePlace) => NotePlace | undefined,
  lineNow: (line: number, axis: "rows" | "columns") => number = (line) => line,
): string {
  const edits = shapesIn(vml).flatMap(({ start, end, note }): Edit[] => {
    const shape = vml.slice(start, end);
    const now = note && placeNow(note);
    if (note && !now) return [{ start, end, text: "" }];
    const [down, right] = note && now ? [now.row - note.row, now.column - note.column] : [0, 0];
    const text = now
      ? anchored(shape, (line, axis) => line + (axis === "rows" ? down : right))
          .replace(ROW, `$1${now.row}$3`)
          .replace(COLUMN, `$1${now.column}$3`)
      : anchored(shape, lineNow);
    return (now && down === 0 && right === 0) || text === shape ? [] : [{ start, end, text }];
  });
  return edits.length > 0 ? edited(vml, edits) : vml;
}

/** Rows of 20 pixels that a text needs in a box of the standard width. */
const heightOf = (text: string): number =>
  Math.max(4, Math.ceil(text.split("\n").reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / 20)), 1) * 0.8));

/** The box of a note beside its cell, as large as Excel draws a new one, or higher for a long text. It is hidden until the pointer is over the cell. */
function shapeXml(id: number, { row, column, text }: NotePlace & { readonly text: string }): string {
  const top = Math.max(0, row - 1);
  return (
    `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;z-index:${id % BLOCK};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
    `<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>` +
    `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1}, 15, ${top}, 10, ${column + 3}, 15, ${top + heightOf(text)}, 4</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
  );
}

/**
 * A drawing with the boxes of these notes, too.
 *
 * @param freeBlock a block of numbers that no sheet of the workbook uses
 */
export function withShapes(vml: string, notes: readonly (NotePlace & { readonly text: string })[], freeBlock: number): string {
  if (notes.length === 0) return vml;
  const blocks = new Set(blocksOf(vml));
  const numbers = [...vml.matchAll(/\bid\s*=\s*["']_x0000_s(\d+)["']/g)].map((m) => Number(m[1]));
  let id = largest(numbers, smallest(blocks, freeBlock) * BLOCK);
  let next = largest(blocks, freeBlock - 1) + 1;
  const shapes = notes.map((note) => {
    id++;
    // The numbers of the block are used up.
    if (!blocks.has(Math.floor(id / BLOCK))) {
      id = next * BLOCK + 1;
      blocks.add(next++);
    }
    return shapeXml(id, note);
  });
  const list = [...blocks].join(",");
  const typed = /id\s*=\s*["']_x0000_t202["']/.test(vml) ? "" : TEXT_BOX;
  const numbered = vml.replace(BLOCKS, (_, open: string, __, close: string) => `${open}${list}${close}`);
  const end = numbered.lastIndexOf("</xml>");
  const edit = { start: end, end, text: `${typed}${shapes.join("")}` };
  return end < 0 ? numbered : edited(numbered, [edit]);
}

/** A drawing without shapes, for a sheet that has none. */
export const emptyVml = (block: number): string =>
  `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">` +
  `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${block}"/></o:shapelayout>${TEXT_BOX}</xml>`;
