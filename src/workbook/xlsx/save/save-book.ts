import { createAreaIndex } from "../../area-index";
import { referencesOf, type Area } from "../../areas";
import type { DefinedName, Book, BookSheet } from "../../book";
import { filled } from "../../filled";
import { calledInSheets } from "../../formulas/called-in-sheets";
import { toSeenFormula } from "../../formulas/stored-formula";
import { formulaCells } from "../formula-cells";
import { cellText, withAttribute, withoutAttribute } from "../xml-edits";
import { sameJson } from "../../../contract/json";
import { refOf } from "../../cell-address";
import type { BookEdit } from "../../edits/moved-areas";
import { sheetAfter } from "../../edits/moved-places";
import { sameFormula } from "../../formulas/shift-formula";
import { recalculated, withoutChainCells } from "../calc-chain";
import { withoutSignatures } from "../file-facts";
import { createChangedStyles } from "../changed-styles";
import { withDynamicMark } from "../dynamic-array-mark";
import { mainNamespace, withContents, withPart, withText } from "../edit-package";
import { lookNumber } from "../formats/format-looks";
import { workbookPart, sheetParts, partText } from "../package-parts";
import { patchSheet } from "../patch-sheet";
import { repacked, unpack, type Parts } from "../unpack";
import { tablesOf } from "../read/read-cells";
import { resolveTables, type Table } from "../structured-references";
import { stylesOf, withStyles, type StylesPart } from "../styles-part";
import { cellChanges, type CellContext } from "./cell-changes";
import { withCopiedSheets, type SheetInFile } from "./copied-sheets";
import { asInFile, type EditedBook, notesInFile, type OpenedFile, type SavedFile, type SaveOptions, withFormatsInText } from "./edited-book";
import { editsSince, movedParts, movedSheet } from "./moved-book";
import { withoutBroken } from "./left-behind";
import { withSettings } from "../settings";
import { withCharts } from "./sheet-charts";
import { type ElementNeeds, withElements } from "./sheet-elements";
import { withElement } from "./place-elements";
import { withNotes } from "./sheet-notes";
import { workbookXml } from "./workbook-part";

/** A sheet of a file as it is saved. */
interface SavedSheet {
  readonly name: string;
  readonly part: string;
  readonly xml: string;
}

const DATA_TABLE = /<(?:\w+:)?f\s[^>]*\bt="dataTable"/;
/** A reference to another workbook: `[1]Sheet1!A1`. */
const ELSEWHERE = /\[\d+\]/;

/**
 * True if a formula that the grid does not calculate may read a changed cell, so that its value is old: one of a data table, or one that refers to another
 * workbook.
 *
 * @param changed cells whose values differ
 */
function readsChanged(sheets: readonly SavedSheet[], changed: readonly Area[], names: readonly DefinedName[]): boolean {
  if (changed.length === 0) return false;
  // The file does not say what the formulas of a data table read.
  if (sheets.some(({ xml }) => DATA_TABLE.test(xml))) return true;
  const index = createAreaIndex<Area>();
  for (const area of changed) index.add(area, area);
  return sheets.some(({ name, part, xml }) => {
    if (!ELSEWHERE.test(xml)) return false;
    return formulaCells(xml, part).some(({ formula, formulaAttributes }) => {
      if (!ELSEWHERE.test(formula)) return false;
      // The other cells of a shared formula read other cells.
      if (formulaAttributes["t"] === "shared") return true;
      const { areas, overSheets } = referencesOf(toSeenFormula(cellText(formula)), name, names);
      let found = overSheets;
      const search = index.search();
      for (const area of areas) search(area, () => (found = true));
      return found;
    });
  });
}

/** What changed sheets need of their file, which is opened and extended as they need it. */
function contextOf(start: Parts, workbook: string, opened: Book, now: EditedBook, { trusts }: SaveOptions) {
  let parts = start;
  let styles: { readonly part: string; readonly styles: StylesPart; readonly changed: CellContext["style"] } | undefined;
  let mark: number | undefined;
  const openStyles = () => {
    if (styles) return styles;
    const found = stylesOf(parts, workbook);
    parts = found.parts;
    return (styles = { ...found, changed: createChangedStyles(found.styles) });
  };
  const cells: Omit<CellContext, "isArray" | "isInSheetsForm" | "isRewritten"> = {
    ownService: now.book.names.some(({ name }) => name.toUpperCase() === "SERVICE"),
    style: (style, a, b) => openStyles().changed(style, a, b),
    mark: () => {
      if (mark !== undefined) return mark;
      const marked = withDynamicMark(parts, workbook);
      parts = marked.parts;
      return (mark = marked.mark);
    },
    trusts,
  };
  const formats: ElementNeeds = {
    options: { ownService: cells.ownService },
    lookNumber: (look) => lookNumber(openStyles().styles, look),
  };
  return {
    cells,
    formats,
    parts: (): Parts => (styles ? withStyles(parts, styles.part, styles.styles) : parts),
    /** Adds a sheet that the file does not have, with the widths of its columns alone. Returns the id of its relationship with the workbook, too. */
    addSheet: (sheet: BookSheet) => {
      const xml = emptySheetXml(mainNamespace(parts, workbook), sheet);
      const added = withPart(parts, workbook, "worksheet", xml);
      parts = added.parts;
      return { part: added.part, id: added.id, xml };
    },
  };
}

