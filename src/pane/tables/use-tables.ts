import { useEffect, useState } from "preact/hooks";
import type { PaneHost } from "../pane-host";
import type { Tables } from "./tables";

let tablesOfBook: ((host: PaneHost) => Tables) | undefined;

/** Sets what works on the tables of workbooks; `with-desk` calls it. The sidebar of a spreadsheet, whose tables are its script's, is built without that. */
export const installTables = (tables: NonNullable<typeof tablesOfBook>): void => {
  tablesOfBook = tables;
};

/** True if tables can be inserted. */
export const hasTables = (host: PaneHost): boolean => host.spreadsheet !== undefined || host.workbook()?.blocks !== undefined;

/** The tables of the open workbook or spreadsheet, and why their list could not be read; undefined without one. */
export function useTables(host: PaneHost): { readonly tables: Tables | undefined; readonly unread: string | undefined } {
  const tables = host.spreadsheet?.tables ?? (host.workbook() && tablesOfBook?.(host));
  const [unread, setUnread] = useState<string | undefined>();
  useEffect(() => void tables?.load?.().then(setUnread), [tables]);
  return { tables, unread };
}
