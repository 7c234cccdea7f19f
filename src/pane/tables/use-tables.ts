import { useEffect, useMemo, useState } from "preact/hooks";
import type { PaneHost } from "../pane-host";
import type { Workbook } from "../workbook";
import type { Tables } from "./tables";

let tablesOfWorkbook: ((host: PaneHost, workbook: Workbook) => Tables) | undefined;

/** Sets what works on the tables of workbooks; `with-desk` calls it. The sidebar of a spreadsheet, whose tables are its script's, is built without that. */
export const installTables = (tables: NonNullable<typeof tablesOfWorkbook>): void => {
  tablesOfWorkbook = tables;
};

/** True if tables can be inserted. */
export const hasTables = (host: PaneHost): boolean => host.spreadsheet !== undefined || host.workbook()?.blocks !== undefined;

/** The tables of the open workbook or spreadsheet, and why their list could not be read; undefined without one. */
export function useTables(host: PaneHost): { readonly tables: Tables | undefined; readonly unread: string | undefined } {
  const workbook = host.workbook();
  const tables = useMemo(() => host.spreadsheet?.tables ?? (workbook && tablesOfWorkbook?.(host, workbook)), [host, workbook]);
  const [unread, setUnread] = useState<string | undefined>();
  useEffect(() => void tables?.load?.().then(setUnread), [tables]);
  return { tables, unread };
}
