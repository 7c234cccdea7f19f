import { hiddenSheetWords, type Workbook } from "../../pane/workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { CellPlace } from "../../workbook/cell";
import { blockText, refOf } from "../../workbook/cell-address";
import type { ChartCells, NewChart } from "../../workbook/chart-cells";
import { hasServiceCall } from "../../workbook/formulas/service-calls";
import { editNamedBlock, findNamedBlocks, readNamedBlock, referencesTo, setNamedBlock } from "./blocks";
import { calculateCells } from "./calculate-cells";
import { repairCells } from "./repair-cells";
import { documentSettings } from "./document-settings";
import { fileNameOf, openFile, readDocumentFile } from "./document-file";
import { codeOf, requireSet } from "./excel-refusal";
import { onExcelSelection, readSelection } from "./excel-selection";
import { findFormulaCells } from "./formula-cells";
import { heldRequests, inExcel, isEditingCell, isSetSupported, readExcel, send } from "./office";
import { readShown } from "./shown-cells";
import { writeCells, writeWholeSheet } from "./write-cells";
import { bySheet } from "./enter-formulas";

/** A chart's place in the workbook. */
interface ChartName {
  readonly name: string;
  readonly sheet: string;
}

/** The charts that their sheets have, in the given order. */
async function existing(context: Excel.RequestContext, charts: readonly ChartName[]): Promise<readonly (Excel.Chart | undefined)[]> {
  if (!isSetSupported("ExcelApi", "1.4")) return charts.map(() => undefined);
  const chartOf = ({ name, sheet }: ChartName) => context.workbook.worksheets.getItem(sheet).charts.getItemOrNullObject(name).load("name");
  const found = await send(context, () => charts.map(chartOf));
  return found.map((chart) => (chart.isNullObject ? undefined : chart));
}

const seriesBy = ({ orientation }: ChartCells): Excel.ChartSeriesBy => (orientation === "down" ? Excel.ChartSeriesBy.columns : Excel.ChartSeriesBy.rows);

const findCharts = async (context: Excel.RequestContext, charts: readonly ChartName[]): Promise<readonly boolean[]> =>
  (await existing(context, charts)).map((chart) => chart !== undefined);

/** Makes the chart of this name show these cells; false if their sheet has no such chart. */
async function followChartCells(context: Excel.RequestContext, name: string, shown: ChartCells): Promise<boolean> {
  const { cells } = shown;
  const [chart] = await existing(context, [{ name, sheet: cells.sheet }]);
  if (!chart) return false;
  chart.setData(context.workbook.worksheets.getItem(cells.sheet).getRange(blockText(cells)), seriesBy(shown));
  await context.sync();
  return true;
}

/** Draws a line chart, or makes the one of this name show the cells. */
async function drawLineChart(context: Excel.RequestContext, name: string, chart: NewChart): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.4"));
  if (await followChartCells(context, name, chart)) return;
  const { cells, title, at } = chart;
  const sheet = context.workbook.worksheets.getItem(cells.sheet);
  const drawn = sheet.charts.add(Excel.ChartType.line, sheet.getRange(blockText(cells)), seriesBy(chart));
  drawn.name = name;
  drawn.title.text = title;
  drawn.setPosition(refOf(at), refOf({ row: at.row + at.rows - 1, column: at.column + at.columns - 1 }));
  await context.sync();
}

async function removeChart(context: Excel.RequestContext, name: string, sheet: string): Promise<boolean> {
  const [chart] = await existing(context, [{ name, sheet }]);
  chart?.delete();
  await context.sync();
  return chart !== undefined;
}

/** Renames a chart, so that no later table takes it for its own. */
async function releaseChart(context: Excel.RequestContext, name: string, sheet: string): Promise<void> {
  const [chart] = await existing(context, [{ name, sheet }]);
  if (chart) chart.name = `${name}_removed`;
  await context.sync();
}

