import { own } from "../../../contract/json";
import type { Book } from "../../book";
import type { BookEdit } from "../../edits/moved-areas";
import { copiesAfter } from "../../edits/sheet-edits";
import { appended, attributeOf, CONTENT_TYPES, emptyTags, freePart, freeRelationship, relationshipBase, withContents } from "../edit-package";
import { partNamed, relationshipsOf, relationshipsPart, sheetParts, partText } from "../package-parts";
import { xmlPart, xmlText, elementsInText, type Span } from "../read-xml";
import type { Parts } from "../unpack";
import { type Edit, edited, escapeXml, withAttribute, withoutAttribute, withoutElements } from "../xml-edits";
import type { EditedBook } from "./edited-book";

/** What belongs to one sheet only, or has names and ids that no other part may have: by the type of its relationship, in words. */
const LEFT: Readonly<Record<string, string>> = {
  control: "controls",
  ctrlProp: "controls",
  customProperty: "custom properties",
  oleObject: "embedded objects",
  package: "embedded objects",
  pivotTable: "pivot tables",
  queryTable: "queries",
  slicer: "slicers",
  table: "tables",
  threadedComment: "threads of comments",
  timeline: "timelines",
};
/** The elements of these parts in a sheet. */
const ELEMENTS = /^(?:tableParts|controls|oleObjects|customProperties)$/;
const DRAWINGS = /^(?:drawing|legacyDrawing|comments|vmlDrawing)$/;
/** Parts that several others may share. */
const SHARED = /^(?:image|worksheet|officeDocument|pivotCacheDefinition|theme|hdphoto)$/;

interface Copied {
  readonly parts: Parts;
  readonly part: string;
  /** The id of its relationship with the workbook. */
  readonly id: string;
  /** What the copy is without, in words. */
  readonly left: readonly string[];
}

/** A sheet's text without what the copy cannot have, and without what only one sheet can be. */
function withoutLeft(xml: string, where: string, hasDrawings: boolean): string {
  const left = withoutElements(xml, where, ({ name, depth, text }) => {
    if (depth === 1 && name === "AlternateContent") return /<(?:\w+:)?(?:controls|oleObjects)\b/.test(text());
    return (depth === 1 && (ELEMENTS.test(name) || (!hasDrawings && DRAWINGS.test(name)))) || /^(?:slicerList|timelineRefs)$/.test(name);
  });
  const text = left ?? xml;
  const tags = elementsInText(text, where, (name) => /^(?:\w+:)?(?:worksheet|sheetPr|sheetView)$/.test(name)).map(({ tag }) => tag);
  const single = ({ start, end }: Span): Edit => ({ start, end, text: ["xr:uid", "codeName", "tabSelected"].reduce(withoutAttribute, text.slice(start, end)) });
  return edited(text, tags.map(single));
}

/** A copied sheet of the opened file: its place in the book, its part with what happened to it, and what it is without. */
export interface SheetInFile extends Copied {
  readonly place: number;
  readonly origin: number;
  /** As the copied sheet was called in the file. */
  readonly name: string;
  readonly edits: readonly BookEdit[];
}

/** Adds the parts of copied sheets to a file. */
export function withCopiedSheets(before: Parts, workbook: string, opened: Book, now: EditedBook, edits: readonly BookEdit[]) {
  let parts = before;
  const sheets = new Map(sheetParts(before, workbook).map(({ name, part }) => [name, part]));
  const copies = copiesAfter(
    opened.sheets.map(({ name }) => name),
    edits,
  ).flatMap(({ origin, name, edits: own }): SheetInFile[] => {
    const place = now.book.sheets.findIndex((sheet, i) => sheet.name === name && now.origins[i] === undefined);
    const source = opened.sheets[origin]!.name;
    const part = sheets.get(source);
    if (place < 0 || part === undefined) return [];
    const copied = withCopiedSheet(parts, workbook, part, opened.sheets[origin]!.notes !== undefined);
    parts = copied.parts;
    return [{ ...copied, place, origin, name: source, edits: own }];
  });
  return { parts, copies };
}

/**
 * Copies a sheet's part, and with it drawings, pictures, charts, notes, links and printer settings.
 *
 * @param hasNotes true if the book has the sheet's notes, so that they are written if their part is not copied
 */
function withCopiedSheet(before: Parts, workbook: string, sheet: string, hasNotes: boolean): Copied {
  const parts = new Map(before);
  const related = relationshipsOf(before, sheet);
  const left = new Set(related.flatMap(({ type }) => own(LEFT, type) ?? []));
  const drawings = related.filter(({ type }) => type === "drawing").map(({ target }) => partNamed(before, target));
  const isOfOthers = ["controls", "embedded objects"].some((one) => left.has(one)) || drawings.some((xml) => xml && /slicer/i.test(xmlText(xml)));
  if (isOfOthers && related.some(({ type }) => DRAWINGS.test(type))) left.add(hasNotes ? "pictures and charts" : "pictures, charts and notes");
  const types = partText(before, CONTENT_TYPES);
  const overrides = new Map(
    [...types.matchAll(emptyTags("Override"))].map(([tag]) => [(attributeOf(tag, "PartName") ?? "").toLowerCase(), attributeOf(tag, "ContentType") ?? ""]),
  );
  const added: string[] = [];
  const copies = new Map<string, string>();
  const isDropped = (owner: string, type: string): boolean => owner === sheet && (own(LEFT, type) !== undefined || (isOfOthers && DRAWINGS.test(type)));
  const copy = (source: string): string => {
    const known = copies.get(source);
    const bytes = partNamed(before, source);
    if (known !== undefined || !bytes) return known ?? source;
    const name = freePart(parts, source);
    copies.set(source, name);
    parts.set(name, source === sheet ? xmlPart(withoutLeft(xmlText(bytes), source, !isOfOthers), bytes, name) : bytes);
    const type = overrides.get(`/${source}`.toLowerCase());
    if (type !== undefined) added.push(`Override PartName="/${escapeXml(name)}" ContentType="${type}"`);
    const rels = partNamed(before, relationshipsPart(source));
    if (!rels) return name;
    const targets = new Map(relationshipsOf(before, source).map((one) => [one.id, one]));
    const text = xmlText(rels).replace(emptyTags("Relationship"), (tag) => {
      const one = targets.get(attributeOf(tag, "Id") ?? "");
      if (!one || one.external) return tag;
      if (isDropped(source, one.type)) return "";
      return withAttribute(tag, "Target", `/${escapeXml(SHARED.test(one.type) ? one.target : copy(one.target))}`);
    });
    parts.set(relationshipsPart(name), xmlPart(text, rels, name));
    return name;
  };
  const part = copy(sheet);
  const of = relationshipsPart(workbook);
  const id = freeRelationship(before, workbook);
  const base = relationshipBase(before, workbook);
  const changed = new Map([
    [CONTENT_TYPES, appended(types, CONTENT_TYPES, (p) => added.map((entry) => `<${p}${entry}/>`).join(""))],
    [of, appended(partText(before, of), of, (p) => `<${p}Relationship Id="${id}" Type="${base}/worksheet" Target="/${escapeXml(part)}"/>`)],
  ]);
  return { parts: withContents(parts, changed), part, id, left: [...left].sort() };
}
