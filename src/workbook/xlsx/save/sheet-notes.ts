import { refOf } from "../../cell-address";
import { append, largest } from "../../../contract/lists";
import type { SheetNote } from "../../book";
import { cellIn, placeOf } from "../../cell-reference";
import { mainNamespace, relationshipBase, withContents, withoutParts, withPart } from "../edit-package";
import { blocksOf, editedRuns, emptyVml, hasShapes, movedShapes, notesXml, noteXml, runsXml, withShapes } from "../note-shapes";
import { partNamed, relationshipsOf, partText } from "../package-parts";
import { notePartsOf, notesInText } from "../read/read-notes";
import { xmlText, elementsInText } from "../read-xml";
import type { Parts } from "../unpack";
import { edited, prefixOf, withAttribute, escapeXml, type Edit } from "../xml-edits";
import { withElement } from "./place-elements";

const placeIn = (ref: string): number => {
  const at = cellIn(ref);
  return at ? placeOf(at.row, at.column) : -1;
};
/** What became of the notes of a file. */
interface NoteChanges {
  /** The note now, by the place that it has in the file; undefined for one that is gone. */
  readonly now: ReadonlyMap<number, SheetNote | undefined>;
  readonly edited: ReadonlySet<SheetNote>;
  readonly added: readonly SheetNote[];
}

function changesOf(had: readonly SheetNote[], are: readonly SheetNote[]): NoteChanges {
  const known = new Map(had.flatMap((note) => (note.id === undefined ? [] : [[note.id, note] as const])));
  const kept = new Map(are.flatMap((note) => (note.id !== undefined && known.has(note.id) ? [[note.id, note] as const] : [])));
  return {
    now: new Map(had.map((note) => [placeOf(note.row, note.column), note.id === undefined ? undefined : kept.get(note.id)])),
    edited: new Set([...kept].flatMap(([id, note]) => (known.get(id)!.text === note.text ? [] : [note]))),
    added: are.filter((note) => note.id === undefined || kept.get(note.id) !== note),
  };
}

/** The text before the end of an element that is a list; the element may be empty. */
function inList(xml: string, name: string, more: string): Edit[] {
  const close = xml.lastIndexOf(`</${name}`);
  if (more === "" || close >= 0) return more === "" ? [] : [{ start: close, end: close, text: more }];
  const empty = new RegExp(`<${name}\\s*/>`).exec(xml);
  return empty ? [{ start: empty.index, end: empty.index + empty[0].length, text: `<${name}>${more}</${name}>` }] : [];
}

function withComments(xml: string, where: string, { now, edited: changed, added }: NoteChanges): string {
  const { authors, notes } = notesInText(xml, where);
  const p = prefixOf(xml.slice(xml.search(/<(?:\w+:)?comments[\s>]/)));
  const edits: Edit[] = [];
  for (const note of notes) {
    const place = placeIn(note.ref);
    const is = now.get(place);
    if (!now.has(place)) continue;
    if (!is) {
      edits.push({ start: note.start, end: note.end, text: "" });
      continue;
    }
    if (placeOf(is.row, is.column) !== place) edits.push({ ...note.tag, text: withAttribute(xml.slice(note.tag.start, note.tag.end), "ref", refOf(is)) });
    const content = note.content ?? { start: note.tag.end, end: note.tag.end };
    if (changed.has(is)) edits.push({ start: content.start, end: content.end, text: runsXml(editedRuns(note.runs, is.text), p) });
  }
  const all = [...new Set([...authors, ...added.map(({ author }) => author)])];
  const numberOf = (author: string): number => (authors.includes(author) ? authors.indexOf(author) : authors.length + newAuthors.indexOf(author));
  const newAuthors = all.filter((author) => !authors.includes(author));
  append(edits, inList(xml, `${p}authors`, newAuthors.map((author) => `<${p}author>${escapeXml(author)}</${p}author>`).join("")));
  append(edits, inList(xml, `${p}commentList`, added.map((note) => noteXml(note, numberOf(note.author), p)).join("")));
  return edits.length > 0 ? edited(xml, edits) : xml;
}

