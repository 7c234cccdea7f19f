import { memoized } from "../../contract/memoized";
import { endWithNearest } from "../../contract/nearest";
import { type Area, type References, referencesOf } from "../../workbook/areas";
import type { Book, BookCell } from "../../workbook/book";
import { isError } from "../../workbook/cell";
import { blockText } from "../../workbook/cell-address";
import { blockIn, LAST_COLUMN, LAST_ROW, linesIn, placeOf } from "../../workbook/cell-reference";
import { tokensOf } from "../../workbook/formulas/formula-tokens";
import type { ConstantAt, Reach } from "../../workbook/formulas/known-references";
import { REFERENCE_CALL } from "../../workbook/formulas/names-in-place";
import { plainFormula } from "../../workbook/formulas/plain-formula";
import { sheetsForm } from "../../workbook/formulas/called-in-sheets";
import { sheetsBlocks, withEnds } from "../../workbook/formulas/sheets-form";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";

const EXPECTED = "expected a range such as Sheet1!B2:D9, a sheet or a defined name";

/** `Sheet1!B2` → its sheet and its rest; without a sheet if there is no exclamation mark. Quotes around the sheet may be left out. */
function splitAtSheet(text: string): readonly [string | undefined, string] {
  const at = text.lastIndexOf("!");
  if (at < 0) return [undefined, text];
  return [unquoted(text.slice(0, at)), text.slice(at + 1).trim()];
}

const unquoted = (text: string): string => text.trim().replace(/^'([\s\S]*)'$/, (_, name: string) => name.replaceAll("''", "'"));

/** The areas of one range, sheet or defined name. */
function areasNamed(book: Book, text: string, asked: string): readonly Area[] {
  const refuse = (why: string): never => {
    throw new FileRefusal(`${asked} ${text}: ${why}`);
  };
  const sheetNamed = (name: string): string | undefined => book.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase())?.name;
  const whole = sheetNamed(unquoted(text));
  if (whole !== undefined) return [{ sheet: whole, row: 0, column: 0, rows: LAST_ROW + 1, columns: LAST_COLUMN + 1 }];

  const sheets = book.sheets.map(({ name }) => name);
  const [typed, rest] = splitAtSheet(text);
  const sheet = typed === undefined ? undefined : sheetNamed(typed);
  if (typed !== undefined && sheet === undefined) return refuse(`the book has no sheet ${typed}${endWithNearest(typed, sheets, 1)}`);
  const names = book.names.filter(
    (n) => n.name.toLowerCase() === rest.toLowerCase() && (sheet === undefined || n.sheet === undefined || n.sheet.toLowerCase() === sheet.toLowerCase()),
  );
  const name = names.find((n) => n.sheet?.toLowerCase() === sheet?.toLowerCase()) ?? names.find((n) => n.sheet === undefined);
  if (name) {
    const { areas, functions, overSheets } = referencesOf(name.formula, name.sheet ?? book.sheets[0]!.name, book.names);
    const isOther = tokensOf(name.formula.replace(/^=/, "")).some(
      ({ kind, text: t }) => /^(?:string|number|error|bracket)$/.test(kind) || /^[-+*/^&=<>%{]$/.test(t),
    );
    if (areas.length === 0 || functions.size > 0 || overSheets || isOther)
      return refuse(`the name ${name.name} is no range of this book. Name the range itself.`);
    return areas;
  }
  if (names.length > 0) return refuse(`the name belongs to the sheet ${names[0]!.sheet}. Type ${names[0]!.sheet}!${rest}.`);
  const block = blockIn(rest) ?? linesIn(rest);
  const first = book.sheets[0];
  if (block && first) return [{ sheet: sheet ?? first.name, ...block }];
  return refuse(
    typed === undefined
      ? `${EXPECTED}, and the book has none of this name${endWithNearest(text, [...sheets, ...book.names.map((n) => n.name)], 1)}`
      : `${EXPECTED}, got ${rest === "" ? "no range" : rest} after the sheet.`,
  );
}

/**
 * The areas of a book that these words name: `Sheet1!B2:D9`, `B2:D9` on its first sheet, `Sheet1`, or a defined name. A sheet comes before a name, and a name
 * before a cell that is written alike. `asked` is what messages begin with. Throws a `FileRefusal` for a word that names nothing in the book.
 */
export const selectedAreas = (book: Book, words: readonly string[], asked = "--only"): readonly Area[] =>
  words.flatMap((word) => areasNamed(book, word.trim(), asked));

