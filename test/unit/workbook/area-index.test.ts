import { createAreaIndex } from "../../../src/workbook/area-index";
import type { Area } from "../../../src/workbook/areas";
import { hasCell, LAST_COLUMN, LAST_ROW } from "../../../src/workbook/cell-reference";
import { SEED } from "../../corpus";
import { integer, randomOf } from "../service/random-rows";

const random = randomOf(Number(SEED));
const area = (i: number): Area => ({
  sheet: i % 2 ? "One" : "two",
  row: integer(random, 0, 59),
  column: integer(random, 0, 23),
  rows: i % 3 === 0 ? 1 : integer(random, 1, 40),
  columns: integer(random, 1, i % 7 === 0 ? 20 : i % 3 === 0 ? 1 : 4),
});
const some = Array.from({ length: 200 }, (_, i) => area(i));
const areas: readonly Area[] = [
  ...some,
  some[1]!,
  { sheet: "One", row: 0, column: 3, rows: LAST_ROW + 1, columns: 1 },
  { sheet: "One", row: 7, column: 0, rows: 2, columns: LAST_COLUMN + 1 },
  { sheet: "One", row: 0, column: 0, rows: 0, columns: 0 },
];
const index = createAreaIndex<number>();
areas.forEach((one, i) => index.add(one, i));

const cells = ["one", "TWO"].flatMap((sheet) =>
  [0, 1, 7, 8, 31, 32, 63, 64, 99, LAST_ROW].flatMap((row) => [...Array(50).keys(), LAST_COLUMN].map((column) => ({ sheet, row, column }))),
);
const of = ({ sheet, row, column }: (typeof cells)[number]): number[] =>
  [...areas.keys()].filter((i) => areas[i]!.sheet.toLowerCase() === sheet.toLowerCase() && hasCell(areas[i]!, row, column));

test("an index of areas finds those that have a cell", () => {
  const wrong = cells.filter((cell) => {
    const found: number[] = [];
    index.search()({ ...cell, rows: 1, columns: 1 }, (i) => found.push(i));
    return JSON.stringify(found.sort((a, b) => a - b)) !== JSON.stringify(of(cell)) || index.has(cell.sheet, cell.row, cell.column) !== of(cell).length > 0;
  });
  expect(wrong).toEqual([]);
});

test("a search of a block finds the areas that share a cell with it, each once", () => {
  const blocks = areas.filter(({ rows, columns }) => rows <= 40 && columns <= 20);
  const wrong = blocks.filter((block) => {
    const found: number[] = [];
    index.search()(block, (i) => found.push(i));
    const expected = [...areas.keys()].filter((i) => {
      const { sheet, row, column, rows, columns } = areas[i]!;
      const isBeside = row >= block.row + block.rows || block.row >= row + rows || column >= block.column + block.columns || block.column >= column + columns;
      return sheet.toLowerCase() === block.sheet.toLowerCase() && !isBeside;
    });
    return JSON.stringify(found.sort((a, b) => a - b)) !== JSON.stringify(expected);
  });
  expect(wrong).toEqual([]);
});

test("a search over several cells finds each area once", () => {
  const found: number[] = [];
  const search = index.search();
  for (const cell of cells) search({ ...cell, rows: 1, columns: 1 }, (i) => found.push(i));
  expect(found.sort((a, b) => a - b)).toEqual([...new Set(cells.flatMap(of))].sort((a, b) => a - b));
});
