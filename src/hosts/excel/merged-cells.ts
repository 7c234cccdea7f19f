import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { Block } from "../../workbook/block";
import { writtenOverMerged } from "../../workbook/merged-cells";
import { isSetSupported, send } from "./office";
import { RANGE_SHAPES, shapeOfRange } from "./read-blocks";

/**
 * Throws a `WorkbookRefusal` if merged cells are where blocks are to be written: Excel drops what is written to any but the first of them, and says nothing. All
 * merged cells of the sheet are read, because Excel names only those whose first cell is in the given range (office-js issue 3611). Excel before ExcelApi 1.13
 * does not name them.
 */
export async function refuseMerged(context: Excel.RequestContext, sheet: string, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0 || !isSetSupported("ExcelApi", "1.13")) return;
  const merged = () => context.workbook.worksheets.getItem(sheet).getRange().getMergedAreasOrNullObject();
  if ((await send(context, () => merged().load("areaCount"))).isNullObject) return;
  const areas = await send(context, () => merged().areas.load(RANGE_SHAPES));
  const words = writtenOverMerged(sheet, blocks, areas.items.map(shapeOfRange));
  if (words !== undefined) throw new WorkbookRefusal(words);
}
