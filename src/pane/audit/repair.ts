import { isError, type CellPlace } from "../../workbook/cell";
import type { Refused, Workbook } from "../workbook";
import type { AuditedCell } from "./audit-of";
import { counted } from "../../contract/counted";

export interface Repaired {
  /** Entered again, and no longer #NAME?. */
  readonly healed: number;
  /** Refused by the workbook, each with the reason, such as a protected sheet. */
  readonly refused: readonly Refused[];
  /** Entered again, and still #NAME?. */
  readonly still: readonly CellPlace[];
  /** Broken cells whose names can only be corrected by hand. */
  readonly byHand: number;
}

const CHANGED = "The cell has changed since the scan and was not repaired. If it is still listed, repair again.";

/**
 * Enters every broken formula with correct names. Skips a cell whose formula has changed since the scan: rows may have moved, or it was corrected by hand.
 * May reject with a `WorkbookRefusal`.
 */
export async function repair(workbook: Workbook, cells: readonly AuditedCell[]): Promise<Repaired> {
  const broken = cells.filter((c) => c.state === "broken");
  const healable = broken.flatMap(({ cell, heals }) =>
    heals === undefined ? [] : [{ place: { sheet: cell.sheet, row: cell.row, column: cell.column }, was: cell.formula, formula: heals }],
  );
  const byHand = broken.length - healable.length;
  if (healable.length === 0) return { healed: 0, refused: [], still: [], byHand };
  const key = ({ sheet, row, column }: CellPlace) => `${row} ${column} ${sheet}`;
  const now = new Map((await workbook.serviceCells("workbook")).map((cell) => [key(cell), cell.formula]));
  const able = healable.filter(({ place, was }) => now.get(key(place)) === was).map(({ place, formula }) => ({ place, formula }));
  const changed = healable.filter(({ place, was }) => now.get(key(place)) !== was).map(({ place }) => ({ place, why: CHANGED }));
  const refused = [...changed, ...(able.length === 0 ? [] : await workbook.reenter(able))];
  const untouched = new Set(refused.map((r) => key(r.place)));
  const entered = able.map((c) => c.place).filter((place) => !untouched.has(key(place)));
  const shown = entered.length === 0 ? [] : await workbook.shown(entered);
  const still = entered.filter((_, i) => {
    const value = shown[i]?.value ?? null;
    return isError(value) && value.error === "#NAME?";
  });
  return { healed: entered.length - still.length, refused, still, byHand };
}

/** Result of a repair, in sentences. */
export function repairWords({ healed, refused, still, byHand }: Repaired): string {
  const words = [healed > 0 ? `${counted(healed, "cell")} repaired.` : "No cell was repaired."];
  if (refused.length > 0) words.push(`${counted(refused.length, "cell")} could not be changed. The list below says why.`);
  if (still.length > 0)
    words.push(
      `${counted(still.length, "cell")} still ${still.length === 1 ? "shows" : "show"} #NAME?. Put names such as DGS10 in quotes, or install the add-in.`,
    );
  if (byHand > 0)
    words.push(
      `${counted(byHand, "cell calls a function", "cells call functions")} that the add-in does not have. Correct ${byHand === 1 ? "it" : "them"} by hand.`,
    );
  return words.join(" ");
}
