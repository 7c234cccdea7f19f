import { blockName } from "../../../tables/settings";
import type { Charts as SheetCharts } from "../../../tables/table-book";
import type { Area } from "../../../workbook/areas";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { makeRoom } from "./sheet-blocks";

type Book = GoogleAppsScript.Spreadsheet.Spreadsheet;
type Tab = GoogleAppsScript.Spreadsheet.Sheet;
type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;

/** Property with the id of a chart: Google's charts have no names. */
const settingOf = (name: string): string => `service.chart.${name}`;

/** Forgets the chart of an earlier table with this id; the chart stays. */
export const forgetChart = (id: string): void => void PropertiesService.getDocumentProperties().deleteProperty(settingOf(blockName(id)));

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
  return {
    draw: (name, cells, title) => {
      const tab = tabOf(cells.sheet);
      const existing = drawn(tab, name);
      if (existing) return show(tab, existing, cells);
      const beside = cells.column + cells.columns + 2;
      makeRoom(tab, cells.row + 1, beside);
      const before = new Set(tab.getCharts().map((chart) => chart.getChartId()));
      const builder = tab.newChart().setChartType(Charts.ChartType.LINE).addRange(rangeOf(tab, cells)).setNumHeaders(1);
      tab.insertChart(
        builder
          .setOption("title", title)
          .setPosition(cells.row + 1, beside, 0, 0)
          .build(),
      );
      SpreadsheetApp.flush();
      const id = tab
        .getCharts()
        .map((chart) => chart.getChartId())
        .find((chart) => !before.has(chart));
      if (id != null) properties.setProperty(settingOf(name), String(id));
    },
    follow: (name, cells) => {
      const tab = tabOf(cells.sheet);
      const existing = drawn(tab, name);
      if (existing) show(tab, existing, cells);
    },
  };
}
