import { openedBook } from "../../src/engine/book/opened-book";
import type { Book } from "../../src/workbook/book";
import type { Block } from "../../src/workbook/block";
import { editedFormula } from "../../src/workbook/formulas/edited-formula";
import type { BookEdit } from "../../src/workbook/edits/moved-areas";
import { sheetAfter } from "../../src/workbook/edits/moved-places";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import type { EditedBook } from "../../src/workbook/xlsx/save/edited-book";
import { movedSheet } from "../../src/workbook/xlsx/save/moved-book";
import { savedBook } from "../../src/workbook/xlsx/save/save-book";
import { otherCells } from "./edit-cell";
import { newlyBroken } from "./invariants";
import { textsOf } from "./package-text";

/** Whole rows or columns of a sheet are inserted, deleted, or moved in front of another one; or a block is cut and pasted. */
export type LineEdit =
  | { readonly kind: "cut"; readonly block: Block; readonly to: { readonly row: number; readonly column: number } }
  | ({ readonly along: "rows" | "columns"; readonly at: number; readonly count: number } & (
      | { readonly kind: "insert" | "remove" }
      | { readonly kind: "move"; readonly to: number }
    ));

const bookEdit =
  (sheet: string) =>
  (edit: LineEdit): BookEdit => {
    if (edit.kind === "cut") return { kind: "move", sheet, block: edit.block, to: { sheet, ...edit.to } };
    const strip = { sheet, axis: edit.along, lines: [edit.at, edit.at + edit.count - 1], across: [0, Infinity] } as const;
    return edit.kind === "move" ? { kind: "reorder", ...strip, to: edit.to } : { kind: edit.kind === "remove" ? "delete" : "insert", ...strip };
  };

/** A book after edits of its sheets, with formulas and names that follow. Cells that go to other sheets are left out. */
export function afterEdits(book: Book, edits: readonly BookEdit[]): EditedBook {
  const left = book.sheets.flatMap((sheet, i) => {
    const name = sheetAfter(sheet.name, edits);
    return name === undefined ? [] : [{ origin: i, sheet: { ...movedSheet(sheet, edits), name } }];
  });
  const names = book.names.map((one) => ({
    ...one,
    formula: editedFormula(one.formula, edits, { home: one.sheet ?? "", isName: true }),
    ...(one.sheet === undefined ? {} : { sheet: sheetAfter(one.sheet, edits) ?? one.sheet }),
  }));
  return { book: { ...book, sheets: left.map(({ sheet }) => sheet), names }, origins: left.map(({ origin }) => origin), edits };
}

/** A book after a sheet was renamed and lines of it edited, with formulas and names that follow. */
export function editedBook(book: Book, sheet: number, name: string, edits: readonly LineEdit[]): EditedBook {
  const was = book.sheets[sheet]!.name;
  return afterEdits(book, [...(name === was ? [] : [{ kind: "rename", sheet: was, name } as const]), ...edits.map(bookEdit(name))]);
}

/** A book whose first sheet was copied, with edits of the sheet before it, and of the copy after it. */
export function withCopy(book: Book, name: string, before: readonly BookEdit[] = [], after: readonly BookEdit[] = []): EditedBook {
  const sheet = book.sheets[0]!.name;
  const now = afterEdits(book, [...before, { kind: "copy", sheet, name }, ...after]);
  const copy = afterEdits(book, [...before, { kind: "rename", sheet, name }, ...after]).book.sheets[0]!;
  return { ...now, book: { ...now.book, sheets: [...now.book.sheets, copy] }, origins: [...now.origins, undefined] };
}

/** Opens a file, copies its first sheet, and saves it. Lists what is wrong with the result. */
export function faultsOfCopy(file: Uint8Array): string[] {
  const opened = { file, book: openedBook(readBook(file)) };
  const now = withCopy(opened.book, "A copy of it");
  const { file: after } = savedBook(opened, now, { trusts: () => true });
  const [before, texts] = [textsOf(file), textsOf(after)];
  return [
    ...[...before.keys()].filter((name) => !texts.has(name) && !/calcChain/.test(name)).map((name) => `The part ${name} is gone.`),
    ...newlyBroken(file, after, true),
    ...otherCells(openedBook(readBook(after)), now.book, undefined),
  ];
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
  const saved = openedBook(readBook(after));
  return [
    ...[...before.keys()].filter((name) => !texts.has(name) && !/calcChain/.test(name) && lost.length === 0).map((name) => `The part ${name} is gone.`),
    ...newlyBroken(file, after),
    ...otherCells(saved, now.book, undefined),
    ...(["columns", "rows", "merges", "filter"] as const).flatMap((field) =>
      part(saved, field) === part(now.book, field) ? [] : [`${field}: ${part(saved, field).slice(0, 300)} instead of ${part(now.book, field).slice(0, 300)}`],
    ),
    ...(JSON.stringify(saved.names) === JSON.stringify(now.book.names)
      ? []
      : [`names: ${JSON.stringify(saved.names).slice(0, 300)} instead of ${JSON.stringify(now.book.names).slice(0, 300)}`]),
  ];
}
