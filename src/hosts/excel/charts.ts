import type { ChartCells, NewChart } from "../../workbook/chart-cells";
import { blockText } from "../../workbook/cell-address";
import { requireSet } from "./excel-refusal";
import { isSetSupported } from "./office";

/** A chart's place in the workbook. */
interface ChartName {
  readonly name: string;
  readonly sheet: string;
}

/** The charts that their sheets have, in the given order. */
async function existing(context: Excel.RequestContext, charts: readonly ChartName[]): Promise<readonly (Excel.Chart | undefined)[]> {
  if (!isSetSupported("ExcelApi", "1.4")) return charts.map(() => undefined);
  const found = charts.map(({ name, sheet }) => context.workbook.worksheets.getItem(sheet).charts.getItemOrNullObject(name));
  for (const chart of found) chart.load("name");
  await context.sync();
  return found.map((chart) => (chart.isNullObject ? undefined : chart));
}

const seriesBy = ({ orientation }: ChartCells): Excel.ChartSeriesBy => (orientation === "down" ? Excel.ChartSeriesBy.columns : Excel.ChartSeriesBy.rows);

export const findCharts = async (context: Excel.RequestContext, charts: readonly ChartName[]): Promise<readonly boolean[]> =>
  (await existing(context, charts)).map((chart) => chart !== undefined);

/** Makes the chart of this name show these cells; false if their sheet has no such chart. */
export async function followChartCells(context: Excel.RequestContext, name: string, shown: ChartCells): Promise<boolean> {
  const { cells } = shown;
  const [chart] = await existing(context, [{ name, sheet: cells.sheet }]);
  if (!chart) return false;
  chart.setData(context.workbook.worksheets.getItem(cells.sheet).getRange(blockText(cells)), seriesBy(shown));
  await context.sync();
  return true;
}

/** Draws a line chart, or makes the one of this name show the cells. */
export async function drawLineChart(context: Excel.RequestContext, name: string, chart: NewChart): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.4"));
  if (await followChartCells(context, name, chart)) return;
  const { cells, title, at } = chart;
  const sheet = context.workbook.worksheets.getItem(cells.sheet);
  const drawn = sheet.charts.add(Excel.ChartType.line, sheet.getRange(blockText(cells)), seriesBy(chart));
  drawn.name = name;
  drawn.title.text = title;
  drawn.setPosition(
    blockText({ ...at, rows: 1, columns: 1 }),
    blockText({ row: at.row + at.rows - 1, column: at.column + at.columns - 1, rows: 1, columns: 1 }),
  );
  await context.sync();
}

export async function removeChart(context: Excel.RequestContext, name: string, sheet: string): Promise<boolean> {
  const [chart] = await existing(context, [{ name, sheet }]);
  chart?.delete();
  await context.sync();
  return chart !== undefined;
}

/** Renames a chart, so that no later table takes it for its own. */
export async function releaseChart(context: Excel.RequestContext, name: string, sheet: string): Promise<void> {
  const [chart] = await existing(context, [{ name, sheet }]);
  if (chart) chart.name = `${name}_removed`;
  await context.sync();
}
