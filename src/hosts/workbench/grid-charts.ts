import type { FUniver } from "@univerjs/core/facade";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { sameJson } from "../../contract/same-json";
import { storedFields } from "../../engine/book/book-data";
import type { NamedCharts } from "../../pane/workbook";
import type { ChartCells } from "../../workbook/chart-cells";
import type { ChartSeries, SheetChart } from "../../workbook/book";
import type { GridSheets } from "./grid-sheets";
import { makeRoom } from "./grid-writing";
import { ChangeFieldsCommand } from "../../engine/edits/stored-fields";

/** One line for each column of values, over the days of the first column. */
function seriesOf({ cells, labels, orientation }: ChartCells): ChartSeries[] {
  const [lines, fields] = orientation === "down" ? [cells.rows, cells.columns] : [cells.columns, cells.rows];
  const strip = (field: number, line: number, count: number) =>
    orientation === "down"
      ? { row: cells.row + line, column: cells.column + field, rows: count, columns: 1 }
      : { row: cells.row + field, column: cells.column + line, rows: 1, columns: count };
  return Array.from({ length: fields - labels }, (_, i) => ({
    name: strip(labels + i, 0, 1),
    categories: strip(0, 1, lines - 1),
    values: strip(labels + i, 1, lines - 1),
  }));
}

/** The charts of the grid's sheets. Each change is one step to undo. */
export function createGridCharts(api: FUniver, sheets: GridSheets): NamedCharts {
  const chartsIn = (sheet: FWorksheet | undefined): readonly SheetChart[] => (sheet && storedFields(sheet.getSheet().getConfig()).charts) ?? [];
  const change = (sheet: FWorksheet, charts: readonly SheetChart[]): void =>
    void api.syncExecuteCommand(ChangeFieldsCommand.id, { unitId: sheets.book().getId(), subUnitId: sheet.getSheetId(), fields: { charts } });
  /** Changes the charts of this name; false if there are none. */
  function replace(name: string, sheetName: string, by: (chart: SheetChart) => readonly SheetChart[]): boolean {
    const sheet = sheets.named(sheetName);
    const charts = chartsIn(sheet);
    if (!sheet || !charts.some((chart) => chart.name === name)) return false;
    const after = charts.flatMap((chart) => (chart.name === name ? by(chart) : chart));
    if (!sameJson(after, charts)) change(sheet, after);
    return true;
  }
  const follow = (name: string, shown: ChartCells): boolean =>
    replace(name, shown.cells.sheet, (chart) => [{ ...chart, series: seriesOf(shown), format: shown.format }]);
  return {
    find: async (charts) => charts.map(({ name, sheet }) => chartsIn(sheets.named(sheet)).some((chart) => chart.name === name)),
    draw: async (name, chart) => {
      if (follow(name, chart)) return;
      const sheet = sheets.of(chart.cells);
      const { title, at, format } = chart;
      makeRoom(sheet, at.row + at.rows, at.column + at.columns);
      change(sheet, [...chartsIn(sheet), { name, days: true, kind: "line", title, at, series: seriesOf(chart), format }]);
    },
    follow: async (name, cells) => void follow(name, cells),
    remove: async (name, sheet) => replace(name, sheet, () => []),
    release: async (name, sheet) => void replace(name, sheet, ({ name: _, ...chart }) => [chart]),
  };
}
