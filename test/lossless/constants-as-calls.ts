import { replaying, type Asking } from "../../src/hosts/refresh/asking";
import type { Lock } from "../../src/proof/lock";
import { groupedBy } from "../../src/contract/lists";
import type { Book, BookCell } from "../../src/workbook/book";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { dependenciesOf } from "./dependents";
import { textsOf, withTexts, worksheetsOf } from "./package-text";
import { sheetOf, sheetTextOf, type CellText } from "./sheet-text";

/** A workbook whose typed numbers are calls that answer them. */
export interface WithAnswers {
  readonly file: Uint8Array;
  /** The workbook before. */
  readonly before: Book;
  /** Answers each call with the number that it replaced. */
  readonly asking: () => Asking;
}

const place = (row: number, column: number): string => `${row},${column}`;
const byPlace = (cells: readonly BookCell[]): ReadonlyMap<string, BookCell> => new Map(cells.map((cell) => [place(cell.row, cell.column), cell]));

/** The cells with a typed number that a formula reads, and the formulas that depend on them, each by sheet and place. */
function numbersRead(book: Book) {
  const { isRead, dependents } = dependenciesOf(book);
  const numbers = book.sheets.flatMap(({ name: sheet, cells }) =>
    cells
      .filter(
        ({ row, column, value, formula, lostFormula }) =>
          typeof value === "number" && formula === undefined && lostFormula === undefined && isRead(sheet, row, column),
      )
      .map((cell) => ({ sheet, cell })),
  );
  const bySheet = (all: Iterable<{ readonly sheet: string; readonly cell: BookCell }>) =>
    new Map([...groupedBy([...all], ({ sheet }) => sheet)].map(([sheet, ones]) => [sheet, byPlace(ones.map(({ cell }) => cell))]));
  return { numbers: bySheet(numbers), formulas: bySheet(dependents(numbers)) };
}

/** A stored value of the same kind that no formula gives. */
function wrongValue(text: string, p: string): string {
  const v = new RegExp(`(<${p}v(?:\\s[^>]*)?>)([^<]*)(</${p}v>)`);
  const kind = /^<[^>]*\st=["'](\w+)["']/.exec(text)?.[1] ?? "n";
  if (!text.includes(`<${p}f`)) return text;
  if (kind === "str") return text.replace(v, (_, open: string, __, close: string) => `${open}another text${close}`);
  if (kind === "b") return text.replace(v, (_, open: string, value: string, close: string) => `${open}${value === "1" ? 0 : 1}${close}`);
  if (kind === "e") return text.replace(/^(<[^>]*)\st=["']e["']/, "$1").replace(v, (_, open: string, __, close: string) => `${open}77${close}`);
  return kind === "n" ? text.replace(v, (_, open: string, value: string, close: string) => `${open}${Number(value) + 1234.5}${close}`) : text;
}

const asCall = (text: string, name: string, p: string): string => text.replace(`<${p}v`, `<${p}f>_xldudf_SERVICE_FRED("${name}")</${p}f><${p}v`);

/**
 * Turns each number of a workbook that a formula reads into a call that answers it, so that all formulas are refreshed and have to give the values that they have.
 * Undefined if no formula reads a number.
 *
 * @param wrong every formula stores another value, and the file says that another program than Excel saved it, so that nothing is compared with these
 */
export function withAnswers(file: Uint8Array, wrong = false): WithAnswers | undefined {
  const before = readBook(file);
  const { numbers, formulas } = numbersRead(before);
  const texts = textsOf(file);
  const answers: Record<string, { readonly value: number }> = {};
  const changed = new Map<string, string>();
  for (const { name, part } of worksheetsOf(texts)) {
    const sheet = sheetTextOf(texts.get(part)!);
    const known = numbers.get(name) ?? new Map<string, BookCell>();
    if (!sheet) continue;
    const { prefix: p } = sheet;
    const cellOf = (cell: CellText): CellText => {
      const at = place(cell.row, cell.column);
      const value = known.get(at)?.value;
      if (typeof value !== "number" || !cell.text.includes(`<${p}v`) || /^<[^>]*\st=["'](?!n["'])/.test(cell.text))
        return wrong && formulas.get(name)?.has(at) ? { ...cell, text: wrongValue(cell.text, p) } : cell;
      const series = `C${Object.keys(answers).length}`;
      answers[`SERVICE.FRED("${series}","value")`] = { value };
      return { ...cell, text: asCall(cell.text, series, p) };
    };
    changed.set(part, sheetOf({ ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(cellOf) })) }));
  }
  if (Object.keys(answers).length === 0) return undefined;
  const about = texts.get("docProps/app.xml");
  if (wrong && about !== undefined) changed.set("docProps/app.xml", about.replace(/(<(?:[\w.-]+:)?Application>)[^<]*/, "$1Another program"));
  const lock = { questions: answers, documents: {}, service: { moment: "2026-11-20T12:00:00Z" } } as unknown as Lock;
  return { file: withTexts(file, changed), before, asking: () => replaying(lock) };
}
