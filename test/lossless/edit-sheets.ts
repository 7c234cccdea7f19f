import { openedBook } from "../../src/engine/opened-book";
import type { Book } from "../../src/workbook/book";
import type { LineEdit } from "../../src/workbook/line-edits";
import { movedFormula } from "../../src/workbook/moved-formula";
import { readBook } from "../../src/workbook/xlsx/read-book";
import type { EditedBook } from "../../src/workbook/xlsx/save/edited-book";
import { fatesOf, movedSheet } from "../../src/workbook/xlsx/save/moved-book";
import { savedBook } from "../../src/workbook/xlsx/save/save-book";
import { otherCells } from "./edit-cell";
import { brokenRules } from "./invariants";
import { textsOf } from "./package-text";

/** A book after a sheet was renamed and lines of it edited, with formulas and names that follow. */
export function editedBook(book: Book, sheet: number, name: string, edits: readonly LineEdit[]): EditedBook {
  const origins = book.sheets.map((_, i) => i);
  const renamed = book.sheets.map((one, i) => (i === sheet ? { ...one, name } : one));
  const log = new Map([[sheet, edits]]);
  const fates = fatesOf(book, { book: { ...book, sheets: renamed }, origins, edits: log });
  const sheets = book.sheets.map((one, i) => ({ ...movedSheet(one, fates), name: renamed[i]!.name }));
  const names = book.names.map((one) => ({
    ...one,
    formula: movedFormula(one.formula, one.sheet, fates),
    ...(one.sheet === undefined ? {} : { sheet: fates.get(one.sheet.toLowerCase())?.name ?? one.sheet }),
  }));
  return { book: { ...book, sheets, names }, origins, edits: log };
}

/** The grid has no columns beyond these. */
const GRID_COLUMNS = 255;
const part = ({ sheets }: Book, field: "columns" | "rows" | "merges" | "filter"): string =>
  JSON.stringify(
    sheets.map((sheet) => {
      if (field !== "columns") return sheet[field] ?? [];
      return (sheet.columns ?? []).map((column) => ({ ...column, to: Math.min(column.to, GRID_COLUMNS) }));
    }),
  );

/** Opens a file, renames its first sheet, edits lines of it, and saves it. Lists what is wrong with the result. */
export function faultsOfSheetEdits(file: Uint8Array, edits: readonly LineEdit[]): string[] {
  const opened = { file, book: openedBook(readBook(file)) };
  // The grid calculates arrays again that the edits cut.
  if (opened.book.sheets[0]!.cells.some(({ spill }) => spill && spill.length * (spill[0]?.length ?? 0) > 1)) return [];
  const now = editedBook(opened.book, 0, "Renamed 'sheet'", edits);
  const { file: after, lost } = savedBook(opened, now, { trusts: () => true });
  const [before, texts] = [textsOf(file), textsOf(after)];
  const known = new Set(brokenRules(file));
  const saved = openedBook(readBook(after));
  return [
    ...[...before.keys()].filter((name) => !texts.has(name) && !/calcChain/.test(name) && lost.length === 0).map((name) => `The part ${name} is gone.`),
    ...brokenRules(after).filter((rule) => !known.has(rule.replaceAll(/\d+/g, "")) && !known.has(rule)),
    ...otherCells(saved, now.book, undefined),
    ...(["columns", "rows", "merges", "filter"] as const).flatMap((field) =>
      part(saved, field) === part(now.book, field) ? [] : [`${field}: ${part(saved, field).slice(0, 300)} instead of ${part(now.book, field).slice(0, 300)}`],
    ),
    ...(JSON.stringify(saved.names) === JSON.stringify(now.book.names)
      ? []
      : [`names: ${JSON.stringify(saved.names).slice(0, 300)} instead of ${JSON.stringify(now.book.names).slice(0, 300)}`]),
  ];
}
