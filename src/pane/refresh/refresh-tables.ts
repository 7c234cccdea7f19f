import { blockName, notesName, type Remembered, rememberedTables } from "../../tables/table-settings";
import { referencesOf, type Area } from "../../workbook/areas";
import { overlap } from "../../workbook/cell-reference";
import { tableDeskOf } from "../tables/table-desk";
import { titleOfTable } from "../../tables/listed-table";
import { untilStopped } from "../work/until-stopped";
import { refusalMessage } from "../workbook";
import type { RefreshedTable } from "../../tables/table-work";
import type { RefreshRun } from "./run-refresh";

/** A table counts as stale after this time: unlike cells, its rows come without the time until which they are fresh. */
const STALE_MS = 60 * 60_000;
const UNREAD = "The tables of this workbook could not be read. Check the workbook, then refresh again.";

/** The tables with a cell on the active sheet or in the selection. */
async function tablesInView(tables: readonly Remembered[], { workbook, signal, what }: RefreshRun): Promise<readonly Remembered[]> {
  const selected = what === "selection";
  const selection = tables.length > 0 ? await untilStopped(workbook.selection(), signal) : undefined;
  if (!selection) return [];
  const { sheet } = selection.active;
  const areas = selected ? referencesOf(selection.address, sheet, []).areas : [];
  const isIn = (block: Area | undefined) => block?.sheet === sheet && (!selected || areas.some((area) => area.sheet === block.sheet && overlap(area, block)));
  const blocks = workbook.blocks?.find(tables.flatMap(({ id }) => [blockName(id), notesName(id)]));
  const found = (await (blocks && untilStopped(blocks, signal))) ?? [];
  return tables.filter((_, i) => isIn(found[2 * i]) || isIn(found[2 * i + 1]));
}

/** The tables to refresh. None of a table's values is an error or a reason. */
async function tablesOf(run: RefreshRun): Promise<readonly Remembered[]> {
  const { what, host, workbook } = run;
  const tables = rememberedTables(workbook).filter(({ memory }) => memory);
  switch (what) {
    case "workbook":
      return tables;
    case "sheet":
    case "selection":
      return tablesInView(tables, run);
    case "stale":
      return tables.filter(({ memory }) => memory && (host.now() - memory.at >= STALE_MS || memory.asOf !== host.asOf()));
    case "problems":
      return [];
  }
}

/**
 * Refreshes the tables of a refresh, one after the other. A table that is refused does not keep others from it. Never rejects.
 *
 * @param ready resolves when the sheet may be changed
 */
export async function refreshTables(
  run: RefreshRun,
  ready: () => Promise<void>,
): Promise<{ readonly tables: readonly RefreshedTable[]; readonly failure?: string }> {
  const { host, signal, progress } = run;
  try {
    const tables = await tablesOf(run);
    if (tables.length === 0) return { tables: [] };
    const report = (done: number) => progress("tables", done, tables.length);
    report(0);
    const ids = tables.map(({ id }) => id);
    const results = await tableDeskOf(host).refresh(ids, { signal, ready, progress: report });
    return { tables: tables.flatMap((table, i) => (results[i] ? [{ id: table.id, title: titleOfTable(table), result: results[i] }] : [])) };
  } catch (e) {
    return { tables: [], failure: refusalMessage(e, UNREAD) };
  }
}
