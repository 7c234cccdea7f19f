import { counted } from "../../contract/counted";
import { withoutBareCalls } from "../../workbook/bare-calls";
import type { CellPlace } from "../../workbook/cell";
import { placeColumns } from "../export/place-columns";
import { tabSeparated } from "../export/tab-separated";
import type { Refused, Watch, Workbook } from "../workbook";

/** A cell with `SERVICE(entity, path)`, and its formula with `SERVICE.GET`. */
export interface BareCell {
  readonly place: CellPlace;
  readonly was: string;
  readonly formula: string;
}

/** Every cell of the workbook that calls a bare `SERVICE`. May reject with a `WorkbookRefusal`. */
export async function findBareCells(workbook: Workbook, watch?: Watch): Promise<readonly BareCell[]> {
  return (await workbook.serviceCells("workbook", watch)).flatMap(({ sheet, row, column, formula }) => {
    const rewritten = withoutBareCalls(formula);
    return rewritten === undefined ? [] : [{ place: { sheet, row, column }, was: formula, formula: rewritten }];
  });
}

const keyOf = ({ sheet, row, column }: CellPlace): string => `${row} ${column} ${sheet}`;

/** Rewrites these cells, except those that have changed; returns the cells that were rewritten, and the others with the reason. */
export async function rewriteCells(
  workbook: Workbook,
  cells: readonly BareCell[],
): Promise<{ readonly rewritten: readonly BareCell[]; readonly refused: readonly Refused[] }> {
  const refused = await workbook.reenter(cells);
  const left = new Set(refused.map(({ place }) => keyOf(place)));
  return { rewritten: cells.filter(({ place }) => !left.has(keyOf(place))), refused };
}

/** The rewriting back. */
export const reversed = (cells: readonly BareCell[]): BareCell[] => cells.map(({ place, was, formula }) => ({ place, was: formula, formula: was }));

/** The cells as a table for the clipboard, with its heading. */
export const bareCellsText = (cells: readonly BareCell[]): string =>
  tabSeparated([["Sheet", "Cell", "Old formula", "New formula"], ...cells.map(({ place, was, formula }) => [...placeColumns(place), was, formula])]);

export function rewrittenWords(rewritten: number, refused: readonly Refused[]): string {
  const done = rewritten === 0 ? "No cell was rewritten." : `${counted(rewritten, "cell")} rewritten.`;
  const [first] = refused;
  if (!first) return done;
  return `${done} ${counted(refused.length, "cell was", "cells were")} left unchanged: ${first.why}`;
}
