import { TESTED } from "../corpus";
import { chosenOf, faultsOfEach, itWithCorpus } from "../lossless/corpus-files";
import { faultsOfCopy, faultsOfSheetEdits, type LineEdit } from "../lossless/edit-sheets";
import { EDITS, faultsOfEdit, type EditKind } from "../lossless/edit-cell";

const KINDS = Object.keys(EDITS) as EditKind[];
/** Files with something that few others have; every run tests them. */
const RARE =
  /nonstandard-xml-ns-prefix|strict_iso|richtext-namespaced|minimal_package|inlineStr_cdata|dynamic_array0[12]|missing_r_on_row|date_1904|pivots|comment03|cf_tests/;

const LINES: readonly (readonly LineEdit[])[] = [
  [{ kind: "insert", along: "rows", at: 1, count: 2 }],
  [{ kind: "insert", along: "columns", at: 0, count: 1 }],
  [{ kind: "remove", along: "rows", at: 1, count: 1 }],
  [
    { kind: "insert", along: "rows", at: 3, count: 1 },
    { kind: "remove", along: "columns", at: 1, count: 1 },
    { kind: "move", along: "rows", at: 1, count: 1, to: 4 },
  ],
  [
    { kind: "cut", block: { row: 0, column: 0, rows: 3, columns: 2 }, to: { row: 5, column: 1 } },
    { kind: "insert", along: "columns", at: 1, count: 1 },
  ],
];

describe(`a save of workbooks that others made (${TESTED})`, () => {
  itWithCorpus(
    "with one edited cell changes that cell and no other byte",
    (files) =>
      expect(
        faultsOfEach(chosenOf(files, 0.03, RARE), (file, i) => {
          const kind = KINDS[i % KINDS.length]!;
          return faultsOfEdit(file, kind, 7 * i).map((fault) => `${kind}: ${fault}`);
        }),
      ).toEqual([]),
    600_000,
  );

  itWithCorpus(
    "with a renamed sheet, inserted, removed and moved rows and columns, and cut cells keeps every part, and all that refers to cells follows",
    (files) => expect(faultsOfEach(chosenOf(files, 0.02, RARE), (file, i) => faultsOfSheetEdits(file, LINES[i % LINES.length]!))).toEqual([]),
    600_000,
  );

  itWithCorpus(
    "with a copied sheet keeps every part, and the copy has the sheet's cells",
    (files) => expect(faultsOfEach(chosenOf(files, 0.02, RARE), faultsOfCopy)).toEqual([]),
    600_000,
  );
});
