import fc from "fast-check";
import { columnName } from "../../../../src/workbook/cell-address";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { many, SEED } from "../../../corpus";
import { refreshed, SERIES } from "../../../lossless/scripted-service";
import { smallFile } from "../../workbook/xlsx/small-file";

/*
 * Random books whose formulas read a grid of typed numbers, calls and earlier formulas through every form of reference, compared with a model that knows the
 * cells of each form.
 */

const SHEETS = ["S", "My Sheet", "T"] as const;
const [ROWS, COLUMNS] = [4, 3];
/** A cell of the grid: sheet, row, column. */
type Cell = readonly [number, number, number];
interface Form {
  readonly text: string;
  readonly cells: readonly Cell[];
}
const corner = (row: number, column: number, dollar = ""): string => `${dollar}${columnName(column)}${dollar}${row + 1}`;
const on = (sheet: number): string => (SHEETS[sheet]!.includes(" ") ? `'${SHEETS[sheet]}'!` : `${SHEETS[sheet]}!`);
const block = ([sheet, row, column]: Cell, rows: number, columns: number): Cell[] =>
  Array.from({ length: rows * columns }, (_, i) => [sheet, row + Math.floor(i / columns), column + (i % columns)] as const);

/** What formulas use: relative names read the same row of column 1 and the cell to the left, table Tab is the grid of T. */
const NAMES = `<definedNames><definedName name="OF_ROW">S!$B1</definedName><definedName name="LEFT_OF">!XFD1</definedName><definedName name="ONE">S!$A$1</definedName><definedName name="ONE" localSheetId="2">T!$C$4</definedName><definedName name="UNITED">S!$A$1:$A$2,T!$B$2</definedName><definedName name="EACH">S:T!$A$1:$B$1</definedName><definedName name="MOVED">OFFSET(S!$A$1,1,1,2,2)</definedName></definedNames>`;
const REL = "http://schemas.openxmlformats.org/package/2006/relationships";
const TABLE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/table";
const PARTS = {
  "xl/worksheets/_rels/sheet3.xml.rels": `<Relationships xmlns="${REL}"><Relationship Id="rId1" Type="${TABLE}" Target="../tables/table1.xml"/></Relationships>`,
  "xl/tables/table1.xml": `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="Tab" displayName="Tab" ref="A1:C4" headerRowCount="0"><tableColumns count="3"><tableColumn id="1" name="# a"/><tableColumn id="2" name="b_x000a_c"/><tableColumn id="3" name="d "/></tableColumns></table>`,
};

/** The form of this number for a formula in column E of a sheet and row of the grid, whose grid cell is `at`. */
function formOf(kind: number, [sheet, row, column]: Cell, home: number, homeRow: number): Form {
  const [rows, columns] = [Math.min(2, ROWS - row), Math.min(2, COLUMNS - column)];
  const [one, area] = [[[sheet, row, column]] as Cell[], block([sheet, row, column], rows, columns)];
  const range = `${corner(row, column)}:${corner(row + rows - 1, column + columns - 1)}`;
  const everySheet = (cells: readonly Cell[]): Cell[] => SHEETS.flatMap((_, i) => cells.map(([, r, c]) => [i, r, c] as const));
  const forms: readonly Form[] = [
    { text: `${on(sheet)}${corner(row, column)}`, cells: one },
    { text: `${on(sheet)}${range}`, cells: area },
    { text: `${on(sheet)}${columnName(column)}:${columnName(column)}`, cells: block([sheet, 0, column], ROWS, 1) },
    { text: `S:T!${corner(row, column)}`, cells: everySheet(one) },
    { text: `'T:My Sheet'!${range}`, cells: everySheet(area).filter(([s]) => s > 0) },
    { text: "OF_ROW", cells: [[0, homeRow, 1]] },
    { text: "ONE", cells: [home === 2 ? [2, 3, 2] : [0, 0, 0]] },
    { text: "T!ONE", cells: [[2, 3, 2]] },
    { text: "UNITED", cells: [[0, 0, 0], [0, 1, 0], [2, 1, 1]] }, // prettier-ignore
    { text: "EACH", cells: everySheet([[0, 0, 0], [0, 0, 1]]) }, // prettier-ignore
    { text: "MOVED", cells: block([0, 1, 1], 2, 2) },
    { text: `(${on(sheet)}${corner(row, column)},${on(0)}A1)`, cells: [...one, [0, 0, 0]] },
    { text: `INDIRECT("${on(sheet)}${range}")`, cells: area },
    { text: `INDIRECT(${on(0)}$Z$${sheet + 1}&"${corner(row, column)}")`, cells: one },
    { text: `OFFSET(${on(sheet)}$A$1,${on(0)}$Y$${row + 1},${column},${rows},${columns})`, cells: area },
    { text: `${on(sheet)}A1:OFFSET(${on(sheet)}A1,${row},${column})`, cells: block([sheet, 0, 0], row + 1, column + 1) },
    { text: ["Tab['# a]", "Tab[b\nc]", "Tab[[d ]]"][column]!, cells: block([2, 0, column], ROWS, 1) },
    { text: "Tab[[b_x000a_c]:[d ]]", cells: block([2, 0, 1], ROWS, 2) },
    ...(home === 2 ? [{ text: "Tab[[#This Row],['# a]]", cells: [[2, homeRow, 0]] as Cell[] }] : []),
  ];
  return forms[kind % forms.length]!;
}

