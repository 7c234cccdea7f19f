import { filled } from "../../filled";
import type { Book, BookSheet, DefinedName } from "../../book";
import { localeOf } from "../../book-locale";
import { blockIn } from "../../cell-reference";
import { toSeenFormula } from "../../formulas/stored-formula";
import { isFilterName } from "../../sheet-filter";
import { createCellCount } from "../bounds";
import { joinedCalls, partsThatCall, rulesThatCall } from "./calls-outside-cells";
import type { readCharts } from "../chart-parts";
import { changeMarks, languageIn, storedCalculation } from "../file-facts";
import { FileRefusal } from "../file-refusal";
import type { FilterReader } from "../filter-xml";
import type { readFormatLooks } from "../formats/format-looks";
import type { FormatContext, FormatReader } from "../formats/format-reader";
import type { leftOut } from "./left-out";
import { partNamed, partText, relatedPart, relatedParts, relationshipId, relationshipsOf, workbookPart } from "../package-parts";
import type { readNotes } from "./read-notes";
import { readSheet, readStrings } from "./read-sheet";
import { readStyles, readTheme } from "./read-styles";
import type { readValidations } from "./read-validations";
import { type Attributes, elementsInText, isFalse, isTrue, xmlText } from "../read-xml";
import { richErrors } from "./rich-errors";
import { settingsIn } from "../settings";
import { displayedFormula, refersOutside, resolveTables, type Table, withoutOwnBook } from "../structured-references";
import { type Parts, unpack } from "../unpack";
import { cellText } from "../xml-edits";

function readTable({ name: part, bytes }: ReturnType<typeof relatedParts>[number], sheet: string): Table[] {
  const elements = elementsInText(xmlText(bytes), part, (name) => name === "table" || name === "tableColumn");
  const table = elements.find(({ name }) => name === "table")?.attributes ?? {};
  const columns = elements.flatMap(({ name, attributes: a }) => (name === "tableColumn" ? [cellText(a["name"] ?? "")] : []));
  const block = blockIn(table["ref"] ?? "");
  if (!block) return [];
  const name = table["displayName"] ?? table["name"] ?? "";
  return [{ name, sheet, block, headerRows: Number(table["headerRowCount"] ?? 1), totalRows: Number(table["totalsRowCount"] ?? 0), columns }];
}

/** The tables of these sheets. */
export const tablesOf = (parts: Parts, sheets: readonly { readonly name: string; readonly part: string }[]): readonly Table[] =>
  sheets.flatMap(({ name, part }) => relatedParts(parts, part, "table").flatMap((table) => readTable(table, name)));

/** Readers of what the grid shows of sheets besides their cells. */
interface SheetReaders {
  readonly filter: () => FilterReader;
  readonly formats: (context: FormatContext) => FormatReader;
  /** The looks that conditional formats refer to. */
  readonly looks: typeof readFormatLooks;
  readonly charts: typeof readCharts;
  readonly notes: typeof readNotes;
  readonly validations: typeof readValidations;
  readonly leftOut: typeof leftOut;
}

interface SheetEntry {
  readonly name: string;
  readonly part: string;
  readonly visibility?: "hidden" | "veryHidden";
}

/** What the workbook's part has: its sheets, undefined for one without cells, its names and its settings. */
function readMain(parts: Parts, main: string) {
  const elements = elementsInText(partText(parts, main), main, (name) => /^(?:workbookPr|calcPr|workbookView|sheet|definedName)$/.test(name));
  const named = (wanted: string) => elements.filter(({ name }) => name === wanted);
  const settingsOf = (wanted: string): Attributes => named(wanted).at(-1)?.attributes ?? {};
  const byId = new Map(relationshipsOf(parts, main).map((r) => [r.id, r]));
  const listed = named("sheet").map(({ attributes: a }): SheetEntry | undefined => {
    const found = byId.get(relationshipId(a) ?? "");
    const state = a["state"];
    if (found?.type !== "worksheet" || !partNamed(parts, found.target)) return undefined;
    return { name: a["name"] ?? "", part: found.target, ...(state === "hidden" || state === "veryHidden" ? { visibility: state } : {}) };
  });
  return {
    listed,
    names: named("definedName"),
    active: Number(settingsOf("workbookView")["activeTab"] ?? 0),
    from1904: isTrue(settingsOf("workbookPr")["date1904"]),
    calculation: settingsOf("calcPr"),
  };
}

