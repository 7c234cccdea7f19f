import type { CellPlace } from "../../workbook/cell";
import type { Refused } from "../../pane/workbook";

const SHEET_GONE = "The sheet is no longer there.";

interface BySheet<T> {
  readonly sheets: ReadonlyMap<string, readonly T[]>;
  /** Those whose sheet is not there. */
  readonly gone: readonly Refused[];
}

/** Sorts what is to be done by sheet, under the name that the workbook has for it. */
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
      const there = sheets.get(name);
      if (there) there.push(item);
      else sheets.set(name, [item]);
    }
  }
  return { sheets, gone };
}
