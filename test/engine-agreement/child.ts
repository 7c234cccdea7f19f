import * as univer from "@univerjs/engine-formula";
import { readFileSync } from "node:fs";
import { precisionOf, sameResult } from "../../src/engine/trust/agreement";
import { createIronCalc } from "../../src/commands/refresh/ironcalc-thread";
import { dataOfBook } from "../../src/engine/book/book-data";
import { ENGINE_FAILED } from "../../src/engine/engine-errors";
import { excelFunctions } from "../../src/engine/functions/excel-functions";
import { createHeadlessEngine } from "../../src/engine/headless";
import { operationsOf } from "../../src/engine/trust/operations";
import { VOLATILE } from "../../src/engine/trust/trust";
import { cyclesIn, filledBlock } from "../../src/hosts/refresh/plan";
import { createAreaIndex, type Group } from "../../src/workbook/area-index";
import { referencesOf, type References } from "../../src/workbook/areas";
import type { Book, BookCell } from "../../src/workbook/book";
import type { CellValue } from "../../src/workbook/cell";
import { addressOf } from "../../src/workbook/cell-address";
import { hasServiceCall } from "../../src/workbook/formulas/service-calls";
import { subtotalsBeyondValues } from "../../src/workbook/formulas/subtotals";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { unpack } from "../../src/workbook/xlsx/unpack";
import type { BookAnswer, BookQuestion, FormulaResult } from "./book-result";

/*
 * Runs in a process of its own, so that a crash or an endless calculation of the engine is a result. Each message is a book, each answer its formulas.
 */

/** Names of Excel's functions, as far as the first engine has them. */
const KNOWN: ReadonlySet<string> = new Set([
  ...excelFunctions().map(({ name }) => String(name)),
  ...Object.entries(univer).flatMap(([name, list]) =>
    /^function[A-Z]/.test(name) && Array.isArray(list) ? (list as [unknown, string][]).map(([, one]) => String(one).toUpperCase()) : [],
  ),
]);

/** Formulas calculated at once. All others are constants meanwhile. The engine's time grows faster than the number of formulas. */
const AT_ONCE = 4_000;

interface Place {
  readonly sheet: string;
  readonly cell: BookCell;
  readonly references: References;
}

/** The book with only these formulas; the values of the others are constants. */
function withFormulas(book: Book, chosen: ReadonlySet<BookCell>): Book {
  const constant = ({ formula: _, spill, ...cell }: BookCell): BookCell[] =>
    spill ? spill.flatMap((line, r) => line.map((value, c) => ({ row: cell.row + r, column: cell.column + c, value }))) : [cell];
  const sheets = book.sheets.map((sheet) => ({
    ...sheet,
    cells: sheet.cells.flatMap((cell) => (cell.formula === undefined || chosen.has(cell) ? [cell] : constant(cell))),
  }));
  return { ...book, sheets };
}

/** The book with another value in each formula: what the engine leaves as it is must not count as calculated. */
function withOtherValues(book: Book): Book {
  const other = (value: CellValue): CellValue => {
    if (typeof value === "number") return value + 1234.5;
    return typeof value === "string" ? "another text" : value !== true;
  };
  const cellOf = (cell: BookCell): BookCell => (cell.formula === undefined ? cell : { ...cell, value: other(cell.value) });
  return { ...book, sheets: book.sheets.map((sheet) => ({ ...sheet, cells: sheet.cells.map(cellOf) })) };
}

/** Without a limit: the process that started this one has its own. */
const secondEngine = createIronCalc(() => () => undefined);

const withoutAnswer: CellValue = { error: ENGINE_FAILED };

async function evaluate(book: Book, places: readonly Place[]): Promise<FormulaResult[]> {
  const chosen = withFormulas(book, new Set(places.map(({ cell }) => cell)));
  const given = await secondEngine(chosen);
  const blocks = typeof given === "string" ? undefined : given;
  const engine = createHeadlessEngine(dataOfBook(withOtherValues(chosen), "book"), {
    functions: new Map(),
    metadata: { functions: [] },
  });
  try {
    await engine.settled();
    return places.map(({ sheet, cell }) => {
      const block = cell.spill ?? [[cell.value]];
      const precision = precisionOf(cell.formula!);
      const same = (a: CellValue, b: CellValue): boolean => sameResult(a, b, precision);
      const given = blocks?.get(cell);
      let stored = cell.value;
      let got: CellValue = null;
      let other: CellValue = null;
      let agrees = true;
      let secondAgrees = given === undefined ? false : given.length === block.length && given[0]!.length === block[0]!.length;
      let enginesAgree = given !== undefined;
      for (const [r, line] of block.entries())
        for (const [c, value] of line.entries()) {
          const found = engine.cell(sheet, cell.row + r, cell.column + c).value;
          const there = given === undefined ? withoutAnswer : (given[r]?.[c] ?? null);
          if (r === 0 && c === 0) [got, other] = [found, there];
          if (!same(found, there)) enginesAgree = false;
          if (!same(value, there)) secondAgrees = false;
          if (!agrees || same(value, found)) continue;
          agrees = false;
          stored = value;
          [got, other] = [found, there];
        }
      return {
        address: addressOf({ sheet, row: cell.row, column: cell.column }),
        formula: cell.formula!,
        stored,
        got,
        agrees,
        second: other,
        secondAgrees,
        enginesAgree,
      };
    });
  } finally {
    engine.dispose();
  }
}

/** The formulas that refer to themselves, also through others. A refresh keeps their values. */
function circularIn(places: readonly Place[]): ReadonlySet<unknown> {
  const readers = createAreaIndex<Place>();
  for (const place of places) for (const area of place.references.areas) readers.add(area, place);
  return cyclesIn<Place | Group<Place>>(places, (from) =>
    "groups" in from ? [...from.groups, ...from.items] : readers.groupsOf({ sheet: from.sheet, ...filledBlock(from.cell) }),
  );
}

/** False for formulas whose stored value does not follow from the book alone. They stay constants. */
const isRepeatable = (formula: string): boolean => !hasServiceCall(formula) && !operationsOf(formula).some((name) => VOLATILE.has(name));

async function answer(file: string): Promise<BookAnswer> {
  const bytes = readFileSync(file);
  const parts = unpack(bytes);
  const application = /<Application>([^<]*)</.exec(new TextDecoder().decode(parts.get("docProps/app.xml") ?? new Uint8Array()))?.[1] ?? "";
  const book = readBook(bytes);
  const all = book.sheets.flatMap(({ name, cells }) =>
    cells.flatMap((cell): Place[] => (cell.formula === undefined ? [] : [{ sheet: name, cell, references: referencesOf(cell.formula, name, book.names) }])),
  );
  const beyondValues = subtotalsBeyondValues(book, all);
  const circular = circularIn(all);
  const places = all.filter((place) => place.cell.value !== null && isRepeatable(place.cell.formula!) && !beyondValues.has(place) && !circular.has(place));
  const formulas: FormulaResult[] = [];
  for (let from = 0; from < places.length; from += AT_ONCE) formulas.push(...(await evaluate(book, places.slice(from, from + AT_ONCE))));
  const called = new Set(places.flatMap(({ cell }) => operationsOf(cell.formula!)).filter((name) => /^[A-Z\d._]+$/.test(name)));
  return { application, names: book.names, ownFunctions: [...called].filter((name) => !KNOWN.has(name)), formulas };
}

process.on("message", ({ file }: BookQuestion) => {
  answer(file).then(
    (found) => process.send!(found),
    (why: unknown) => process.send!({ refused: why instanceof Error ? (why.stack ?? why.message) : String(why) } satisfies BookAnswer),
  );
});