/** The defined names of a book, and those that mean something in their file only. */
function namesOf({ listed, names }: ReturnType<typeof readMain>, tables: readonly Table[]) {
  const found: { readonly names: DefinedName[]; readonly lostNames: DefinedName[] } = { names: [], lostNames: [] };
  for (const { attributes: a, text } of names) {
    const name = a["name"] ?? "";
    const local = a["localSheetId"] === undefined ? undefined : listed[Number(a["localSheetId"])];
    // Skips names of filters, which are written from the filters, and names on chart sheets, which have no cells.
    if (isFilterName(name) || (a["localSheetId"] !== undefined && !local)) continue;
    const formula = toSeenFormula(resolveTables(withoutOwnBook(cellText(text).trim().replace(/^=/, "")), tables));
    const isLost = text.trim() === "" || refersOutside(formula.slice(1));
    found[isLost ? "lostNames" : "names"].push({
      name,
      formula,
      ...(local ? { sheet: local.name } : {}),
      ...(isTrue(a["hidden"]) ? { hidden: true as const } : {}),
    });
  }
  return found;
}

/** Reads the sheets, each with what else `readCells` needs to know of it. */
function readSheets(parts: Parts, main: string, entries: readonly SheetEntry[], tables: readonly Table[], from1904: boolean, readers: Partial<SheetReaders>) {
  const target = (type: string): Uint8Array | undefined => relatedPart(parts, main, type)?.bytes;
  const theme = readTheme(target("theme"));
  const shared = {
    strings: readStrings(target("sharedStrings")),
    looks: readStyles(target("styles"), theme),
    errors: richErrors(parts, main),
    from1904,
    counted: createCellCount(),
  };
  const formats = { theme, looks: readers.looks?.(target("styles"), theme) ?? [] };
  return entries.map(({ name, part, visibility }) => {
    const xml = partText(parts, part);
    const calls = rulesThatCall(xml, part, name);
    const seen = (stored: string, at: { readonly row: number; readonly column: number }) => displayedFormula(stored, tables, name, at);
    const validations = readers.validations?.(xml, part, seen);
    const { cells, formatsUnknown, formulasLost, elements, ...content } = readSheet(xml, part, {
      ...shared,
      seen,
      filterReader: readers.filter?.(),
      rules: readers.formats?.({ ...formats, seen }),
    });
    // The file may have some in the element of newer versions only.
    if (validations?.isWhole) elements.delete("dataValidations");
    else if (validations) elements.add("dataValidations");
    const charts = readers.charts?.(parts, part, name);
    const notes = readers.notes?.(parts, main, part);
    return {
      sheet: {
        name,
        cells,
        ...filled({ visibility, ...content, charts: charts?.charts, notes: notes?.notes, validations: validations?.validations }),
      } satisfies BookSheet,
      calls,
      formatsUnknown,
      formulasLost,
      elements,
      read: [...(charts?.parts ?? []), ...(notes?.parts ?? [])],
    };
  });
}

/**
 * Reads an .xlsx file. Formulas are in displayed form, shared ones expanded in each cell, table columns replaced by their cells. Throws a `FileRefusal` for
 * files that are not a workbook, locked or damaged.
 *
 * @param readers of what sheets have besides cells; without one, its field is missing
 */
export function readCells(file: Uint8Array, readers: Partial<SheetReaders> = {}): Book {
  const parts = unpack(file);
  const main = workbookPart(parts);
  const read = readMain(parts, main);
  const { listed, active, from1904, calculation } = read;
  const entries = listed.filter((entry) => entry !== undefined);
  if (entries.length === 0)
    throw new FileRefusal("Expected a workbook with at least one sheet of cells, got none. Open it in Excel, add a sheet, and save it.");

  const tables = tablesOf(parts, entries);
  const contents = readSheets(parts, main, entries, tables, from1904, readers);
  const sheets = contents.map(({ sheet }) => sheet);
  const { names, lostNames } = namesOf(read, tables);
  const sum = (of: "formulasLost" | "formatsUnknown"): number => contents.reduce((all, one) => all + one[of], 0);
  const missing = readers.leftOut?.(
    parts,
    contents.map(({ elements }) => elements),
    sum("formulasLost") + lostNames.length,
    new Set(contents.flatMap((one) => one.read)),
    sum("formatsUnknown"),
  );
  const stored = storedCalculation(
    parts,
    calculation,
    contents.some(({ elements }) => elements.has("sheetCalcPr")),
  );
  const front = entries.findIndex((entry) => entry === listed[active]);
  const visible = Math.max(
    0,
    sheets.findIndex((s) => !s.visibility),
  );
  return {
    sheets,
    active: front < 0 || sheets[front]!.visibility ? visible : front,
    names,
    settings: settingsIn(parts, main),
    ...filled({
      lostNames,
      from1904: from1904 || undefined,
      marks: changeMarks(parts, main),
      calculation: Object.keys(stored).length > 0 ? stored : undefined,
      asDisplayed: isFalse(calculation["fullPrecision"]) || undefined,
      locale: localeOf(sheets, names, languageIn(parts, relatedPart(parts, main, "styles")?.bytes, sheets)),
      outsideCalls: joinedCalls([...contents.flatMap(({ calls }) => calls), ...partsThatCall(parts)]),
      leftOut: missing,
    }),
  };
}
