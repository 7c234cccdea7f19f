import type { Selection } from "../../pane/workbook";
import { codeOf } from "./excel-refusal";
import { formulaAt } from "./read-blocks";
import { inExcel, isSetSupported } from "./office";
import { SHOWN, shownAt } from "./shown-cells";

const ACTIVE = `rowIndex,columnIndex,formulas,${SHOWN}`;
const SHAPE = "items/rowIndex,items/columnIndex,items/rowCount,items/columnCount";

/** The selection; undefined if it is not cells but a chart or picture. */
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
  return {
    address: selected.address,
    rows: around?.rowCount ?? 1,
    columns: around?.columnCount ?? 1,
    active: { sheet: active.worksheet.name, row, column },
    formula: formulaAt(active, 0, 0),
    shown: shownAt(active, 0, 0),
  };
}

/** Changes within this time, as while an arrow key is held, are reported once. */
const BURST_MS = 60;

const changeListeners = new Set<() => void>();
let registered: OfficeExtension.EventHandlerResult<Excel.WorksheetChangedEventArgs> | undefined;
let registering: Promise<void> = Promise.resolve();

async function register(): Promise<void> {
  if (changeListeners.size > 0 && !registered)
    registered = await inExcel(async (context) => {
      const added = context.workbook.worksheets.onChanged.add(async () => changeListeners.forEach((listener) => listener()));
      await context.sync();
      return added;
    });
  else if (changeListeners.size === 0 && registered) {
    const added = registered;
    registered = undefined;
    added.remove();
    await added.context.sync();
  }
}

/**
 * Calls the listener when the content of cells was changed, not when it was calculated. Returns a function that removes it. All listeners share one handler,
 * because removing one may end the event for the others. Failures are not reported, because the user cannot fix them.
 */
function onChangedCells(listener: () => void): () => void {
  if (!isSetSupported("ExcelApi", "1.9")) return () => undefined;
  const update = () => (registering = registering.then(register).catch(() => undefined));
  changeListeners.add(listener);
  void update();
  return () => {
    changeListeners.delete(listener);
    void update();
  };
}

/** Calls the listener when other cells are selected, or when the content of cells was changed. Returns a function that removes it. */
export function onExcelSelection(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const handler = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!ended) listener();
    }, BURST_MS);
  };
  const endChanges = onChangedCells(handler);
  const { document } = Office.context;
  // If Excel cannot report changes, the pane keeps the last selection; the user cannot fix this, so it is not reported.
  document.addHandlerAsync(Office.EventType.DocumentSelectionChanged, handler);
  return () => {
    ended = true;
    clearTimeout(timer);
    endChanges();
    document.removeHandlerAsync(Office.EventType.DocumentSelectionChanged, { handler });
  };
}
