import type { Book, BookSheet } from "../../book";
import type { Block } from "../../block";
import { sameValue } from "../../cell";
import { areaText } from "../../cell-address";
import { blockIn } from "../../cell-reference";
import type { BookEdit } from "../../edits/moved-areas";
import { movedBlock, movedCell } from "../../edits/moved-places";
import { withContents, withoutParts, withText } from "../edit-package";
import { partNamed, relatedParts, relationshipId, relationshipsOf, sheetParts } from "../package-parts";
import { elementsInText, localName, xmlText } from "../read-xml";
import type { Parts } from "../unpack";
import { cellText, type Edit, edited, escapeCellText, withAttribute, withoutElements } from "../xml-edits";
import type { EditedBook } from "./edited-book";
import type { MovedParts } from "./moved-book";
import { withElement } from "./place-elements";

/** Tables and pivot tables that are plain cells now, or deleted. */
interface Dissolved {
  /** Ids of tables. */
  readonly tables: ReadonlySet<string>;
  /** Names of pivot tables. */
  readonly pivots: ReadonlySet<string>;
}

interface Cache {
  readonly id: string;
  readonly part: string;
  readonly name: string;
  /** True if it filters nothing else. */
  readonly isGone: boolean;
}

/** The caches of slicers that filter these tables. */
function cachesOf(parts: Parts, workbook: string, { tables, pivots }: Dissolved): Cache[] {
  return relatedParts(parts, workbook, "slicerCache").flatMap(({ id, name: part, bytes }): Cache[] => {
    const elements = elementsInText(xmlText(bytes), part, () => true).map((one) => ({ ...one, name: localName(one.name) }));
    const name = elements.find((one) => one.name === "slicerCacheDefinition")?.attributes["name"] ?? "";
    const filtered = elements.flatMap(({ name: of, attributes: a }) =>
      of === "tableSlicerCache" ? [tables.has(a["tableId"] ?? "")] : of === "pivotTable" ? [pivots.has(a["name"] ?? "")] : [],
    );
    return filtered.includes(true) ? [{ id, part, name, isGone: !filtered.includes(false) }] : [];
  });
}

/** Removes the slicers of tables that are gone, with their shapes: Excel would offer to repair the file. Returns their names, too. */
function withoutSlicers(before: Parts, workbook: string, dissolved: Dissolved): { readonly parts: Parts; readonly names: readonly string[] } {
  if (dissolved.tables.size + dissolved.pivots.size === 0) return { parts: before, names: [] };
  const all = cachesOf(before, workbook, dissolved);
  const caches = all.filter(({ isGone }) => isGone);
  const [ids, of] = [new Set(caches.map(({ id }) => id)), new Set(caches.map(({ name }) => name))];
  const names = new Set<string>();
  const gone = caches.map(({ part }) => part);
  const changed = new Map<string, string>();
  const write = (part: string, isGone: Parameters<typeof withoutElements>[2]): boolean => {
    const bytes = partNamed(before, part);
    const xml = changed.get(part) ?? (bytes && xmlText(bytes));
    const text = xml === undefined ? xml : withoutElements(xml, part, isGone);
    if (text !== undefined && text !== xml) changed.set(part, text);
    return text !== undefined;
  };
  for (const { part, isGone } of all) if (!isGone) write(part, ({ name, attributes: a }) => name === "pivotTable" && dissolved.pivots.has(a["name"] ?? ""));
  write(workbook, ({ name, attributes }) => name === "slicerCache" && ids.has(relationshipId(attributes) ?? ""));
  for (const { part } of sheetParts(before, workbook)) {
    const related = relationshipsOf(before, part);
    for (const { id, target } of related.filter(({ type }) => type === "slicer")) {
      const isLeft = write(target, ({ name, attributes: a }) => {
        const isOfCache = name === "slicer" && of.has(a["cache"] ?? "");
        if (isOfCache) names.add(a["name"] ?? "");
        return isOfCache;
      });
      if (isLeft) continue;
      gone.push(target);
      write(part, ({ name, attributes }) => name === "slicer" && relationshipId(attributes) === id);
    }
    const isShape = (text: string): boolean => [...text.matchAll(/<(?:\w+:)?slicer\s[^<>]*?\bname="([^"]*)"/g)].some(([, name]) => names.has(name!));
    for (const { target } of related.filter(({ type }) => type === "drawing")) write(target, ({ name, text }) => /Anchor$/.test(name) && isShape(text()));
  }
  return { parts: withoutParts(withContents(before, changed), gone), names: [...names] };
}

