import type { Selection } from "../../pane/workbook";
import { codeOf } from "./excel-refusal";
import { SHOWN, shownAt } from "./shown-cells";
import { isSetSupported } from "./office";

const ACTIVE = `rowIndex,columnIndex,formulas,${SHOWN}`;
const SHAPE = "items/rowIndex,items/columnIndex,items/rowCount,items/columnCount";

/** What is selected; undefined where it is no cells but a chart or a picture. */
export async function readSelection(context: Excel.RequestContext): Promise<Selection | undefined> {
  const { workbook } = context;
  const withActive = isSetSupported("ExcelApi", "1.9");
  const selected = withActive ? workbook.getSelectedRanges() : workbook.getSelectedRange();
  const active = withActive ? workbook.getActiveCell() : (selected as Excel.Range).getCell(0, 0);
  selected.load(withActive ? "address" : "address,rowCount,columnCount");
  if (withActive) (selected as Excel.RangeAreas).areas.load(SHAPE);
  active.load(ACTIVE);
  active.worksheet.load("name");
  try {
    await context.sync();
  } catch (e) {
    if (["InvalidSelection", "ItemNotFound"].includes(codeOf(e))) return undefined;
    throw e;
  }
  const { rowIndex: row, columnIndex: column } = active;
  const areas = withActive ? (selected as Excel.RangeAreas).areas.items : [selected as Excel.Range];
  const around = withActive
    ? areas.find((a) => a.rowIndex <= row && row < a.rowIndex + a.rowCount && a.columnIndex <= column && column < a.columnIndex + a.columnCount)
    : areas[0];
  const formula: unknown = (active.formulas as unknown[][])[0]?.[0];
  const shown = shownAt(active, 0, 0);
  return {
    address: selected.address,
    rows: around?.rowCount ?? 1,
    columns: around?.columnCount ?? 1,
    active: { sheet: active.worksheet.name, row, column },
    // A text that begins with = stands in both places.
    formula: typeof formula === "string" && formula.startsWith("=") && formula !== shown.value ? formula : "",
    shown,
  };
}

/** Changes of the selection that come in a burst, as while an arrow key is held, are told of once. */
const BURST_MS = 60;

/** Hears of changes of the selection; returns a function that ends it. */
export function onExcelSelection(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const handler = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!ended) listener();
    }, BURST_MS);
  };
  const { document } = Office.context;
  // An Excel that tells of no changes leaves the pane at what it read last; there is nothing that a person could do about it.
  document.addHandlerAsync(Office.EventType.DocumentSelectionChanged, handler);
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeHandlerAsync(Office.EventType.DocumentSelectionChanged, { handler });
  };
}