/** Activates the cell's sheet, selects the cell and scrolls to it; `hidden` if its row or column is hidden. */
async function selectCell(context: Excel.RequestContext, place: CellPlace): Promise<"hidden" | void> {
  const { sheets } = await bySheet(context, [place], (p) => p);
  const [name] = [...sheets.keys()];
  if (name === undefined) throw new WorkbookRefusal(`The sheet ${place.sheet} no longer exists. Rescan, then choose another cell.`);
  const sheet = await send(context, () => context.workbook.worksheets.getItem(name).load("visibility"));
  if (sheet.visibility !== Excel.SheetVisibility.visible)
    throw new WorkbookRefusal(hiddenSheetWords(name, sheet.visibility === Excel.SheetVisibility.veryHidden));
  sheet.activate();
  const range = sheet.getRange(refOf(place)).load("rowHidden,columnHidden");
  range.select();
  await context.sync();
  if (range.rowHidden || range.columnHidden) return "hidden";
}

/**
 * Defines a workbook-wide name. Throws a `WorkbookRefusal` if it is already defined as something else. Where the comma is the decimal point, Excel gives the
 * formula of a name with semicolons, and some versions accept no other (office-js issues 2834, 2891).
 */
async function defineWorkbookName(context: Excel.RequestContext, name: string, formula: string): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.4"));
  const existing = await send(context, () => context.workbook.names.getItemOrNullObject(name).load("formula"));
  const withSemicolons = formula.replaceAll(",", ";");
  if (!existing.isNullObject) {
    if ([formula, withSemicolons].includes(String(existing.formula))) return;
    throw new WorkbookRefusal(`The name ${name} is already defined in this workbook. Delete it in Formulas, Name Manager, then try again.`);
  }
  const add = (form: string) => send(context, () => context.workbook.names.add(name, form));
  await add(formula).catch((e: unknown) => {
    if (codeOf(e) !== "InvalidArgument") throw e;
    return add(withSemicolons);
  });
}

/** The workbook open in Excel, through Office.js. Use it only once the host is ready. */
export const excelWorkbook: Workbook = {
  selection: () => inExcel(readSelection),
  onSelection: onExcelSelection,
  serviceCells: (scope, watch) =>
    readExcel(async (context) => {
      const found = await findFormulaCells(context, scope, (_, formula) => hasServiceCall(formula), watch);
      const shown = await readShown(context, found, watch && { ...(watch.signal && { signal: watch.signal }) });
      return found.map((cell, i) => ({ ...cell, ...(shown[i] ?? { value: null, text: "" }) }));
    }, watch),
  shown: (places, watch) => readExcel((context) => readShown(context, places, watch), watch),
  recalculate: (places, watch) => inExcel((context) => calculateCells(context, places, watch), watch),
  write: (at, rows, options = {}) => inExcel((context) => writeCells(context, at, rows, options)),
  writeSheet: (name, rows, options = {}) => inExcel((context) => writeWholeSheet(context, name, rows, options)),
  goTo: (place) => inExcel((context) => selectCell(context, place)),
  reenter: (cells) => inExcel((context) => repairCells(context, cells)),
  file: readDocumentFile,
  open: openFile,
  defineName: (name, formula) => inExcel((context) => defineWorkbookName(context, name, formula)),
  isEditing: isEditingCell,
  held: heldRequests,
  // The version with the methods for spilled cells is the first whose formulas spill.
  arrays: () => isSetSupported("ExcelApi", "1.12"),
  blocks: {
    find: (names) => inExcel((context) => findNamedBlocks(context, names)),
    read: (name) => inExcel((context) => readNamedBlock(context, name)),
    set: (name, block) => inExcel((context) => setNamedBlock(context, name, block)),
    edit: (name, read, edits, block) => inExcel((context) => editNamedBlock(context, name, read, edits, block)),
    references: (sheet) => inExcel((context) => referencesTo(context, sheet)),
  },
  charts: {
    find: (charts) => inExcel((context) => findCharts(context, charts)),
    draw: (name, chart) => inExcel((context) => drawLineChart(context, name, chart)),
    follow: (name, cells) => inExcel(async (context) => void (await followChartCells(context, name, cells))),
    remove: (name, sheet) => inExcel((context) => removeChart(context, name, sheet)),
    release: (name, sheet) => inExcel((context) => releaseChart(context, name, sheet)),
  },
  fileName: () => fileNameOf(Office.context.document.url),
  settings: documentSettings,
};
