import type { CellPlace } from "../../workbook/cell";
import type { Refused } from "../../pane/workbook";

const SHEET_GONE = "The sheet no longer exists. Rescan, or select another cell.";

interface BySheet<T> {
  readonly sheets: ReadonlyMap<string, readonly T[]>;
  /** Items whose sheet does not exist. */
  readonly gone: readonly Refused[];
}

/** Groups items by sheet, with the workbook's spelling of the name. */
export async function bySheet<T>(context: Excel.RequestContext, items: readonly T[], placeOf: (item: T) => CellPlace): Promise<BySheet<T>> {
  const { worksheets } = context.workbook;
  worksheets.load("items/name");
  await context.sync();
  const names = new Map(worksheets.items.map(({ name }) => [name.toLowerCase(), name]));
  const sheets = new Map<string, T[]>();
  const gone: Refused[] = [];
  for (const item of items) {
    const place = placeOf(item);
    const name = names.get(place.sheet.toLowerCase());
    if (name === undefined) gone.push({ place, why: SHEET_GONE });
    else {
      const onSheet = sheets.get(name);
      if (onSheet) onSheet.push(item);
      else sheets.set(name, [item]);
    }
  }
  return { sheets, gone };
}
