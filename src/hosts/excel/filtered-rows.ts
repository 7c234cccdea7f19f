import { around, type Block } from "../../workbook/block";
import { blockText } from "../../workbook/cell-address";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { isSetSupported, send } from "./office";

/**
 * True if a filter hides some of these rows. Excel then writes a block as if the hidden rows were not there: the first row goes into each visible one (office-js
 * issue 224, xlwings issue 747). Single cells are written as they are asked, and so are rows that are hidden without a filter.
 */
export async function filterHides(context: Excel.RequestContext, sheet: string, { row, rows }: Pick<Block, "row" | "rows">): Promise<boolean> {
  if (!isSetSupported("ExcelApi", "1.9")) return false;
  const worksheet = () => context.workbook.worksheets.getItem(sheet);
  const range = await send(context, () =>
    worksheet()
      .getRange(blockText({ row, column: 0, rows, columns: 1 }))
      .load("rowHidden"),
  );
  // Null if some are hidden.
  if ((range.rowHidden as boolean | null) === false) return false;
  const { filter, tables } = await send(context, () => ({
    filter: worksheet().autoFilter.load("isDataFiltered"),
    tables: worksheet().tables.load("items/autoFilter/isDataFiltered"),
  }));
  return filter.isDataFiltered || tables.items.some(({ autoFilter }) => autoFilter.isDataFiltered);
}

/** Throws a `WorkbookRefusal` if a filter hides rows among these blocks. A single row is written where it is asked. */
export async function refuseFiltered(context: Excel.RequestContext, sheet: string, blocks: readonly Block[]): Promise<void> {
  const all = around(blocks);
  if (all.rows > 1 && (await filterHides(context, sheet, all)))
    throw new WorkbookRefusal("A filter hides rows here, so Excel would write into wrong ones. Nothing was changed. Clear the filter, then try again.");
}