/** What a file has on a sheet that cannot follow every edit. */
interface OnSheet {
  readonly id: string;
  readonly part: string;
  /** The id of a table. */
  readonly number: string;
  readonly kind: "table" | "pivotTable";
  readonly name: string;
  readonly block: Block;
  readonly hasHead: boolean;
}

function onSheet(parts: Parts, sheet: string): OnSheet[] {
  return relationshipsOf(parts, sheet).flatMap(({ id, type, target }): OnSheet[] => {
    const bytes = type === "table" || type === "pivotTable" ? partNamed(parts, target) : undefined;
    if (!bytes) return [];
    const elements = elementsInText(xmlText(bytes), target, (name) => /^(?:table|pivotTableDefinition|location)$/.test(name));
    const root = elements.filter(({ name }) => name !== "location").at(-1)?.attributes ?? {};
    const ref = elements.find(({ name, attributes: a }) => name !== "pivotTableDefinition" && a["ref"] !== undefined)?.attributes["ref"];
    const block = blockIn(ref ?? "");
    const name = root["displayName"] ?? root["name"] ?? "";
    return block
      ? [{ id, part: target, number: root["id"] ?? "", kind: type as OnSheet["kind"], name, block, hasHead: Number(root["headerRowCount"] ?? 1) > 0 }]
      : [];
  });
}

const valueAt = ({ cells }: BookSheet, row: number, column: number) => cells.find((cell) => cell.row === row && cell.column === column)?.value ?? null;

/** Why a table or pivot table cannot stay; its headings if they changed; undefined if it can stay as it is. */
function whyNot(
  { kind, block, hasHead }: OnSheet,
  was: BookSheet,
  now: BookSheet,
  edits: readonly BookEdit[],
): string | { readonly headings: readonly string[] } | undefined {
  const moved = movedBlock(block, was.name, edits);
  if (!moved) return "its cells were deleted, moved to another sheet, or pasted over";
  if (kind === "pivotTable") return moved.rows === block.rows && moved.columns === block.columns ? undefined : "rows or columns in it were inserted or deleted";
  if (moved.columns !== block.columns) return "columns in it were inserted or deleted";
  if (moved.rows < Math.min(2, block.rows)) return "its rows were deleted";
  if (!hasHead) return undefined;
  if (movedCell(block, was.name, edits)?.row !== moved.row) return "its row of headings was moved or deleted";
  let changed = false;
  for (let c = 0; c < block.columns; c++) if (!sameValue(valueAt(was, block.row, block.column + c), valueAt(now, moved.row, moved.column + c))) changed = true;
  if (!changed) return undefined;
  const names = Array.from({ length: block.columns }, (_, c) => valueAt(now, moved.row, moved.column + c));
  const isValid = names.every((name) => typeof name === "string" && name.trim() !== "" && name.length <= 255);
  if (!isValid || new Set(names.map((name) => String(name).toLowerCase())).size < names.length) return "its headings are not different texts";
  return { headings: names.map(String) };
}

interface LeftBehind {
  readonly parts: Parts;
  /** A sentence for each. */
  readonly lost: readonly string[];
  /** The names of tables that are plain cells now, in lower case. */
  readonly tables: ReadonlySet<string>;
}

/**
 * Removes from a file what no longer fits to its cells, because the user changed what it is about: Excel would offer to repair the file. The cells stay.
 *
 * @param before the parts before they were moved, as the opened book has them
 */
