import type { CellPlace, CellValue } from "../../workbook/cell";
import { yieldToPage } from "../work/yield-to-page";
import { WorkbookRefusal, type Workbook } from "../workbook";

/** Values of cells by `placeKey`, and for sheets that could not be read, why, by name in lower case. */
export interface ReadPlaces {
  readonly values: ReadonlyMap<string, CellValue>;
  readonly refusals: ReadonlyMap<string, string>;
}

export const placeKey = ({ sheet, row, column }: CellPlace): string => `${sheet.toLowerCase()}\n${row}\n${column}`;

/** Cells read per call. */
const BATCH = 5_000;

function bySheet(places: readonly CellPlace[]): ReadonlyMap<string, readonly CellPlace[]> {
  const sheets = new Map<string, CellPlace[]>();
  for (const place of places) {
    const onSheet = sheets.get(place.sheet);
    if (onSheet) onSheet.push(place);
    else sheets.set(place.sheet, [place]);
  }
  return sheets;
}

/**
 * Reads cells in few calls. A sheet that cannot be read does not affect the others.
 * @param own sheets of the cells that refer to these, in lower case: if all that a call reads are among them and it fails, the refusal is thrown
 */
export async function readPlaces(
  places: readonly CellPlace[],
  own: ReadonlySet<string>,
  workbook: Pick<Workbook, "shown">,
  signal: AbortSignal | undefined,
): Promise<ReadPlaces> {
  const values = new Map<string, CellValue>();
  const refusals = new Map<string, string>();
  const read = async (batch: readonly CellPlace[]) => {
    const shown = await workbook.shown(batch);
    for (const [i, place] of batch.entries()) {
      const cell = shown[i];
      if (cell) values.set(placeKey(place), cell.value);
    }
  };
  const isOwn = (sheet: string) => own.has(sheet.toLowerCase());
  for (let from = 0; from < places.length && !signal?.aborted; from += BATCH) {
    const batch = places.slice(from, from + BATCH);
    try {
      await read(batch);
    } catch (e) {
      const sheets = bySheet(batch);
      if (!(e instanceof WorkbookRefusal) || [...sheets.keys()].every(isOwn)) throw e;
      for (const [sheet, onSheet] of sheets)
        await read(onSheet).catch((why: unknown) => {
          if (!(why instanceof WorkbookRefusal) || isOwn(sheet)) throw why;
          refusals.set(sheet.toLowerCase(), why.message);
        });
    }
    if (from + BATCH < places.length) await yieldToPage();
  }
  return { values, refusals };
}
