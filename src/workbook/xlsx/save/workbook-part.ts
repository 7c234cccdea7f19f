import type { Book, DefinedName } from "../../book";
import { blockText } from "../../cell-address";
import { tokensOf } from "../../formulas/formula-tokens";
import { editedFormula } from "../../formulas/edited-formula";
import { toStoredFormula, unstorable } from "../../formulas/stored-formula";
import { filterAfter, filterNames, isFilterName } from "../../sheet-filter";
import type { BookEdit } from "../../edits/moved-areas";
import { sheetAfter } from "../../edits/moved-places";
import { sameFormula } from "../../formulas/shift-formula";
import { relationshipBase } from "../edit-package";
import { partNamed, relationshipId, relationshipsOf, partText } from "../package-parts";
import { elementsInText, type ElementInText } from "../read-xml";
import { AFTER_CALCULATION } from "../calc-chain";
import type { Parts } from "../unpack";
import { edited, prefixOf, withAttribute, withoutAttribute, escapeXml, isEmptyTag, type Edit } from "../xml-edits";
import type { EditedBook } from "./edited-book";

/** A sheet of the file in the workbook's part. */
interface SheetEntry extends ElementInText {
  /** Its index among the sheets of cells; undefined for other sheets. */
  readonly index: number | undefined;
}

/** What may follow the names in a workbook. */
const AFTER_NAMES: readonly string[] = ["calcPr", ...AFTER_CALCULATION];

/** The order of the sheets: those that the book does not have, such as chart sheets, stay after the sheet that they follow. */
function orderOf(entries: readonly SheetEntry[], { origins }: EditedBook): readonly (SheetEntry | number)[] {
  const groups = new Map<number, SheetEntry[]>();
  const first: SheetEntry[] = [];
  let last: number | undefined;
  for (const entry of entries) {
    if (entry.index === undefined) (last === undefined ? first : (groups.get(last) ?? first)).push(entry);
    else if (origins.includes(entry.index)) groups.set((last = entry.index), []);
  }
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  return [
    ...first,
    ...origins.flatMap((origin, i): (SheetEntry | number)[] => (origin === undefined ? [i] : [byIndex.get(origin)!, ...(groups.get(origin) ?? [])])),
  ];
}

const keyOf = ({ name, sheet }: Pick<DefinedName, "name" | "sheet">): string => `${name.toLowerCase()}|${sheet?.toLowerCase() ?? ""}`;

/** The workbook's part as it was, and as the user left the book. */
interface Change {
  readonly xml: string;
  readonly elements: readonly ElementInText[];
  readonly entries: readonly SheetEntry[];
  readonly order: readonly (SheetEntry | number)[];
  readonly opened: Book;
  readonly now: EditedBook;
  /** The edits since the file was opened. */
  readonly since: readonly BookEdit[];
  /** The namespace prefix of the part's elements. */
  readonly p: string;
}

/**
 * Writes into the workbook's part what changed in the list of sheets and in the names.
 *
 * @param before the parts of the opened file, with its deleted sheets
 * @param added relationships of the new sheets, by their index in the book
 * @param since the edits since the file was opened
 * @param tables those that are plain cells now, in lower case
 */
export function workbookXml(
  before: Parts,
  parts: Parts,
  workbook: string,
  opened: Book,
  now: EditedBook,
  added: ReadonlyMap<number, string>,
  since: readonly BookEdit[],
  tables: ReadonlySet<string>,
): string {
  const xml = partText(parts, workbook);
  const related = new Map(relationshipsOf(before, workbook).map((one) => [one.id, one]));
  const elements = elementsInText(xml, workbook, (name, depth) => depth <= 2 || /^(?:sheet|definedName|workbookView)$/.test(name));
  let count = 0;
  const entries = elements
    .filter(({ name }) => name === "sheet")
    .map((element): SheetEntry => {
      const found = related.get(relationshipId(element.attributes) ?? "");
      const hasCells = found?.type === "worksheet" && partNamed(before, found.target) !== undefined;
      return { ...element, index: hasCells ? count++ : undefined };
    });
  const p = prefixOf(xml.slice(elements[0]!.start));
  const change: Change = { xml, elements, entries, order: orderOf(entries, now), opened, now, since, p };
  const edits = [...sheetEdits(change, added, relationshipBase(parts, workbook)), ...viewEdits(change), ...nameEdits(change, tables)];
  const result = edits.length > 0 ? edited(xml, edits) : xml;
  // A list without names is not valid.
  return result === xml ? xml : result.replace(new RegExp(`<${p}definedNames[^<>]*>\\s*</${p}definedNames>`), "");
}

