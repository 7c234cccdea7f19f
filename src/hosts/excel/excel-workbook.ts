import { hasServiceCall } from "../../workbook/service-calls";
import { isSetSupported } from "./office";
import type { Workbook } from "../../pane/workbook";
import { editNamedBlock, findNamedBlocks, readNamedBlock, referencesTo, setNamedBlock } from "./blocks";
import { calculateCells } from "./calculate-cells";
import { drawLineChart, findCharts, followChartCells, releaseChart, removeChart } from "./charts";
import { defineWorkbookName } from "./define-name";
import { openFile, readDocumentFile } from "./document-file";
import { documentSettings } from "./document-settings";
import { onExcelSelection, readSelection } from "./excel-selection";
import { fileNameOf } from "./file-name-of";
import { findFormulaCells } from "./formula-cells";
import { selectCell } from "./go-to-cell";
import { inExcel, isEditingCell } from "./in-excel";
import { reenterCells } from "./reenter-cells";
import { readShown } from "./shown-cells";
import { writeCells, writeWholeSheet } from "./write-cells";

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
