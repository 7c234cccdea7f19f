import { readFileSync } from "node:fs";
import path from "node:path";
import { precisionOf, sameResult } from "../../src/engine/trust/agreement";
import { MOMENT_FUNCTIONS } from "../../src/engine/trust/trust";
import type { KeptFormula } from "../../src/hosts/refresh/changes";
import type { RefreshedBook } from "../../src/hosts/refresh/refresh-book";
import type { Book } from "../../src/workbook/book";
import type { CellValue } from "../../src/workbook/cell";
import { addressOf } from "../../src/workbook/cell-address";
import { hasServiceCall } from "../../src/workbook/formulas/service-calls";
import { FileRefusal } from "../../src/workbook/xlsx/file-refusal";
import { partOf, TESTED, WHOLE } from "../corpus";
import { withAnswers, type WithAnswers } from "../lossless/constants-as-calls";
import { type CorpusFile, itWithCorpus } from "../lossless/corpus-files";
import { dependenciesOf } from "../lossless/dependents";
import { refreshedBy } from "../lossless/scripted-service";

/* Books of Excel, each typed number of which is a call that answers it: every formula is refreshed, and must give the value that Excel stored. */

/** How many formulas of all these books keep their values, by reason. */
const KEPT = JSON.parse(readFileSync(path.join(__dirname, "../lossless/kept-by-reason.json"), "utf8")) as Readonly<Record<string, number>>;

/** One function in 40,000 formulas that are all alike. */
const LARGE = /ARABIC_ROMAN/;

function* booksOf(files: readonly CorpusFile[], wrong: boolean): Iterable<{ readonly name: string; readonly book: WithAnswers }> {
  for (const { name, read } of partOf(files, 0.05, (file) => file.name)) {
    if (LARGE.test(name)) continue;
    try {
      const book = withAnswers(read(), wrong);
      if (book?.before.calculation?.byExcel) yield { name, book };
    } catch (e) {
      if (!(e instanceof FileRefusal)) throw new Error(`${name} failed`, { cause: e });
    }
  }
}

/** The formulas with TODAY or NOW, and what depends on them: their stored values are of another moment. */
function ofTheMoment(book: Book): ReadonlySet<string> {
  const { formulas, dependents } = dependenciesOf(book);
  const clocks = formulas.filter(({ references }) => MOMENT_FUNCTIONS.some((name) => references.functions.has(name)));
  return new Set([...clocks, ...dependents(clocks)].map(({ sheet, cell: { row, column } }) => addressOf({ sheet, row, column })));
}

const shown = (values: readonly (readonly CellValue[])[]): string => JSON.stringify(values.length === 1 && values[0]!.length === 1 ? values[0]![0] : values);

/** The written formulas of a refreshed book, each with whether it shows what Excel stored. */
function writtenIn(before: Book, { formulas }: RefreshedBook): readonly { readonly where: string; readonly isRight: boolean; readonly words: string }[] {
  const cells = new Map(
    before.sheets.flatMap(({ name, cells: all }) => all.map((cell) => [addressOf({ sheet: name, row: cell.row, column: cell.column }), cell])),
  );
  const left = ofTheMoment(before);
  return formulas.flatMap(({ where, formula, shows, why }) => {
    const cell = cells.get(where);
    if (why !== undefined || hasServiceCall(formula) || !cell || cell.value === null || left.has(where)) return [];
    const stored = cell.spill ?? [[cell.value]];
    const precision = precisionOf(formula);
    const isRight =
      stored.length === shows.length &&
      stored.every((line, r) => line.length === shows[r]!.length && line.every((value, c) => sameResult(value, shows[r]![c]!, precision)));
    return [{ where, isRight, words: `${where} ${formula}: Excel ${shown(stored)}, written ${shown(shows)}` }];
  });
}

const wrongIn = (before: Book, result: RefreshedBook): string[] => writtenIn(before, result).flatMap(({ isRight, words }) => (isRight ? [] : [words]));

/** A reason without the names of one book. */
const kindOf = ({ why, differs }: KeptFormula): string =>
  differs !== undefined
    ? "It does not give its own stored value."
    : why
        .replace(/^It depends on .*, which/s, "It depends on another cell, which")
        .replace(/the name \S+ of one sheet/, "a name of one sheet")
        .replace(/the name \S+, which this book does not have/, "a name that this book does not have")
        .replace(/(a negative number that is 0 in) the format ".*", and/s, "$1 its format, and")
        .replace(/It reads ".*" as a number or a day/s, "It reads a text as a number or a day")
        .replace(/It uses (?!a |the |SUBTOTAL)[^,]+, (whose|for)/, "It uses a function, $1");
const DEPENDS = "It depends on another cell, which keeps its value.";

describe(`a refresh of books of Excel whose numbers are calls (${TESTED})`, () => {
  itWithCorpus(
    "writes Excel's value or keeps it, and keeps no value that it would write rightly but what depends on one that differs",
    async (files) => {
      const wrong: string[] = [];
      const kept = new Map<string, number>();
      const lost: string[] = [];
      for (const { name, book } of booksOf(files, false)) {
        const result = await refreshedBy(book.file, book.asking);
        for (const words of wrongIn(book.before, result)) wrong.push(`${name}: ${words}`);
        const kinds = new Map(result.kept.map((one) => [one.where, kindOf(one)]));
        for (const kind of kinds.values()) kept.set(kind, (kept.get(kind) ?? 0) + 1);
        if (!result.kept.some(({ differs }) => differs !== undefined)) continue;
        const uncompared = await refreshedBy(book.file, book.asking, false);
        for (const { where, isRight, words } of writtenIn(book.before, uncompared))
          if (isRight && (kinds.get(where) ?? DEPENDS) !== DEPENDS) lost.push(`${name}: ${words}; ${kinds.get(where)}`);
      }
      expect(wrong).toEqual([]);
      expect(lost).toEqual([]);
      const isMore = ([why, count]: readonly [string, number]): boolean => count > (KEPT[why] ?? 0);
      if (WHOLE) expect(Object.fromEntries([...kept].filter(isMore))).toEqual({});
    },
    1_800_000,
  );

  itWithCorpus(
    "that are not compared writes Excel's value, also if all of them store other values",
    async (files) => {
      const wrong: string[] = [];
      for (const { name, book } of booksOf(files, true))
        for (const words of wrongIn(book.before, await refreshedBy(book.file, book.asking))) wrong.push(`${name}: ${words}`);
      expect(wrong).toEqual([]);
    },
    1_800_000,
  );
});
