import { hasServiceCall } from "../../workbook/service-calls";
import { isSetSupported } from "./office";
import { type Workbook, WorkbookRefusal } from "../../pane/workbook";
import { editNamedBlock, findNamedBlocks, readNamedBlock, referencesTo, setNamedBlock } from "./blocks";
import { calculateCells, reenterCells } from "./calculate-cells";
import { drawLineChart, findCharts, followChartCells, releaseChart, removeChart } from "./charts";
import { fileNameOf, openFile, readDocumentFile } from "./document-file";
import { documentSettings } from "./document-settings";
import { onExcelSelection, readSelection } from "./excel-selection";
import { findFormulaCells } from "./formula-cells";
import { inExcel, isEditingCell } from "./in-excel";
import { readShown } from "./shown-cells";
import { writeCells, writeWholeSheet } from "./write-cells";
import { requireSet } from "./excel-refusal";
import { blockText } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import { bySheet } from "./by-sheet";

/** Activates the cell's sheet, selects the cell and scrolls to it. */
async function selectCell(context: Excel.RequestContext, place: CellPlace): Promise<void> {
  const { sheets } = await bySheet(context, [place], (p) => p);
  const [name] = [...sheets.keys()];
  if (name === undefined) throw new WorkbookRefusal(`The sheet ${place.sheet} no longer exists. Rescan, then choose another cell.`);
  const sheet = context.workbook.worksheets.getItem(name);
  sheet.load("visibility");
  await context.sync();
  if (sheet.visibility !== Excel.SheetVisibility.visible)
    throw new WorkbookRefusal(
      sheet.visibility === Excel.SheetVisibility.veryHidden
        ? `The sheet ${name} is hidden by the workbook's author and can be shown only with VBA. Contact the author.`
        : `The sheet ${name} is hidden. Right-click any sheet tab, choose Unhide, then try again.`,
    );
  sheet.activate();
  sheet.getRange(blockText({ ...place, rows: 1, columns: 1 })).select();
  await context.sync();
}

/** Defines a workbook-wide name. Throws a `WorkbookRefusal` if it is already defined as something else. */
async function defineWorkbookName(context: Excel.RequestContext, name: string, formula: string): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.4"));
  const existing = context.workbook.names.getItemOrNullObject(name);
  existing.load("formula");
  await context.sync();
  if (!existing.isNullObject) {
    if (String(existing.formula) === formula) return;
    throw new WorkbookRefusal(`The name ${name} is already defined in this workbook. Delete it in Formulas, Name Manager, then try again.`);
  }
  context.workbook.names.add(name, formula);
  await context.sync();
}

/** The workbook open in Excel, through Office.js. Use it only once the host is ready. */
export const excelWorkbook: Workbook = {
  selection: () => inExcel(readSelection),
  onSelection: onExcelSelection,
  serviceCells: (scope, watch) =>
    inExcel(async (context) => {
      const found = await findFormulaCells(context, scope, (_, formula) => hasServiceCall(formula), watch);
      const shown = await readShown(context, found, watch && { ...(watch.signal && { signal: watch.signal }) });
      return found.map((cell, i) => ({ ...cell, ...(shown[i] ?? { value: null, text: "" }) }));
    }),
  shown: (places) => inExcel((context) => readShown(context, places)),
  recalculate: (places) => inExcel((context) => calculateCells(context, places)),
  write: (at, rows, options = {}) => inExcel((context) => writeCells(context, at, rows, options)),
  writeSheet: (name, rows, options = {}) => inExcel((context) => writeWholeSheet(context, name, rows, options)),
  goTo: (place) => inExcel((context) => selectCell(context, place)),
  reenter: (cells) => inExcel((context) => reenterCells(context, cells)),
  file: readDocumentFile,
  open: openFile,
  defineName: (name, formula) => inExcel((context) => defineWorkbookName(context, name, formula)),
  isEditing: isEditingCell,
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
