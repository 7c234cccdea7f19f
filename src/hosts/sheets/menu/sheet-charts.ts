import type { Charts as SheetCharts } from "../../../tables/table-book";
import type { Area } from "../../../workbook/areas";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { growSheet } from "./sheet-blocks";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;
type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;

/** Property with the id of a chart: Google's charts have no names. */
const settingOf = (name: string): string => `service.chart.${name}`;

/** Line charts beside the spreadsheet's tables. */
export function createSheetCharts(book: Book): SheetCharts {
  const properties = PropertiesService.getDocumentProperties();
  const tabOf = (sheet: string): Tab => {
    const tab = book.getSheetByName(sheet);
    if (!tab) throw new WorkbookRefusal(`The sheet ${sheet} no longer exists.`);
    return tab;
  };
  const rangeOf = (tab: Tab, { row, column, rows, columns }: Area) => tab.getRange(row + 1, column + 1, rows, columns);
  const drawn = (tab: Tab, name: string): Chart | undefined => {
    const id = properties.getProperty(settingOf(name));
    return id === null ? undefined : tab.getCharts().find((chart) => String(chart.getChartId()) === id);
  };
  const show = (tab: Tab, chart: Chart, cells: Area): void => void tab.updateChart(chart.modify().clearRanges().addRange(rangeOf(tab, cells)).build());
  const release = (name: string): void => void properties.deleteProperty(settingOf(name));
  return {
    find: (charts) => charts.map(({ name, sheet }) => drawn(tabOf(sheet), name) !== undefined),
    draw: (name, { cells, title, at, orientation }) => {
      const tab = tabOf(cells.sheet);
      const existing = drawn(tab, name);
      if (existing) return show(tab, existing, cells);
      growSheet(tab, at.row + 1, at.column + 1);
      const before = new Set(tab.getCharts().map((chart) => chart.getChartId()));
      const builder = tab.newChart().setChartType(Charts.ChartType.LINE).addRange(rangeOf(tab, cells)).setNumHeaders(1);
      tab.insertChart(
        builder
          .setTransposeRowsAndColumns(orientation === "across")
          .setOption("title", title)
          .setPosition(at.row + 1, at.column + 1, 0, 0)
          .build(),
      );
      SpreadsheetApp.flush();
      const id = tab
        .getCharts()
        .map((chart) => chart.getChartId())
        .find((chart) => !before.has(chart));
      if (id != null) properties.setProperty(settingOf(name), String(id));
    },
    follow: (name, { cells }) => {
      const tab = tabOf(cells.sheet);
      const existing = drawn(tab, name);
      if (existing) show(tab, existing, cells);
    },
    remove: (name, sheet) => {
      const tab = tabOf(sheet);
      const existing = drawn(tab, name);
      if (existing) tab.removeChart(existing);
      release(name);
      return existing !== undefined;
    },
    release,
  };
}