/** Edits of the list of names: their formulas, the sheets that they are limited to, new and deleted ones. */
function nameEdits({ xml, elements, entries, order, opened, now, since, p }: Change, tables: ReadonlySet<string>): Edit[] {
  const edits: Edit[] = [];
  /** The index of a sheet in the list of the file as it is now; -1 for a deleted one. */
  const nowAt = (old: number): number => order.indexOf(entries[old] as SheetEntry);
  const sheetNamed = (name: string | undefined): number => {
    const i = now.book.sheets.findIndex((one) => one.name === name);
    return i < 0 ? -1 : order.findIndex((one) => (typeof one === "number" ? one === i : one.index !== undefined && one.index === now.origins[i]));
  };
  const ownService = now.book.names.some(({ name }) => name.toUpperCase() === "SERVICE");
  const oldNames = new Map(opened.names.map((name) => [keyOf(name), name]));
  const movedName = (formula: string, home = ""): string => editedFormula(formula, since, { home, isName: true });
  const moved = (name: DefinedName): DefinedName => {
    const sheet = name.sheet === undefined ? undefined : (sheetAfter(name.sheet, since) ?? name.sheet);
    return { ...name, formula: movedName(name.formula, name.sheet), ...(sheet === undefined ? {} : { sheet }) };
  };
  const filters = changedFilters(opened, now, since);
  const wanted = new Map(now.book.names.map((name) => [keyOf(name), name]));
  const written = new Set<string>();
  for (const { attributes: a, tag, text, close, start, end } of elements.filter(({ name }) => name === "definedName")) {
    const local = a["localSheetId"] === undefined ? undefined : Number(a["localSheetId"]);
    const entry = local === undefined ? undefined : entries[local];
    const home = entry && (entry.index === undefined ? entry.attributes["name"] : opened.sheets[entry.index]?.name);
    const known = oldNames.get(keyOf({ name: a["name"] ?? "", ...(home === undefined ? {} : { sheet: home }) }));
    const place = entry?.index === undefined || !isFilterName(a["name"] ?? "") ? -1 : now.origins.indexOf(entry.index);
    const filter = filters.find(({ sheet }) => sheet === now.book.sheets[place]?.name);
    const is = filter ?? (known && wanted.get(keyOf(moved(known))));
    if ((local !== undefined && nowAt(local) < 0) || (known && !is)) {
      edits.push({ start, end, text: "" });
      continue;
    }
    if (is) written.add(keyOf(is));
    if (local !== undefined && nowAt(local) !== local)
      edits.push({ ...tag, text: withAttribute(xml.slice(tag.start, tag.end), "localSheetId", String(nowAt(local))) });
    const isRewritten = is && (!known || namesTable(text, tables) || !sameFormula(is.formula, moved(known).formula));
    const next = isRewritten ? nameXml(is, 0, ownService).replace(/^<[^>]*>|<[^>]*>$/g, "") : escapeXml(movedName(text, home));
    if (isRewritten ? next !== "" : next !== escapeXml(text)) edits.push({ start: tag.end, end: close, text: next });
  }
  const more = [...now.book.names, ...filters]
    .filter((name) => !written.has(keyOf(name)))
    .map((name) => nameXml(name, sheetNamed(name.sheet), ownService, p))
    .join("");
  if (more === "") return edits;
  const list = elements.find(({ name }) => name === "definedNames");
  if (list && !isEmptyTag(xml, list.tag)) return [...edits, { start: list.close, end: list.close, text: more }];
  const at = elements.find(({ name, depth }) => depth === 2 && AFTER_NAMES.includes(name))?.start ?? elements[0]!.close;
  return [...edits, { start: list?.start ?? at, end: list?.end ?? at, text: `<${p}definedNames>${more}</${p}definedNames>` }];
}

