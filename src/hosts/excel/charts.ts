import type { Area } from "../../workbook/areas";
import { blockText } from "../../workbook/cell-address";
import { requireSet } from "./excel-refusal";
import { isSetSupported } from "./office";

/** Rows and columns of a new chart. */
const [ROWS, COLUMNS] = [15, 7];

const seriesBy = ({ rows, columns }: Area): Excel.ChartSeriesBy => (rows >= columns ? Excel.ChartSeriesBy.columns : Excel.ChartSeriesBy.rows);

/** Makes the chart of this name show these cells; false if their sheet has no such chart. */
export async function followCells(context: Excel.RequestContext, name: string, cells: Area): Promise<boolean> {
  requireSet(isSetSupported("ExcelApi", "1.4"));
  const sheet = context.workbook.worksheets.getItem(cells.sheet);
  const chart = sheet.charts.getItemOrNullObject(name);
  chart.load("name");
  await context.sync();
  if (chart.isNullObject) return false;
  chart.setData(sheet.getRange(blockText(cells)), seriesBy(cells));
  await context.sync();
  return true;
}

/** Draws a line chart of these cells to the right of them, or makes the one of this name show them. */
export async function drawLineChart(context: Excel.RequestContext, name: string, cells: Area, title: string): Promise<void> {
  if (await followCells(context, name, cells)) return;
  const sheet = context.workbook.worksheets.getItem(cells.sheet);
  const chart = sheet.charts.add(Excel.ChartType.line, sheet.getRange(blockText(cells)), seriesBy(cells));
  chart.name = name;
  chart.title.text = title;
  const [row, column] = [cells.row, cells.column + cells.columns + 1];
  chart.setPosition(blockText({ row, column, rows: 1, columns: 1 }), blockText({ row: row + ROWS, column: column + COLUMNS, rows: 1, columns: 1 }));
  await context.sync();
}
