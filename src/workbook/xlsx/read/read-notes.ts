import { groupedBy } from "../../../contract/lists";
import type { SheetNote } from "../../book";
import { cellIn, placeOf } from "../../cell-reference";
import { FileRefusal } from "../file-refusal";
import { partText, relatedPart, relatedParts } from "../package-parts";
import { elementsInText, type Span, xmlText } from "../read-xml";
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

const PARTS: ReadonlySet<string> = new Set(["author", "comment", "text", "r", "rPr", "rPh", "t"]);

/** Reads a sheet's notes from their part. Throws a `FileRefusal` for invalid XML. */
export function notesInText(xml: string, where: string): NotesInText {
  const authors: string[] = [];
  const notes: (Omit<StoredNote, "runs" | "content"> & { content?: Span; readonly runs: { text: string; format: string }[] })[] = [];
  /** Where the last run, and the last phonetic reading, ends. */
  let [runEnd, readingEnd] = [0, 0];
  for (const { name, attributes: a, tag, start, end, text } of elementsInText(xml, where, (one) => PARTS.has(one))) {
    if (name === "author") authors.push(text);
    else if (name === "comment") notes.push({ ref: a["ref"] ?? "", author: cellText(authors[Number(a["authorId"] ?? 0)] ?? ""), tag, runs: [], start, end });
    const note = notes.at(-1);
    if (!note || end > note.end) continue;
    if (name === "text") note.content = { start, end };
    else if (name === "rPh") readingEnd = end;
    else if (name === "r") {
      runEnd = end;
      note.runs.push({ text: "", format: "" });
    } else if (name === "rPr" && start < runEnd) note.runs.at(-1)!.format = xml.slice(start, end);
    else if (name === "t" && start >= readingEnd) {
      if (start >= runEnd) note.runs.push({ text: "", format: "" });
      note.runs.at(-1)!.text += cellText(text);
    }
  }
  return { authors, notes };
}

export const textOfRuns = (runs: readonly NoteRun[]): string => runs.map(({ text }) => text).join("");

/** The names of the people in a workbook's conversations, by their ids. */
function peopleIn(parts: Parts, workbook: string): ReadonlyMap<string, string> {
  const people = relatedParts(parts, workbook, "person").flatMap(({ name, bytes }) => elementsInText(xmlText(bytes), name, (one) => one === "person"));
  return new Map(people.map(({ attributes: a }) => [a["id"] ?? "", a["displayName"] ?? ""]));
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

/** The parts with the notes and the conversations of a sheet; undefined if it has no notes. */
export const notePartsOf = (parts: Parts, sheet: string) => ({
  notes: relatedPart(parts, sheet, "comments")?.name,
  conversations: relatedParts(parts, sheet, "threadedComment").map(({ name }) => name),
});

/**
 * Reads the notes of a sheet, and the parts that they are in. No notes if one of them cannot be read, is not in a single cell, or shares its cell: then they stay in the file as
 * they are.
 */
export function readNotes(parts: Parts, workbook: string, sheet: string): { readonly notes: readonly SheetNote[]; readonly parts: readonly string[] } {
  const none = { notes: [], parts: [] };
  const { notes: part, conversations } = notePartsOf(parts, sheet);
  if (part === undefined) return none;
  try {
    const stored = notesInText(partText(parts, part), part).notes;
    const people = conversations.length > 0 ? peopleIn(parts, workbook) : new Map<string, string>();
    const said = new Map(conversations.flatMap((one) => [...conversationsIn(partText(parts, one), one, people)]));
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
