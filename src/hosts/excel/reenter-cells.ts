import { append } from "../../contract/lists";
import type { CellPlace } from "../../workbook/cell";
import type { Refused } from "../../pane/workbook";
import { hasServiceCall } from "../../workbook/service-calls";
import { placeOf } from "../../workbook/cell-reference";
import { blocksAround } from "./block";
import { bySheet } from "./by-sheet";
import { enterFormulas, PROTECTED_SHEET, protectedSheets, refuseAll } from "./enter-formulas";
import { FORMULA_PROPERTIES, formulaAt } from "./formula-at";
import { readBlocks } from "./read-blocks";

const CHANGED = "The cell has changed and was skipped. Rescan, then try again.";

interface Entry {
  readonly place: CellPlace;
  readonly formula: string;
  readonly was?: string;
}

/**
 * Enters formulas again into cells that still call a SERVICE function. Returns the cells it skipped: those on protected sheets, and those that have
 * changed.
 */
export async function reenterCells(context: Excel.RequestContext, cells: readonly Entry[]): Promise<Refused[]> {
  if (cells.length === 0) return [];
  const { sheets, gone } = await bySheet(context, cells, ({ place }) => place);
  const refused = [...gone];
  const locked = await protectedSheets(context, [...sheets.keys()]);
  for (const [sheet, entries] of sheets) {
    const places = entries.map(({ place }) => place);
    if (locked.has(sheet)) {
      append(refused, refuseAll(sheet, places, PROTECTED_SHEET));
      continue;
    }
    const now = new Map<number, string>();
    await readBlocks(context, blocksAround(sheet, places), FORMULA_PROPERTIES, ({ block, range }) => {
      for (let r = 0; r < block.rows; r++) for (let c = 0; c < block.columns; c++) now.set(placeOf(block.row + r, block.column + c), formulaAt(range, r, c));
    });
    const isService = ({ place, was }: Entry): boolean => {
      const formula = now.get(placeOf(place.row, place.column)) ?? "";
      return hasServiceCall(formula) && (was === undefined || formula === was);
    };
    const changed = entries.filter((e) => !isService(e)).map(({ place }) => place);
    const unchanged = entries.filter(isService).map(({ place, formula }) => ({ row: place.row, column: place.column, formula }));
    append(refused, refuseAll(sheet, changed, CHANGED));
    append(refused, await enterFormulas(context, sheet, unchanged));
  }
  return refused;
}
