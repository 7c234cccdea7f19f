import { blockIn } from "../cell-reference";
import { partNamed, relationshipsOf, relationshipId, workbookPart } from "./package-parts";
import { readXml, xmlText, isFalse, isTrue, type Attributes } from "./read-xml";
import { displayedFormula, refersOutside, resolveTables, withoutOwnBook, type Table } from "./structured-references";
import { unpack, type Parts } from "./unpack";
import { cellText } from "./xml-edits";
import { append } from "../../contract/lists";
import type { Book, BookSheet, DefinedName, OutsideCalls } from "../book";
import { localeOf } from "../book-locale";
import { isFilterName } from "../sheet-filter";
import { toSeenFormula } from "../stored-formula";
import { createCellCount } from "./bounds";
import { changeMarks, languageIn, storedCalculation } from "./file-facts";
import { joinedCalls, partsThatCall, rulesThatCall } from "./calls-outside-cells";
import { FileRefusal } from "./file-refusal";
import { settingsIn } from "./settings";
import { readSheet, readStrings } from "./read-sheet";
import { readStyles } from "./read-styles";
import type { SheetReaders } from "./sheet-readers";
import { readTheme } from "./colors";
import { richErrors } from "./rich-errors";

function readTable(parts: Parts, part: string, sheet: string): Table[] {
  const file = partNamed(parts, part);
  if (!file) return [];
  let table: Attributes = {};
  const columns: string[] = [];
  readXml(xmlText(file), part, {
    open: (name, a) => {
      if (name === "table") table = a;
      else if (name === "tableColumn") columns.push(cellText(a["name"] ?? ""));
    },
  });
  const block = blockIn(table["ref"] ?? "");
  if (!block) return [];
  const name = table["displayName"] ?? table["name"] ?? "";
  return [{ name, sheet, block, headerRows: Number(table["headerRowCount"] ?? 1), totalRows: Number(table["totalsRowCount"] ?? 0), columns }];
}

/** The tables of these sheets. */
export const tablesOf = (parts: Parts, sheets: readonly { readonly name: string; readonly part: string }[]): readonly Table[] =>
  sheets.flatMap(({ name, part }) => relationshipsOf(parts, part).flatMap((r) => (r.type === "table" ? readTable(parts, r.target, name) : [])));

interface SheetEntry {
  readonly name: string;
  readonly part: string;
  readonly visibility?: "hidden" | "veryHidden";
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
  const relationships = relationshipsOf(parts, main);
  const target = (type: string): Uint8Array | undefined => {
    const found = relationships.find((r) => r.type === type);
    return found && partNamed(parts, found.target);
  };

  const byId = new Map(relationships.map((r) => [r.id, r]));
  const listed: (SheetEntry | undefined)[] = [];
  const names: { attributes: Attributes; text: string }[] = [];
  let active = 0;
  let [from1904, asDisplayed] = [false, false];
  let calculation: Attributes | undefined;
  let inName = false;
  readXml(xmlText(partNamed(parts, main)!), main, {
    open: (element, a) => {
      if (element === "workbookPr") from1904 = isTrue(a["date1904"]);
      else if (element === "calcPr") {
        calculation = a;
        asDisplayed = isFalse(a["fullPrecision"]);
      } else if (element === "workbookView") active = Number(a["activeTab"] ?? 0);
      else if (element === "sheet") {
        const found = byId.get(relationshipId(a) ?? "");
        const state = a["state"];
        const entry = found?.type === "worksheet" && partNamed(parts, found.target) ? { name: a["name"] ?? "", part: found.target } : undefined;
        listed.push(entry && (state === "hidden" || state === "veryHidden") ? { ...entry, visibility: state } : entry);
      } else if (element === "definedName") {
        names.push({ attributes: a, text: "" });
        inName = true;
      }
    },
    text: (text) => {
      if (inName) names.at(-1)!.text += text;
    },
    close: (element) => {
      if (element === "definedName") inName = false;
    },
  });
  const entries = listed.filter((entry) => entry !== undefined);
  if (entries.length === 0)
    throw new FileRefusal("Expected a workbook with at least one sheet of cells, got none. Open it in Excel, add a sheet, and save it.");

