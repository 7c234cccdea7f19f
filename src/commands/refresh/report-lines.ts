import { counted } from "../../contract/counted";
import { groupedBy } from "../../contract/lists";
import type { Kept, Refreshed } from "../../hosts/refresh/refresh-book";
import { isError, type CellValue } from "../../workbook/cell";

/** Cells that a line names before it counts. */
const NAMED = 5;

/** "Model!B2 keeps its value." or "Model!B2, Model!B3 and 7 more keep their values." */
function placesOf(kept: readonly Kept[]): string {
  const named = kept.slice(0, NAMED).map(({ where }) => where);
  const more = kept.length - named.length;
  if (more > 0) return `${named.join(", ")} and ${more} more keep their values.`;
  return kept.length === 1 ? `${named[0]} keeps its value.` : `${named.slice(0, -1).join(", ")} and ${named.at(-1)} keep their values.`;
}

/** A value as a line shows it. */
const shown = (value: CellValue): string => (value === null ? "(empty)" : isError(value) ? value.error : String(value));

/** What a refresh did, in a line; for a trial, with a line for each cell that would change. */
export function changeLines(name: string, { serviceCells, calculated, changed }: Refreshed, requests: number, dryRun: boolean): readonly string[] {
  const other = counted(calculated - serviceCells, "other formula");
  const done = dryRun ? "would change" : "changed";
  const line = `${name}: ${counted(serviceCells, "SERVICE cell")} and ${other}, ${counted(requests, "request")}; ${counted(changed.length, "cell")} ${done}.`;
  return [line, ...(dryRun ? changed.map(({ where, before, after }) => `  ${where}: ${shown(before)} → ${shown(after)}`) : [])];
}

/** A line for each reason why formulas kept their values. */
export const keptLines = (name: string, { kept }: Refreshed): readonly string[] =>
  [...groupedBy(kept, ({ why }) => why)].map(([why, places]) => `${name}: ${placesOf(places)} ${why}`);
