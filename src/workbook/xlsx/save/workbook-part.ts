import type { Book, DefinedName } from "../../book";
import { blockText } from "../../cell-address";
import { tokensOf } from "../../formula-tokens";
import { editedFormula } from "../../edited-formula";
import { filterAfter, filterNames, isFilterName } from "../../sheet-filter";
import type { BookEdit } from "../../moved-areas";
import { sheetAfter } from "../../moved-places";
import { sameFormula } from "../../same-formula";
import { relationshipBase } from "../edit-package";
import { partNamed, relationshipId, relationshipsOf } from "../package-parts";
import { readXml, xmlText, type Attributes } from "../read-xml";
import { AFTER_CALCULATION } from "../recalc-on-open";
import type { Parts } from "../unpack";
import { edited, prefixOf, withAttribute, withoutAttribute, escapeXml, type Edit, type Span } from "../xml-edits";
import { nameXml } from "../write-book";
import type { EditedBook } from "./edited-book";

/** A sheet of the file in the workbook's part. */
interface SheetEntry {
  readonly tag: Span;
  readonly attributes: Attributes;
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
  const xml = xmlText(partNamed(parts, workbook)!);
  const related = new Map(relationshipsOf(before, workbook).map((one) => [one.id, one]));
  const entries: SheetEntry[] = [];
  const names: { readonly attributes: Attributes; readonly tag: Span; text: string; close: number; end: number }[] = [];
  let [sheets, root]: [{ start: number; end: number } | undefined, Span] = [undefined, { start: 0, end: xml.length }];
  let list: (Span & { readonly isEmpty: boolean; close: number }) | undefined;
  let view: (Span & { readonly attributes: Attributes }) | undefined;
  let place: number | undefined;
  let depth = 0;
  let count = 0;
  readXml(xml, workbook, {
    open: (element, a, start, end) => {
      if (++depth === 1) root = { start, end };
      if (element === "sheets") sheets = { start: end, end };
      else if (element === "sheet") {
        const found = related.get(relationshipId(a) ?? "");
        const hasCells = found?.type === "worksheet" && partNamed(before, found.target) !== undefined;
        entries.push({ tag: { start, end }, attributes: a, index: hasCells ? count++ : undefined });
      } else if (element === "definedNames") list = { start, end, isEmpty: xml[end - 2] === "/", close: end };
      else if (element === "definedName") names.push({ attributes: a, tag: { start, end }, text: "", close: end, end });
      else if (element === "workbookView") view ??= { start, end, attributes: a };
      else if (depth === 2 && AFTER_NAMES.includes(element)) place ??= start;
    },
    text: (text) => {
      if (depth === 3 && names.length > 0 && names.at(-1)!.close === names.at(-1)!.tag.end) names.at(-1)!.text += text;
    },
    close: (element, start, end) => {
      if (element === "sheets" && sheets) sheets.end = start;
      else if (element === "definedName") Object.assign(names.at(-1)!, { close: start, end });
      else if (element === "definedNames" && list) list.close = start;
      if (--depth === 0) place ??= start;
    },
  });
  const p = prefixOf(xml.slice(root.start, root.end));
  const order = orderOf(entries, now);
  const edits = [
    ...sheetEdits(xml, sheets!, entries, order, opened, now, added, { p, base: relationshipBase(parts, workbook) }),
    ...viewEdits(xml, view, entries, order, opened, now),
  ];

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
  for (const { attributes: a, tag, text, close, end } of names) {
    const local = a["localSheetId"] === undefined ? undefined : Number(a["localSheetId"]);
    const entry = local === undefined ? undefined : entries[local];
    const home = entry && (entry.index === undefined ? entry.attributes["name"] : opened.sheets[entry.index]?.name);
    const known = oldNames.get(keyOf({ name: a["name"] ?? "", ...(home === undefined ? {} : { sheet: home }) }));
    const place = entry?.index === undefined || !isFilterName(a["name"] ?? "") ? -1 : now.origins.indexOf(entry.index);
    const filter = filters.find(({ sheet }) => sheet === now.book.sheets[place]?.name);
    const is = filter ?? (known && wanted.get(keyOf(moved(known))));
    if ((local !== undefined && nowAt(local) < 0) || (known && !is)) {
      edits.push({ start: tag.start, end, text: "" });
      continue;
    }
    if (is) written.add(keyOf(is));
    let open = xml.slice(tag.start, tag.end);
    if (local !== undefined && nowAt(local) !== local) open = withAttribute(open, "localSheetId", String(nowAt(local)));
    if (open !== xml.slice(tag.start, tag.end)) edits.push({ ...tag, text: open });
    if (is && (!known || namesTable(text, tables) || !sameFormula(is.formula, moved(known).formula))) {
      const next = nameXml(is, 0, ownService).replace(/^<[^>]*>|<[^>]*>$/g, "");
      if (next !== "") edits.push({ start: tag.end, end: close, text: next });
    } else {
      const next = movedName(text, home);
      if (next !== text) edits.push({ start: tag.end, end: close, text: escapeXml(next) });
    }
  }
  const more = [...now.book.names, ...filters].filter((name) => !written.has(keyOf(name))).map((name) => nameXml(name, sheetNamed(name.sheet), ownService, p));
  if (more.join("") !== "")
    if (list && !list.isEmpty) edits.push({ start: list.close, end: list.close, text: more.join("") });
    else {
      const text = `<${p}definedNames>${more.join("")}</${p}definedNames>`;
      edits.push(list ? { start: list.start, end: list.end, text } : { start: place!, end: place!, text });
    }
  const result = edits.length > 0 ? edited(xml, edits) : xml;
  // A list without names is not valid.
  return result === xml ? xml : result.replace(new RegExp(`<${p}definedNames[^<>]*>\\s*</${p}definedNames>`), "");
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

interface Namespaces {
  readonly p: string;
  readonly base: string;
}

/** Edits of the list of sheets: names, visibility, order, new and deleted ones. */
function sheetEdits(
  xml: string,
  list: Span,
  entries: readonly SheetEntry[],
  order: readonly (SheetEntry | number)[],
  opened: Book,
  now: EditedBook,
  added: ReadonlyMap<number, string>,
  { p, base }: Namespaces,
): Edit[] {
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
  if (!isSameOrder)
    return [
      {
        start: list.start,
        end: list.end,
        text: order
          .map(tagOf)
          .map((tag) => (tag.endsWith("/>") ? tag : `${tag}</${p}sheet>`))
          .join(""),
      },
    ];
  return entries.flatMap((entry) => {
    const tag = tagOf(entry);
    return tag === xml.slice(entry.tag.start, entry.tag.end) ? [] : [{ ...entry.tag, text: tag }];
  });
}

/** Edits of which sheet is in front. */
function viewEdits(
  xml: string,
  view: (Span & { readonly attributes: Attributes }) | undefined,
  entries: readonly SheetEntry[],
  order: readonly (SheetEntry | number)[],
  opened: Book,
  now: EditedBook,
): Edit[] {
  const front = now.origins[now.book.active];
  const old = Number(view?.attributes["activeTab"] ?? 0);
  // Some files name a sheet in front that they do not have.
  const index =
    front === opened.active
      ? order.indexOf(entries[old] as SheetEntry)
      : order.findIndex((one) => (typeof one === "number" ? one === now.book.active : one.index !== undefined && one.index === front));
  if (index < 0 || index === old || !view) return [];
  let tag = withAttribute(xml.slice(view.start, view.end), "activeTab", String(index));
  if (Number(view.attributes["firstSheet"] ?? 0) > index || Number(view.attributes["firstSheet"] ?? 0) >= order.length)
    tag = withoutAttribute(tag, "firstSheet");
  return [{ start: view.start, end: view.end, text: tag }];
}