  const tables = tablesOf(parts, entries);
  const strings = readStrings(target("sharedStrings"));
  const theme = readTheme(target("theme"));
  const looks = readStyles(target("styles"), theme);
  const formats = { theme, looks: readers.looks?.(target("styles"), theme) ?? [] };
  const errors = richErrors(parts, main);
  const counted = createCellCount();
  const calling: OutsideCalls[] = [];
  const contents = entries.map(({ name, part }) => {
    const xml = xmlText(partNamed(parts, part)!);
    append(calling, rulesThatCall(xml, part, name));
    const seen = (stored: string, at: { readonly row: number; readonly column: number }) => displayedFormula(stored, tables, name, at);
    const [filterReader, rules] = [readers.filter?.(), readers.formats?.({ ...formats, seen })];
    const validations = readers.validations?.(xml, part, seen);
    const content = readSheet(xml, part, { strings, looks, errors, from1904, counted, seen, filterReader, rules });
    // The file may have some in the element of newer versions only.
    const others = [...content.elements].filter((element) => element !== "dataValidations");
    const elements = validations ? new Set(validations.isWhole ? others : [...others, "dataValidations"]) : content.elements;
    return { ...content, elements, validations: validations?.validations ?? [] };
  });

  const charts = entries.map(({ name, part }) => readers.charts?.(parts, part, name) ?? { charts: [], parts: [] });
  const notes = entries.map(({ part }) => readers.notes?.(parts, main, part) ?? { notes: [], parts: [] });
  const sheets = entries.map(({ name, visibility }, i): BookSheet => {
    const { cells, columns, rows, merges, frozen, filter, asLotus, formats: rulesOf, validations } = contents[i]!;
    return {
      name,
      ...(visibility ? { visibility } : {}),
      cells,
      ...(columns.length > 0 ? { columns } : {}),
      ...(rows.length > 0 ? { rows } : {}),
      ...(merges.length > 0 ? { merges } : {}),
      ...(frozen ? { frozen } : {}),
      ...(filter ? { filter } : {}),
      ...(asLotus ? { asLotus } : {}),
      ...(rulesOf.length > 0 ? { formats: rulesOf } : {}),
      ...(charts[i]!.charts.length > 0 ? { charts: charts[i]!.charts } : {}),
      ...(notes[i]!.notes.length > 0 ? { notes: notes[i]!.notes } : {}),
      ...(validations.length > 0 ? { validations } : {}),
    };
  });
  const settings = settingsIn(parts, main);
  const lostNames: DefinedName[] = [];
  const lost = contents.reduce((sum, { formulasLost }) => sum + formulasLost, 0);
  const definedNames: DefinedName[] = [];
  for (const { attributes: a, text } of names) {
    const name = a["name"] ?? "";
    const local = a["localSheetId"] === undefined ? undefined : listed[Number(a["localSheetId"])];
    // Skips names of filters, which are written from the filters, and names on chart sheets, which have no cells.
    if (isFilterName(name) || (a["localSheetId"] !== undefined && !local)) continue;
    const formula = toSeenFormula(resolveTables(withoutOwnBook(cellText(text).trim().replace(/^=/, "")), tables));
    const isLost = text.trim() === "" || refersOutside(formula.slice(1));
    const read = isLost ? lostNames : definedNames;
    read.push({ name, formula, ...(local ? { sheet: local.name } : {}), ...(isTrue(a["hidden"]) ? { hidden: true as const } : {}) });
  }
  const front = entries.findIndex((entry) => entry === listed[active]);
  const missing = readers.leftOut?.(
    parts,
    contents.map(({ elements }) => elements),
    lost + lostNames.length,
    new Set([...charts, ...notes].flatMap((one) => one.parts)),
    contents.reduce((sum, { formatsUnknown }) => sum + formatsUnknown, 0),
  );
  const marks = changeMarks(parts, main);
  const stored = storedCalculation(
    parts,
    calculation,
    contents.some(({ elements }) => elements.has("sheetCalcPr")),
  );
  const outsideCalls = joinedCalls([...calling, ...partsThatCall(parts)]);
  const visible = Math.max(
    0,
    sheets.findIndex((s) => !s.visibility),
  );
  const locale = localeOf(sheets, definedNames, languageIn(parts, target("styles"), sheets));
  return {
    sheets,
    active: front < 0 || sheets[front]!.visibility ? visible : front,
    names: definedNames,
    ...(lostNames.length > 0 ? { lostNames } : {}),
    settings,
    ...(from1904 ? { from1904 } : {}),
    ...(marks ? { marks } : {}),
    ...(Object.keys(stored).length > 0 ? { calculation: stored } : {}),
    ...(asDisplayed ? { asDisplayed } : {}),
    ...(locale ? { locale } : {}),
    ...(outsideCalls.length > 0 ? { outsideCalls } : {}),
    ...(missing && missing.length > 0 ? { leftOut: missing } : {}),
  };
}
