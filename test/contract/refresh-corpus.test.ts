import { FileRefusal } from "../../src/workbook/xlsx/file-refusal";
import { many, partOf, TESTED } from "../corpus";
import { chosenOf, itWithCorpus } from "../lossless/corpus-files";
import { faultsOfForms } from "../lossless/forms";
import { withCalls } from "../lossless/insert-calls";
import { brokenRules } from "../lossless/invariants";
import { refreshed } from "../lossless/scripted-service";
import { faultsOf } from "../lossless/unchanged";

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
  itWithCorpus(
    "without SERVICE calls leaves every byte as it is, or refuses the file in a sentence",
    async (files) => {
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
    },
    600_000,
  );

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
        const known = new Set(brokenRules(book.file));
        for (const rule of brokenRules(result.file)) if (!known.has(rule)) wrong.push(`${name}: ${rule}`);
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