/** How the formulas of a sheet are stored. Its text is read at the first question. */
function storedForms(xml: string, where: string): Pick<CellContext, "isArray" | "isInSheetsForm"> {
  let forms: ReadonlyMap<string, "array" | "in sheets" | "other"> | undefined;
  let isFromSheets = false;
  const formOf = (row: number, column: number) => {
    forms ??= new Map(
      formulaCells(xml, where).map(({ reference, formula, formulaAttributes }) => {
        const isInSheets = calledInSheets(cellText(formula)) !== undefined;
        isFromSheets ||= isInSheets;
        return [reference, isInSheets ? "in sheets" : formulaAttributes["t"] === "array" ? "array" : "other"];
      }),
    );
    return forms.get(refOf({ row, column }));
  };
  return {
    isArray: (row, column) => /^(?:array|in sheets)$/.test(formOf(row, column) ?? ""),
    isInSheetsForm: (row, column) => {
      const form = formOf(row, column);
      return form === "in sheets" || (isFromSheets && form === undefined);
    },
  };
}

/** The references of the cells whose stored formulas name tables, and no longer mean the cells that the user sees in them. */
function otherwiseStored(xml: string, where: string, before: BookSheet, tables: readonly Table[], name: string): ReadonlySet<string> {
  const seen = new Map(before.cells.map((cell) => [refOf(cell), cell]));
  return new Set(
    formulaCells(xml, where).flatMap(({ reference, formula }) => {
      const cell = formula.includes("[") ? seen.get(reference) : undefined;
      if (cell?.formula === undefined) return [];
      return sameFormula(toSeenFormula(resolveTables(cellText(formula), tables, name, cell)), cell.formula) ? [] : [reference];
    }),
  );
}

/** The part of a sheet without cells. */
function emptySheetXml(namespace: string, { columns = [] }: BookSheet): string {
  const cols = columns.map(
    ({ from, to, width, hidden }) =>
      `<col min="${from + 1}" max="${to + 1}"${width === undefined ? "" : ` width="${width}" customWidth="1"`}${hidden ? ` hidden="1"` : ""}/>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"/></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="15"/>${cols.length > 0 ? `<cols>${cols.join("")}</cols>` : ""}<sheetData/>` +
    `<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`
  );
}

