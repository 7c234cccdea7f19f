import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { BookSheet } from "../../../../src/workbook/book";
import type { Block } from "../../../../src/workbook/block";
import { starterBook } from "../../../../src/workbook/templates/templates";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { writeBook } from "../../../../src/workbook/xlsx/write-book";
import { brokenRules } from "../../../lossless/invariants";
import { entriesOf } from "../../../lossless/package-text";
import { refreshed } from "../../../lossless/scripted-service";

const STARTER = starterBook();
const FILE = writeBook(STARTER);
const CHART = /^xl\/(charts|drawings)\//;

const cellsOf = ({ cells }: BookSheet, { row, column, rows, columns }: Block) =>
  cells.filter((c) => c.row >= row && c.row < row + rows && c.column >= column && c.column < column + columns);
/** The file with another text in one of its parts. */
function changed(part: string, from: string, to: string): Uint8Array {
  const parts = unzipSync(FILE);
  const text = strFromU8(parts[part]!);
  expect(text).toContain(from);
  return zipSync({ ...parts, [part]: strToU8(text.replace(from, to)) });
}
/** Pixels of a column in Excel and in the workbench. */
const pixels = (width: number): number => Math.round(width * 7 + 5);

it("writes real chart parts that break no rule of the file format", () => {
  expect(brokenRules(FILE)).toEqual([]);
  const names = Object.keys(unzipSync(FILE)).filter((name) => CHART.test(name));
  expect(names.filter((name) => name.startsWith("xl/charts/"))).toHaveLength(6);
  const sheet = strFromU8(unzipSync(FILE)["xl/worksheets/sheet1.xml"]!);
  expect(sheet).toMatch(/<pageMargins[^>]*\/><drawing [^>]*r:id="rId1"\/><\/worksheet>$/);
});

it("reads its own charts back, and leaves out a chart that another program has changed", () => {
  expect(readBook(FILE).sheets.map(({ charts }) => charts)).toEqual(STARTER.sheets.map(({ charts }) => charts));
  expect(readBook(FILE).leftOut).toBeUndefined();
  const other = readBook(changed("xl/charts/chart1.xml", '<c:gapWidth val="60"/>', '<c:gapWidth val="61"/>'));
  expect([other.sheets[0]?.charts, other.leftOut]).toEqual([undefined, ["1 chart"]]);
  expect(other.sheets[1]?.charts).toBeDefined();
});

it("keeps the name of a chart and its axis of days", () => {
  const [first] = STARTER.sheets;
  const [chart] = first!.charts!;
  const charts = [chart!, { ...chart!, kind: "line" as const, name: "_service_table_t1", days: true as const }];
  const file = writeBook({ ...STARTER, sheets: [{ ...first!, charts }] });
  expect(brokenRules(file)).toEqual([]);
  expect(readBook(file).sheets[0]?.charts).toEqual(charts);
  expect(strFromU8(unzipSync(file)["xl/drawings/drawing1.xml"]!)).toContain('name="_service_table_t1"');
});

it("names sheets with apostrophes, and texts with markup, as files need them", () => {
  const [first] = STARTER.sheets;
  const sheet: BookSheet = { ...first!, name: "Tom's <Q&A>", charts: [{ ...first!.charts![0]!, title: 'Rates & "spreads" <bp>' }] };
  const file = writeBook({ ...STARTER, sheets: [sheet] });
  expect(brokenRules(file)).toEqual([]);
  expect(strFromU8(unzipSync(file)["xl/charts/chart1.xml"]!)).toContain("'Tom''s &lt;Q&amp;A&gt;'!$A$");
  expect(readBook(file).sheets[0]?.charts).toEqual(sheet.charts);
});

it("keeps every chart byte for byte in a refresh", async () => {
  const result = await refreshed(FILE);
  expect(result.changed.length).toBeGreaterThan(100);
  const [was, is] = [entriesOf(FILE), entriesOf(result.file)];
  const charts = [...was.keys()].filter((name) => CHART.test(name) || name.endsWith(".rels"));
  expect(charts.length).toBeGreaterThan(18);
  for (const name of charts) expect([name, Buffer.compare(was.get(name)!, is.get(name)!)]).toEqual([name, 0]);
});

describe.each(STARTER.sheets.map((sheet) => [sheet.name, sheet] as const))("the template %s", (_, sheet) => {
  it("has a chart of numbers only, with a name for each series and a category for each value", () => {
    expect(sheet.charts?.length).toBeGreaterThan(0);
    for (const { series, at } of sheet.charts!) {
      expect(cellsOf(sheet, at)).toEqual([]);
      for (const { name, categories, values } of series) {
        expect(cellsOf(sheet, name)).toHaveLength(1);
        expect(cellsOf(sheet, categories)).toHaveLength(values.rows);
        expect(cellsOf(sheet, values).map(({ formula }) => formula)).toEqual(
          Array.from({ length: values.rows }, () => expect.stringMatching(/^=IF\(ISNUMBER\(([A-Z]+\d+)\),\1,NA\(\)\)$/)),
        );
        expect(sheet.columns!.filter(({ from, hidden }) => from === values.column && hidden)).toHaveLength(1);
      }
    }
  });

  it("fits beside the pane on a screen of 1,440 pixels", () => {
    const shown = sheet.columns!.filter(({ hidden }) => !hidden);
    // The pane has 350 pixels, the row numbers 46.
    expect(shown.reduce((sum, { width = 8 }) => sum + pixels(width), 0)).toBeLessThanOrEqual(1_440 - 350 - 46);
  });

  it("has headings that fit into two lines of their columns", () => {
    const width = (column: number): number => sheet.columns!.find(({ from, to }) => from <= column && column <= to)?.width ?? 8;
    const long = sheet.cells.filter(({ style, value, column }) => {
      if (!style?.bold || !style.wrap || typeof value !== "string") return false;
      const words = value.split(" ");
      let [lines, used] = [1, 0];
      for (const { length } of words) {
        if (used > 0 && used + 1 + length > width(column)) [lines, used] = [lines + 1, length];
        else used += length + (used > 0 ? 1 : 0);
      }
      return lines > 2 || words.some(({ length }) => length > width(column));
    });
    expect(long.map(({ value }) => value)).toEqual([]);
  });
});
