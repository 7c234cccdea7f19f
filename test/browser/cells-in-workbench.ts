import { serialOf } from "../../src/contract/dates";
import { shownValue, type Shown } from "../conformance/cells-under-test";
import type { Workbench } from "./workbench";

/** A cell of the workbench: a formula with its equals sign, or text. */
type BenchCell = { readonly formula: string } | { readonly text: string };

/** Grid cell type of text, whatever the text looks like. */
const FORCED_TEXT = 4;

/** What the cells of this block show, row by row, after every call is answered. The block begins in A1. */
export async function shownInWorkbench(workbench: Workbench, rows: readonly (readonly BenchCell[])[]): Promise<readonly (readonly Shown[])[]> {
  const contents = rows.map((row) => row.map((cell) => ("formula" in cell ? { f: cell.formula, v: null } : { v: cell.text, t: FORCED_TEXT })));
  await workbench.grid.evaluate(({ api }, cells) => {
    const sheet = api.getActiveWorkbook().getActiveSheet();
    sheet.getRange(0, 0, cells.length, cells[0]?.length ?? 0).setValues(cells);
  }, contents);
  await workbench.settled();
  const shown = await workbench.grid.evaluate(async ({ api, functions, workbook }, cells) => {
    const book = api.getActiveWorkbook();
    const sheet = book.getActiveSheet();
    const places = cells.flatMap((row, r) => row.map((_, column) => ({ row: r, column })));
    const values = await workbook.shown(places.map((place) => ({ sheet: sheet.getSheetName(), ...place })));
    return values.map(({ value }, i) => ({ value, message: functions.messageOf({ unit: book.getId(), sheet: sheet.getSheetId(), ...places[i]! }) ?? "" }));
  }, contents);
  const width = rows[0]?.length ?? 0;
  return rows.map((row, r) =>
    row.map((_, c): Shown => {
      const { value, message } = shown[r * width + c]!;
      if (value === null) return { kind: "value", value: "" };
      return typeof value === "object" ? { kind: "error", error: value.error, message } : shownValue(value);
    }),
  );
}

/** Another host's result as the grid stores it: a date is a serial number. */
export const asInGrid = (shown: Shown): Shown =>
  shown.kind === "value" && shown.day ? { kind: "value", value: serialOf(String(shown.value)) ?? shown.value } : shown;