/** A defined name in a file; nothing if no file can hold it. `local` is the index of its sheet. */
function nameXml({ name, formula, sheet, hidden }: DefinedName, local: number, ownService: boolean, p = ""): string {
  if (unstorable(formula) !== undefined || (sheet !== undefined && local < 0)) return "";
  const place = sheet === undefined ? "" : ` localSheetId="${local}"`;
  return `<${p}definedName name="${escapeXml(name)}"${place}${hidden ? ` hidden="1"` : ""}>${escapeXml(toStoredFormula(formula, { ownService }))}</${p}definedName>`;
}

/** The names of the filters that are new or have other cells. */
const changedFilters = (opened: Book, { book, origins }: EditedBook, since: readonly BookEdit[]): readonly DefinedName[] =>
  book.sheets.flatMap((sheet, i) => {
    const was = opened.sheets[origins[i] ?? -1];
    const before = was?.filter && filterAfter(was.filter, was.name, since);
    return before && sheet.filter && blockText(before.block) === blockText(sheet.filter.block) ? [] : filterNames(sheet);
  });

/** True if a stored formula names one of these tables. */
function namesTable(formula: string, tables: ReadonlySet<string>): boolean {
  if (tables.size === 0 || !formula.includes("[")) return false;
  const tokens = tokensOf(formula);
  return tokens.some(({ text }, i) => tokens[i + 1]?.kind === "bracket" && tables.has(text.toLowerCase()));
}

/** Edits of the list of sheets: names, visibility, order, new and deleted ones. */
function sheetEdits({ xml, elements, entries, order, opened, now, p }: Change, added: ReadonlyMap<number, string>, base: string): Edit[] {
  let id = entries.reduce((most, { attributes }) => Math.max(most, Number(attributes["sheetId"]) || 0), 0);
  const withState = (tag: string, visibility: string | undefined): string =>
    visibility === undefined ? withoutAttribute(tag, "state") : withAttribute(tag, "state", visibility);
  const tagOf = (one: SheetEntry | number): string => {
    if (typeof one === "number") {
      const { name, visibility } = now.book.sheets[one]!;
      return withState(`<${p}sheet name="${escapeXml(name)}" sheetId="${++id}" xmlns:r="${base}" r:id="${added.get(one) ?? ""}"/>`, visibility);
    }
    let tag = xml.slice(one.tag.start, one.tag.end);
    const [was, is] = one.index === undefined ? [] : [opened.sheets[one.index], now.book.sheets[now.origins.indexOf(one.index)]];
    if (was && is && was.name !== is.name) tag = withAttribute(tag, "name", escapeXml(is.name));
    if (was && is && was.visibility !== is.visibility) tag = withState(tag, is.visibility);
    return tag;
  };
  const isSameOrder = order.length === entries.length && order.every((one, i) => one === entries[i]);
  if (isSameOrder) return entries.map((entry) => ({ ...entry.tag, text: tagOf(entry) })).filter(({ start, end, text }) => text !== xml.slice(start, end));
  const list = elements.find(({ name }) => name === "sheets")!;
  const tags = order.map(tagOf).map((tag) => (tag.endsWith("/>") ? tag : `${tag}</${p}sheet>`));
  return [{ start: list.tag.end, end: list.close, text: tags.join("") }];
}

/** Edits of which sheet is in front. */
function viewEdits({ xml, elements, entries, order, opened, now }: Change): Edit[] {
  const view = elements.find(({ name }) => name === "workbookView");
  const front = now.origins[now.book.active];
  const old = Number(view?.attributes["activeTab"] ?? 0);
  // Some files name a sheet in front that they do not have.
  const index =
    front === opened.active
      ? order.indexOf(entries[old] as SheetEntry)
      : order.findIndex((one) => (typeof one === "number" ? one === now.book.active : one.index !== undefined && one.index === front));
  if (index < 0 || index === old || !view) return [];
  const first = Number(view.attributes["firstSheet"] ?? 0);
  const tag = withAttribute(xml.slice(view.tag.start, view.tag.end), "activeTab", String(index));
  return [{ ...view.tag, text: first > index || first >= order.length ? withoutAttribute(tag, "firstSheet") : tag }];
}
