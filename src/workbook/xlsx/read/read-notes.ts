import { groupedBy } from "../../../contract/lists";
import type { SheetNote } from "../../book";
import { cellIn, placeOf } from "../../cell-reference";
import { FileRefusal } from "../file-refusal";
import { partNamed, relationshipsOf } from "../package-parts";
import { type Attributes, elementsInText, readXml, type Span, xmlText } from "../read-xml";
import type { Parts } from "../unpack";
import { cellText } from "../xml-edits";

/** A part of a note's text with one format. */
export interface NoteRun {
  readonly text: string;
  /** Its format, as written; empty for the standard one. */
  readonly format: string;
}

/** A note in the text of its part. */
interface StoredNote extends Span {
  readonly ref: string;
  readonly author: string;
  /** Its opening tag. */
  readonly tag: Span;
  /** The element with its text; missing for a note without one. */
  readonly content?: Span;
  readonly runs: readonly NoteRun[];
}

interface NotesInText {
  readonly authors: readonly string[];
  readonly notes: readonly StoredNote[];
}

/** Reads a sheet's notes from their part. Throws a `FileRefusal` for invalid XML. */
export function notesInText(xml: string, where: string): NotesInText {
  const authors: string[] = [];
  const notes: StoredNote[] = [];
  let open: { readonly tag: Span; readonly attributes: Attributes } | undefined;
  let content: { start: number; end: number } | undefined;
  let runs: { text: string; format: string }[] = [];
  let format: { readonly start: number } | undefined;
  let reading: "author" | "t" | undefined;
  let [isPhonetic, isRun] = [false, false];
  readXml(xml, where, {
    open: (name, attributes, start, end) => {
      if (name === "author") {
        authors.push("");
        reading = "author";
      } else if (name === "comment") {
        open = { tag: { start, end }, attributes };
        content = undefined;
        runs = [];
      } else if (name === "text" && open) content = { start, end };
      else if (name === "rPh") isPhonetic = true;
      else if (name === "r" && content) {
        isRun = true;
        runs.push({ text: "", format: "" });
      } else if (name === "rPr" && isRun) format = { start };
      else if (name === "t" && content && !isPhonetic) {
        if (!isRun) runs.push({ text: "", format: "" });
        reading = "t";
      }
    },
    text: (text) => {
      if (reading === "author") authors[authors.length - 1] += text;
      else if (reading === "t") runs.at(-1)!.text += text;
    },
    close: (name, _, end) => {
      if (name === "author" || name === "t") reading = undefined;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "r") isRun = false;
      else if (name === "rPr" && format) {
        runs.at(-1)!.format = xml.slice(format.start, end);
        format = undefined;
      } else if (name === "text" && content && reading === undefined) content.end = end;
      else if (name === "comment" && open) {
        const { tag, attributes: a } = open;
        const author = cellText(authors[Number(a["authorId"] ?? 0)] ?? "");
        const read = runs.map((run) => ({ ...run, text: cellText(run.text) }));
        notes.push({ ref: a["ref"] ?? "", author, tag, ...(content ? { content } : {}), runs: read, start: tag.start, end });
        open = content = undefined;
      }
    },
  });
  return { authors, notes };
}

export const textOfRuns = (runs: readonly NoteRun[]): string => runs.map(({ text }) => text).join("");

/** The names of the people in a workbook's conversations, by their ids. */
function peopleIn(parts: Parts, workbook: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { type, target } of relationshipsOf(parts, workbook)) {
    const part = type === "person" ? partNamed(parts, target) : undefined;
    if (part) readXml(xmlText(part), target, { open: (name, a) => name === "person" && names.set(a["id"] ?? "", a["displayName"] ?? "") });
  }
  return names;
}

/** The messages of conversations, each after its author, by their cells. */
function conversationsIn(xml: string, where: string, people: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  let [ref, author] = ["", ""];
  const messages = elementsInText(xml, where, (name) => name === "threadedComment" || name === "text").flatMap(({ name, attributes: a, text }) => {
    if (name === "text") return [{ ref, line: author === "" ? text : `${author}: ${text}` }];
    [ref, author] = [a["ref"] ?? "", people.get(a["personId"] ?? "") ?? ""];
    return [];
  });
  return new Map([...groupedBy(messages, (one) => one.ref)].map(([at, all]) => [at, all.map(({ line }) => line).join("\n")]));
}

/** What Excel writes above a conversation for versions that cannot show it. */
const FOR_OLDER_VERSIONS = /^\[Threaded comment\][\s\S]*?\n\s*Comment:\s*\n?\s*/;
const isOfConversation = ({ author }: StoredNote): boolean => author.startsWith("tc=");

/** The parts with the notes and the conversations of a sheet; missing if it has none. */
export function notePartsOf(parts: Parts, sheet: string): { readonly notes?: string; readonly conversations: readonly string[] } {
  const related = relationshipsOf(parts, sheet).filter(({ target, external }) => !external && partNamed(parts, target));
  const notes = related.find(({ type }) => type === "comments")?.target;
  return { ...(notes === undefined ? {} : { notes }), conversations: related.flatMap(({ type, target }) => (type === "threadedComment" ? [target] : [])) };
}

/**
 * Reads the notes of a sheet, and the parts that they are in. No notes if one of them cannot be read, is not in a single cell, or shares its cell: then they stay in the file as
 * they are.
 */
export function readNotes(parts: Parts, workbook: string, sheet: string): { readonly notes: readonly SheetNote[]; readonly parts: readonly string[] } {
  const none = { notes: [], parts: [] };
  const { notes: part, conversations } = notePartsOf(parts, sheet);
  if (part === undefined) return none;
  try {
    const stored = notesInText(xmlText(partNamed(parts, part)!), part).notes;
    const people = conversations.length > 0 ? peopleIn(parts, workbook) : new Map<string, string>();
    const said = new Map(conversations.flatMap((one) => [...conversationsIn(xmlText(partNamed(parts, one)!), one, people)]));
    const notes = stored.flatMap((one, id): SheetNote[] => {
      const at = cellIn(one.ref);
      if (!at) return [];
      const text = textOfRuns(one.runs);
      const messages = said.get(one.ref) ?? (isOfConversation(one) ? text.replace(FOR_OLDER_VERSIONS, "") : undefined);
      return [
        { ...at, author: messages === undefined ? one.author : "", text: messages ?? text, id, ...(messages === undefined ? {} : { isConversation: true }) },
      ];
    });
    const places = new Set(notes.map(({ row, column }) => placeOf(row, column)));
    if (notes.length < stored.length || places.size < notes.length) return none;
    return { notes: notes.sort((a, b) => placeOf(a.row, a.column) - placeOf(b.row, b.column)), parts: [part, ...conversations] };
  } catch (e) {
    if (e instanceof FileRefusal) return none;
    throw e;
  }
}
