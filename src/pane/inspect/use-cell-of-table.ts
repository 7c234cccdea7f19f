import { cellOfTable, type CellOfTable } from "../../tables/cell-of-table";
import { inTime } from "../../tables/steps";
import { addressOf } from "../../workbook/cell-address";
import { useChanges } from "../hooks/use-changes";
import { useLoaded } from "../hooks/use-loaded";
import type { PaneHost } from "../pane-host";
import { tableDeskOf } from "../tables/table-desk";
import type { Tables } from "../tables/tables";
import type { Selection, Workbook } from "../workbook";

interface FoundTable {
  readonly tables: Tables;
  /** Undefined if the cell is in no table. */
  readonly found: CellOfTable | undefined;
  /** False until the workbook was asked about this cell. */
  readonly isKnown: boolean;
}

/** The table that the selected cell belongs to. A workbook that cannot be read has none. */
export function useCellOfTable(host: PaneHost, workbook: Workbook, { active, formula, shown }: Selection): FoundTable {
  const tables = tableDeskOf(host);
  useChanges(tables);
  const isBusy = tables.busy() !== undefined;
  const hasTables = tables.list().length > 0;
  const of = addressOf(active);
  const read = () =>
    inTime(cellOfTable(workbook, active)).then(
      (found) => ({ of, found }),
      () => ({ of, found: undefined }),
    );
  const last = useLoaded(() => (hasTables && !isBusy ? read() : undefined), [workbook, of, formula, JSON.stringify(shown), hasTables, isBusy], {
    keeps: () => true,
  });
  return { tables, found: last?.of === of ? last.found : undefined, isKnown: !hasTables || last?.of === of };
}