/** Writes into the sheets of the file what differs from the book as it was opened, and adds the new ones. */
function withSheets(
  moved: Parts,
  workbook: string,
  opened: Book,
  now: EditedBook,
  edits: readonly BookEdit[],
  copies: readonly SheetInFile[],
  isMoved: boolean,
  options: SaveOptions,
) {
  const sheets = sheetParts(moved, workbook).filter(({ hasCells }) => hasCells);
  const fileOf = new Map(sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
  const context = contextOf(moved, workbook, opened, now, options);
  const tables = tablesOf(
    moved,
    sheets.map((sheet) => ({ ...sheet, name: sheetAfter(sheet.name, edits) ?? sheet.name })),
  );
  const unchained = new Map<string, ReadonlySet<string>>();
  const changed = new Map<string, string>();
  const added = new Map<number, string>();
  /** The sheets that are kept or added, with what they had and have in other parts. */
  const saved: { readonly part: string; readonly had: Pick<BookSheet, "charts" | "notes">; readonly is: BookSheet }[] = [];
  const written: SavedSheet[] = [];
  const areas: Area[] = [];
  let isUncertain = false;
  for (const [i, given] of now.book.sheets.entries()) {
    const copy = copies.find(({ place }) => place === i);
    const was = opened.sheets[now.origins[i] ?? copy?.origin ?? -1];
    const file = was && (copy ?? fileOf.get(was.name.toLowerCase()));
    const since = copy?.edits ?? edits;
    const { part, xml, id } = file ? { part: file.part, xml: partText(moved, file.part), id: copy?.id } : context.addSheet(given);
    if (id !== undefined) added.set(i, id);
    let before: BookSheet = file ? movedSheet(was, since) : { name: given.name, cells: [], ...filled({ columns: given.columns }) };
    if (was?.formats && file && since.length > 0) before = withFormatsInText(moved, workbook, tables, { part, xml, name: given.name }, before, was.formats);
    const notes = notesInFile(moved, part, before);
    const sheet = copy ? asInFile(given, { ...before, notes }) : given;
    const rewritten = isMoved && xml.includes("[") ? otherwiseStored(xml, part, before, tables, sheet.name) : undefined;
    const changes = cellChanges(before, sheet, {
      ...context.cells,
      ...storedForms(xml, part),
      isRewritten: (row, column) => rewritten?.has(refOf({ row, column })) ?? false,
    });
    isUncertain ||= changes.isUncertain;
    if (file && changes.unchained.size > 0) unchained.set(file.id, changes.unchained);
    const framed = withElements(xml, part, before, sheet, context.formats);
    const filledIn = changes.values.length > 0 ? patchSheet(framed, part, changes.values) : framed;
    const changedXml = withFront(filledIn, part, opened, now, now.origins[i] === opened.active, i === now.book.active);
    if (changedXml !== xml) changed.set(part, changedXml);
    saved.push({ part, had: { ...filled({ charts: file && was.charts }), notes }, is: sheet });
    // No formula of the file reads a new sheet.
    if (!file) continue;
    written.push({ name: sheet.name, part, xml: changedXml });
    for (const { row, column, value } of changes.values) if (value !== undefined) areas.push({ sheet: sheet.name, row, column, rows: 1, columns: 1 });
  }
  isUncertain ||= readsChanged(written, areas, now.book.names);
  let parts = context.parts();
  if (changed.size > 0) parts = withContents(parts, changed);
  for (const { part, had, is } of saved) {
    const differs = (field: "charts" | "notes"): boolean => !sameJson(had[field] ?? [], is[field] ?? []);
    if (differs("charts")) parts = withCharts(parts, workbook, { part, name: is.name }, had.charts ?? [], is.charts ?? []);
    if (differs("notes")) parts = withNotes(parts, workbook, part, had.notes ?? [], is.notes ?? []);
  }
  return { parts: withoutChainCells(parts, workbook, unchained), added, isUncertain };
}

/** A sheet's text that says if the sheet is in front, if another one is in front than when the file was opened. */
function withFront(xml: string, where: string, opened: Book, now: EditedBook, was: boolean, is: boolean): string {
  if (now.origins[now.book.active] === opened.active || was === is) return xml;
  return withElement(xml, where, "sheetViews", (p, before) => {
    if (before === "") return is ? `<${p}sheetViews><${p}sheetView tabSelected="1" workbookViewId="0"/></${p}sheetViews>` : "";
    return before.replace(new RegExp(`<${p}sheetView(?=[\\s/>])(?:"[^"]*"|'[^']*'|[^>"'])*>`), (tag) =>
      is ? withAttribute(tag, "tabSelected", "1") : withoutAttribute(tag, "tabSelected"),
    );
  });
}

/**
 * Saves a book that was opened from a file: writes what the user changed into that file. Everything else stays byte for byte, also what the grid does not show.
 * Returns the same file if nothing was changed. Throws a `FileRefusal` for unreadable files.
 */
export function savedBook({ file, book }: OpenedFile, now: EditedBook, options: SaveOptions): SavedFile {
  const before = unpack(file);
  const workbook = workbookPart(before);
  const edits = editsSince(book, now);
  const copied = withCopiedSheets(before, workbook, book, now, edits);
  const { parts: moved, lost, tables } = withoutBroken(before, movedParts(copied.parts, workbook, book, edits, copied.copies), workbook, book, now, edits);
  const sheets = withSheets(moved, workbook, book, now, edits, copied.copies, moved !== before, options);
  let after = withText(sheets.parts, workbook, () => workbookXml(before, sheets.parts, workbook, book, now, sheets.added, edits, tables));
  if (!sameSettings(book.settings, now.book.settings)) after = withSettings(after, workbook, now.book.settings);
  if (sheets.isUncertain) after = recalculated(after, workbook);
  const saved = repacked(file, before, after);
  const unsigned = withoutSignatures(after);
  const left = copied.copies.flatMap((copy) =>
    copy.left.length === 0
      ? []
      : [`${now.book.sheets[copy.place]!.name} is saved without these parts of ${copy.name}, from which it was copied: ${copy.left.join(", ")}.`],
  );
  const signature = saved === file || unsigned === after ? [] : ["The digital signature is removed, because it is not about your changes."];
  return { file: signature.length > 0 ? repacked(file, before, unsigned) : saved, lost: [...lost, ...left, ...signature] };
}

const sameSettings = (a: Book["settings"], b: Book["settings"]): boolean => sameJson(Object.entries(a).sort(), Object.entries(b).sort());
