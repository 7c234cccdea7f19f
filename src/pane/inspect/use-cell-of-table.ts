import { useEffect, useState } from "preact/hooks";
import { cellOfTable, type CellOfTable } from "../../tables/cell-of-table";
import { inTime } from "../../tables/steps";
import { addressOf } from "../../workbook/cell-address";
import { useChanges } from "../hooks/use-changes";
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
  const [state, setState] = useState<{ readonly of: string; readonly found: CellOfTable | undefined } | undefined>();
  const hasTables = tables.list().length > 0;
  const of = addressOf(active);
  useEffect(() => {
    if (!hasTables || isBusy) return;
    let isOver = false;
    const set = (found: CellOfTable | undefined): void => void (isOver || setState({ of, found }));
    inTime(cellOfTable(workbook, active)).then(set, () => set(undefined));
    return () => void (isOver = true);
  }, [workbook, of, formula, JSON.stringify(shown), hasTables, isBusy]);
  return { tables, found: state?.of === of ? state.found : undefined, isKnown: !hasTables || state?.of === of };
}