/** A formula that a refresh calculates again. */
export interface PlannedFormula {
  readonly sheet: string;
  readonly cell: BookCell;
  /** In displayed form; as stored if the book does not have it. */
  readonly formula: string;
  /** The formula with plain references, as engines calculate it. */
  readonly plain: string;
  /** Those of the plain formula. */
  readonly references: References;
  /** Why not all of its references are known, in a sentence. */
  readonly unknown: string | undefined;
  /** What it may read besides its references. */
  readonly reach: Reach;
  /** Why its old value stays; undefined if its new one can be written. */
  why: string | undefined;
  /** The first function for which the second engine has to give the same value; undefined if the first one is trusted. */
  doubt: string | undefined;
}

/** True if a stored formula refers to a table, and not only to another workbook. */
export const isOfTable = (stored: string): boolean =>
  tokensOf(stored).some(({ kind }, i, all) => kind === "bracket" && all[i + 1]?.kind !== "sheet" && all[i + 1]?.text !== "!");

/** The typed numbers and texts of a book, by sheet and place. */
function typedValues(book: Book): ConstantAt {
  const bySheet = new Map(book.sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
  const valuesOf = memoized((name: string): ReadonlyMap<number, number | string> => {
    const typed = (bySheet.get(name)?.cells ?? []).flatMap(({ row: r, column: c, value, formula, lostFormula }) =>
      formula === undefined && lostFormula === undefined && (typeof value === "number" || typeof value === "string") ? [[placeOf(r, c), value] as const] : [],
    );
    return new Map(typed);
  });
  return ({ sheet, row, column }) => valuesOf(sheet.toLowerCase()).get(placeOf(row, column));
}

const lostFormula = (formula: string) => ({ formula, reach: isOfTable(formula) ? ("everything" as const) : [], unknown: undefined });

/** The errors of a name or a table that is missing: Excel shows them whatever the other cells hold. Not those of calls that may find another cell. */
const NO_REFERENCE = /^#(?:NAME\?|REF!)$/;
const ANY_REFERENCE = new RegExp(String.raw`\b${REFERENCE_CALL}`, "i");

/**
 * The formulas of a sheet that Google Sheets has stored and only Google Sheets calculates, by their cells: each as it is there, and for a cell that an array
 * fills, the array's first cell.
 */
function readInSheets(cells: readonly BookCell[]): ReadonlyMap<BookCell, string> {
  const stored = cells.flatMap((cell) => (cell.formula !== undefined && sheetsForm(cell.formula) ? [{ ...cell, cell, text: cell.formula }] : []));
  const read = new Map<BookCell, string>();
  if (stored.length === 0) return read;
  const at = new Map(stored.map(({ cell }) => [placeOf(cell.row, cell.column), cell]));
  for (const [{ cell, text }, { row, column, rows, columns }] of sheetsBlocks(stored)) {
    const first = blockText({ row, column, rows: 1, columns: 1 });
    for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) if (r + c > 0) read.set(at.get(placeOf(row + r, column + c))!, `=${first}`);
    read.set(cell, `=${withEnds(sheetsForm(text)!.formula!)}`);
  }
  return read;
}

/** Every formula of a book with what it refers to, not planned yet. */
export function bookFormulas(book: Book): PlannedFormula[] {
  const typed = typedValues(book);
  const parts = { ...book, sheets: book.sheets.map(({ name }) => name), constantAt: typed };
  return book.sheets.flatMap(({ name: sheet, cells }) => {
    const inSheets = readInSheets(cells);
    return cells.flatMap((cell): readonly PlannedFormula[] => {
      const formula = cell.formula ?? cell.lostFormula;
      if (formula === undefined) return [];
      const {
        formula: plain,
        unknown,
        reach,
      } = cell.formula === undefined ? lostFormula(formula) : plainFormula(inSheets.get(cell) ?? formula, { sheet, row: cell.row, column: cell.column }, parts);
      const references = referencesOf(plain, sheet, book.names);
      const planned = { sheet, cell, formula, plain, references, unknown, why: undefined, doubt: undefined };
      if (isError(cell.value) && NO_REFERENCE.test(cell.value.error) && !ANY_REFERENCE.test(formula)) return [{ ...planned, reach: [] }];
      // What is known to be read is a reference.
      return unknown === undefined && typeof reach === "object"
        ? [{ ...planned, references: { ...references, areas: [...references.areas, ...reach] }, reach: [] }]
        : [{ ...planned, reach }];
    });
  });
}