export function withoutBroken(
  before: Parts,
  { parts: moved, left }: MovedParts,
  workbook: string,
  opened: Book,
  now: EditedBook,
  edits: readonly BookEdit[],
): LeftBehind {
  let parts = moved;
  const lost: string[] = [];
  const tables = new Set<string>();
  for (const sheet of sheetParts(before, workbook)) {
    const index = opened.sheets.findIndex(({ name }) => sheet.hasCells && name === sheet.name);
    const place = now.origins.indexOf(index);
    if (index < 0 || place < 0) continue;
    const [was, is] = [opened.sheets[index]!, now.book.sheets[place]!];
    const stays = [...(left.get(sheet.name) ?? [])].sort();
    if (stays.length > 0) lost.push(`On ${is.name}, ${stays.join(", ")} of cells that you moved to other places do not go with the cells.`);
    for (const one of onSheet(before, sheet.part)) {
      const why = whyNot(one, was, is, edits);
      if (why === undefined) continue;
      if (typeof why === "object") {
        parts = withHeadings(parts, one.part, why.headings);
        continue;
      }
      parts = withoutParts(parts, [one.part]);
      if (one.kind === "table") {
        tables.add(one.name.toLowerCase());
        parts = withoutTable(parts, sheet.part, one.id);
      }
      const what = one.kind === "table" ? "table" : "pivot table";
      lost.push(`The ${what} ${one.name} (${areaText({ sheet: was.name, ...one.block })}) is saved as plain cells, because ${why}.`);
    }
  }
  const gone = sheetParts(before, workbook).flatMap(({ part }) => onSheet(before, part).filter((one) => !partNamed(parts, one.part)));
  const slicers = withoutSlicers(parts, workbook, {
    tables: new Set(gone.flatMap(({ kind, number }) => (kind === "table" ? [number] : []))),
    pivots: new Set(gone.flatMap(({ kind, name }) => (kind === "pivotTable" ? [name] : []))),
  });
  if (slicers.names.length > 0) lost.push(`Slicers of tables that are plain cells now, or deleted, are removed: ${slicers.names.join(", ")}.`);
  return { parts: slicers.parts, lost, tables };
}

/** A table with other names of its columns. Formulas of columns that name one of the former names are left out: Excel does not fill new rows with them. */
const withHeadings = (parts: Parts, part: string, headings: readonly string[]): Parts =>
  withText(parts, part, (xml) => {
    const edits: Edit[] = [];
    const gone: string[] = [];
    const elements = elementsInText(xml, part, (name) => /^(?:tableColumn|calculatedColumnFormula|totalsRowFormula)$/.test(name));
    for (const [i, { tag, attributes: a }] of elements.filter(({ name }) => name === "tableColumn").entries()) {
      const [heading, before] = [headings[i], cellText(a["name"] ?? "")];
      if (heading === undefined || before === heading) continue;
      gone.push(before.toLowerCase());
      edits.push({ ...tag, text: withAttribute(xml.slice(tag.start, tag.end), "name", escapeCellText(heading).replaceAll("\n", "_x000a_")) });
    }
    for (const { name, start, end, text } of elements)
      if (name !== "tableColumn" && gone.some((one) => text.toLowerCase().includes(`[${one}]`))) edits.push({ start, end, text: "" });
    return edited(xml, edits);
  });

/** A sheet without its entry of a table. */
function withoutTable(parts: Parts, sheet: string, id: string): Parts {
  const written = (p: string, before: string): string => {
    const left = [...before.matchAll(new RegExp(`<${p}tablePart(?=[\\s/>])[^<>]*?/?>(?:\\s*</${p}tablePart>)?`, "g"))]
      .map(([tag]) => tag)
      .filter((tag) => !new RegExp(`:id\\s*=\\s*["']${id}["']`).test(tag));
    return left.length === 0 ? "" : `<${p}tableParts count="${left.length}">${left.join("")}</${p}tableParts>`;
  };
  return withText(parts, sheet, (xml) => withElement(xml, sheet, "tableParts", written));
}
