import { referencesOf, type References } from "../../workbook/areas";
import type { Book, BookCell } from "../../workbook/book";
import { isError } from "../../workbook/cell";
import { placeOf } from "../../workbook/cell-reference";
import { tokensOf } from "../../workbook/formula-tokens";
import type { Reach } from "../../workbook/known-references";
import type { ConstantAt } from "../../workbook/known-value";
import { REFERENCE_CALL } from "../../workbook/names-in-place";
import { plainFormula } from "../../workbook/plain-formula";

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
  const indexed = new Map<string, ReadonlyMap<number, number | string>>();
  return ({ sheet, row, column }) => {
    const name = sheet.toLowerCase();
    let values = indexed.get(name);
    if (!values) {
      const typed = (bySheet.get(name)?.cells ?? []).flatMap(({ row: r, column: c, value, formula, lostFormula }) =>
        formula === undefined && lostFormula === undefined && (typeof value === "number" || typeof value === "string") ? [[placeOf(r, c), value] as const] : [],
      );
      indexed.set(name, (values = new Map(typed)));
    }
    return values.get(placeOf(row, column));
  };
}

const lostFormula = (formula: string) => ({ formula, reach: isOfTable(formula) ? ("everything" as const) : [], unknown: undefined });

/** The errors of a name or a table that is missing: Excel shows them whatever the other cells hold. Not those of calls that may find another cell. */
const NO_REFERENCE = /^#(?:NAME\?|REF!)$/;
const ANY_REFERENCE = new RegExp(String.raw`\b${REFERENCE_CALL}`, "i");

/** Every formula of a book with what it refers to, not planned yet. */
export function bookFormulas(book: Book): PlannedFormula[] {
  const typed = typedValues(book);
  const parts = { ...book, sheets: book.sheets.map(({ name }) => name), constantAt: typed };
  return book.sheets.flatMap(({ name: sheet, cells }) =>
    cells.flatMap((cell): readonly PlannedFormula[] => {
      const formula = cell.formula ?? cell.lostFormula;
      if (formula === undefined) return [];
      const {
        formula: plain,
        unknown,
        reach,
      } = cell.formula === undefined ? lostFormula(formula) : plainFormula(formula, { sheet, row: cell.row, column: cell.column }, parts);
      const references = referencesOf(plain, sheet, book.names);
      const planned = { sheet, cell, formula, plain, references, unknown, why: undefined, doubt: undefined };
      if (isError(cell.value) && NO_REFERENCE.test(cell.value.error) && !ANY_REFERENCE.test(formula)) return [{ ...planned, reach: [] }];
      // What is known to be read is a reference.
      return unknown === undefined && typeof reach === "object"
        ? [{ ...planned, references: { ...references, areas: [...references.areas, ...reach] }, reach: [] }]
        : [{ ...planned, reach }];
    }),
  );
}
