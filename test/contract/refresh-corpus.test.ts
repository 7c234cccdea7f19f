import { readFileSync } from "node:fs";
import path from "node:path";
import { FileRefusal } from "../../src/workbook/xlsx/file-refusal";
import { many, partOf, TESTED, WHOLE } from "../corpus";
import { chosenOf, type CorpusFile, itWithCorpus } from "../lossless/corpus-files";
import { faultsOfForms } from "../lossless/forms";
import { withCalls } from "../lossless/insert-calls";
import { newlyBroken } from "../lossless/invariants";
import { refreshed, refreshedBy } from "../lossless/scripted-service";
import { faultsOf } from "../lossless/unchanged";
import { precisionOf, sameResult } from "../../src/engine/trust/agreement";
import { MOMENT_FUNCTIONS } from "../../src/engine/trust/trust";
import type { KeptFormula } from "../../src/hosts/refresh/changes";
import type { RefreshedBook } from "../../src/hosts/refresh/refresh-book";
import type { Book } from "../../src/workbook/book";
import type { CellValue } from "../../src/workbook/cell";
import { addressOf } from "../../src/workbook/cell-address";
import { hasServiceCall } from "../../src/workbook/formulas/service-calls";
import { withAnswers, type WithAnswers } from "../lossless/constants-as-calls";
import { dependenciesOf } from "../lossless/dependents";

/** Files with something that few others have; every run tests them. */
const RARE =
  /issue_(?:174|261|530)|nonstandard-xml-ns-prefix|strict_iso|richtext-namespaced|minimal_package|inlineStr_cdata|picture_richdata|dynamic_array0[12]|missing_r_on_row|date_1904|pivots|vba|column_row_ranges|comment03|quote_name02/;

/** Of these, the ones with unusual parts, names and styles. */
const RARE_FORMS = /nonstandard-xml-ns-prefix|strict_iso|richtext-namespaced|minimal_package|missing_r_on_row/;

/** The refusals of these files. */
const REFUSED: Readonly<Record<string, string>> = {
  "calamine/issue252.xlsx":
    "Expected an .xlsx workbook, got one whose part xl/_rels/workbook.xml.rels is damaged: it holds more than the 697 bytes that the file says. Copy or download the file again and open that.",
  "calamine/pass_protected.xlsx":
    "Expected an .xlsx workbook, got one that is locked with a password. Open it in Excel, remove the password under File, Info, Protect Workbook, and save it.",
};

describe(`a refresh of workbooks that others made (${TESTED})`, () => {
  itWithCorpus("without SERVICE calls leaves every byte as it is, or refuses the file in a sentence", async (files) => {
    const wrong: string[] = [];
    for (const { name, read } of partOf(files, 0.03, ({ name }) => name).concat(files.filter(({ name }) => name in REFUSED))) {
      try {
        const file = read();
        const { file: after, ...rest } = await refreshed(file);
        if (after !== file || name in REFUSED) wrong.push(`${name}: changed or accepted`);
        if (rest.calculated + rest.kept.length + rest.changed.length > 0) wrong.push(`${name}: calculated`);
      } catch (e) {
        if (!(e instanceof FileRefusal)) throw new Error(`${name} failed`, { cause: e });
        if (e.message !== REFUSED[name]) wrong.push(`${name}: ${e.message}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  itWithCorpus(
    "with SERVICE calls in every stored form changes their cells and what depends on them, and no other byte",
    async (files) => {
      const wrong: string[] = [];
      let tested = 0;
      for (const { name, read } of chosenOf(files, 0.006, RARE)) {
        if (name in REFUSED) continue;
        const book = withCalls(read());
        if (!book) continue;
        tested++;
        const result = await refreshed(book.file);
        for (const fault of faultsOf(book, result)) wrong.push(`${name}: ${fault}`);
        for (const rule of newlyBroken(book.file, result.file)) wrong.push(`${name}: ${rule}`);
      }
      expect(wrong).toEqual([]);
      expect(tested).toBeGreaterThan(many(1_280, 15));
    },
    900_000,
  );

  itWithCorpus(
    "with SERVICE calls are repaired, copied with values and marked for calculation, and nothing else changes",
    async (files) => {
      const wrong: string[] = [];
      let tested = 0;
      for (const { name, read } of chosenOf(files, 0.001, RARE_FORMS)) {
        const book = name in REFUSED ? undefined : withCalls(read());
        if (!book) continue;
        tested++;
        for (const fault of await faultsOfForms(book)) wrong.push(`${name}, ${fault}`);
      }
      expect(wrong).toEqual([]);
      expect(tested).toBeGreaterThan(many(1_280, 4));
    },
    900_000,
  );
});

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