/** The messages of conversations at the cells where their notes are now; nothing if none is left. */
function withConversations(xml: string, where: string, { now }: NoteChanges): string | undefined {
  const messages = elementsInText(xml, where, (name) => name === "threadedComment");
  let left = messages.length;
  const edits = messages.flatMap(({ attributes: a, tag, start, end }): Edit[] => {
    const place = placeIn(a["ref"] ?? "");
    const is = now.get(place);
    if (is) return placeOf(is.row, is.column) === place ? [] : [{ ...tag, text: withAttribute(xml.slice(tag.start, tag.end), "ref", refOf(is)) }];
    if (!now.has(place)) return [];
    left--;
    return [{ start, end, text: "" }];
  });
  return left === 0 ? undefined : edits.length > 0 ? edited(xml, edits) : xml;
}

/** The part with the boxes of a sheet's notes. */
function boxesOf(parts: Parts, sheet: string): string | undefined {
  const tag = /<(?:\w+:)?legacyDrawing\s[^<>]*>/.exec(partText(parts, sheet))?.[0];
  const id = tag && /:id\s*=\s*["']([^"']*)/.exec(tag)?.[1];
  return relationshipsOf(parts, sheet).find((one) => one.id === id && one.type === "vmlDrawing" && partNamed(parts, one.target))?.target;
}

/**
 * Writes what changed in the notes of a sheet: an edited one changes alone, a moved one takes its box and its conversation along, a new one gets a box, and of a deleted one nothing
 * is left.
 *
 * @param sheet the sheet's part
 * @param had the notes at the places that they have in these parts
 */
export function withNotes(before: Parts, workbook: string, sheet: string, had: readonly SheetNote[], are: readonly SheetNote[]): Parts {
  let parts = before;
  const changes = changesOf(had, are);
  const write = (part: string, change: (xml: string) => string | undefined): void => {
    const xml = partText(parts, part);
    const text = change(xml);
    if (text === undefined) parts = withoutParts(parts, [part]);
    else if (text !== xml) parts = withContents(parts, new Map([[part, text]]));
  };
  const { notes, conversations } = notePartsOf(parts, sheet);
  for (const part of conversations) write(part, (xml) => withConversations(xml, part, changes));
  if (notes !== undefined)
    write(notes, (xml) => {
      const text = withComments(xml, notes, changes);
      return notesInText(text, notes).notes.length > 0 ? text : undefined;
    });
  else if (are.length > 0) ({ parts } = withPart(parts, workbook, "comments", notesXml(are, mainNamespace(parts, workbook)), sheet));
  const placeNow = (at: { readonly row: number; readonly column: number }) => {
    const place = placeOf(at.row, at.column);
    return changes.now.has(place) ? changes.now.get(place) : at;
  };
  const drawings = [...parts].filter(([name]) => /\.vml$/i.test(name)).map(([, bytes]) => xmlText(bytes));
  const freeBlock = largest(drawings.flatMap(blocksOf), 0) + 1;
  const boxes = boxesOf(parts, sheet);
  if (boxes === undefined) {
    if (changes.added.length === 0) return parts;
    const xml = withShapes(emptyVml(freeBlock), changes.added, freeBlock);
    const added = withPart(parts, workbook, "vmlDrawing", xml, sheet);
    parts = added.parts;
    const base = relationshipBase(parts, workbook);
    write(sheet, (text) => withElement(text, sheet, "legacyDrawing", (p) => `<${p}legacyDrawing xmlns:r="${base}" r:id="${added.id}"/>`));
    return parts;
  }
  let isEmpty = false;
  write(boxes, (vml) => {
    const text = withShapes(movedShapes(vml, placeNow), changes.added, freeBlock);
    isEmpty = text !== vml && !hasShapes(text);
    return isEmpty ? undefined : text;
  });
  if (isEmpty) write(sheet, (text) => withElement(text, sheet, "legacyDrawing", () => ""));
  return parts;
}