const FUNCTIONS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  SUM: (values) => values.reduce((sum, n) => sum + n, 0),
  MAX: (values) => Math.max(...values),
  COUNT: (values) => values.length,
};

/** A formula: function, form, cell of the grid that it reads, and whether it also reads the formula before it. */
const formula = fc.record({
  name: fc.constantFrom(...Object.keys(FUNCTIONS)),
  kind: fc.nat(18),
  cell: fc.tuple(fc.nat(2), fc.nat(ROWS - 1), fc.nat(COLUMNS - 1)),
  follows: fc.boolean(),
});
const books = fc.record({
  /** A value of each cell, or a call. */
  grid: fc.array(fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 99 }) }, { weight: 1, arbitrary: fc.constant("call") }), {
    minLength: 3 * ROWS * COLUMNS,
    maxLength: 3 * ROWS * COLUMNS,
  }),
  formulas: fc.array(formula, { minLength: 3 * ROWS, maxLength: 3 * ROWS }),
});

test("a changed call reaches every formula through every form of reference", async () => {
  await fc.assert(
    fc.asyncProperty(books, async ({ grid, formulas }) => {
      const valueAt =
        (call: number) =>
        ([sheet, row, column]: Cell): number => {
          const value = grid[(sheet * ROWS + row) * COLUMNS + column]!;
          return typeof value === "number" ? value : call;
        };
      const texts = new Map<string, string>();
      const values = (call: number): ReadonlyMap<string, number> => {
        const found = new Map<string, number>();
        let before: string | undefined;
        for (const [i, { name, kind, cell, follows }] of formulas.entries()) {
          const [home, row] = [Math.floor(i / ROWS), i % ROWS];
          const form = formOf(kind, cell, home, row);
          const address = `${on(home)}E${row + 1}`;
          const added = follows && before !== undefined ? before : undefined;
          texts.set(address, `${name}(${form.text})${added === undefined ? "" : `+${added}`}`);
          found.set(address, FUNCTIONS[name]!(form.cells.map(valueAt(call))) + (added === undefined ? 0 : found.get(added)!));
          before = address;
        }
        return found;
      };
      const [old, wanted] = [values(1), values(SERIES.NUM)];
      const rowOf = (sheet: number, row: number): string => {
        const cells = Array.from({ length: COLUMNS }, (_, column) => {
          const value = grid[(sheet * ROWS + row) * COLUMNS + column]!;
          return `<c r="${corner(row, column)}">${typeof value === "number" ? `<v>${value}</v>` : '<f>_xldudf_SERVICE_FRED("NUM")</f><v>1</v>'}</c>`;
        });
        const address = `${on(sheet)}E${row + 1}`;
        const own = `<c r="E${row + 1}"><f>${texts.get(address)!.replaceAll("&", "&amp;")}</f><v>${old.get(address)}</v></c>`;
        const typed =
          sheet > 0
            ? ""
            : `<c r="Y${row + 1}"><v>${row}</v></c>${row < SHEETS.length ? `<c r="Z${row + 1}" t="inlineStr"><is><t>${on(row)}</t></is></c>` : ""}`;
        return `<row r="${row + 1}">${cells.join("")}${own}${typed}</row>`;
      };
      const sheets = Object.fromEntries(SHEETS.map((name, sheet) => [name, Array.from({ length: ROWS }, (_, row) => rowOf(sheet, row)).join("")]));
      const { file, kept } = await refreshed(smallFile({ sheets, workbook: NAMES, parts: PARTS }));
      const shown = readBook(file).sheets.flatMap(({ cells }, sheet) =>
        cells.flatMap(({ row, column, value }) => (column === 4 ? [[`${on(sheet)}E${row + 1}`, value] as const] : [])),
      );
      expect(kept).toEqual([]);
      expect(
        shown.filter(([address, value]) => Math.abs(Number(value) - wanted.get(address)!) > 1e-9).map(([address, value]) => [texts.get(address), value]),
      ).toEqual([]);
    }),
    { numRuns: many(500, 25), seed: Number(SEED) },
  );
});
