import { createListeners } from "../../../pane/listeners";
import type { Tables } from "../../../pane/tables/tables";
import type { TableResult } from "../../../tables/table-work";
import type { TableState } from "../sidebar-calls";
import type { RunScript } from "./run-script";
import { scriptErrorWords } from "./words-of";

const failed = (message: string): TableResult => ({ ok: false, message });

/** The spreadsheet's tables through the script, as they were after its last reply. */
export function createScriptTables(run: RunScript): Tables {
  const { notify, onChange } = createListeners();
  const results = new Map<string, TableResult>();
  let all: TableState["tables"] = [];
  let busy: string | undefined;

  /** Shows the list of a reply; returns the first result. */
  function heard(state: TableState): TableResult | undefined {
    all = state.tables;
    for (const { id, result } of state.results) if (id !== "") results.set(id, result);
    return state.results[0]?.result;
  }

  async function work(doing: string, call: () => Promise<TableState>): Promise<TableResult> {
    if (busy !== undefined) return failed("Another table is being changed. Try again when it is done.");
    busy = doing;
    notify();
    try {
      return heard(await call()) ?? failed("The script returned no result. Check the spreadsheet, then try again.");
    } catch (e) {
      return failed(scriptErrorWords(e));
    } finally {
      busy = undefined;
      notify();
    }
  }

  return {
    load: async () => {
      try {
        heard(await run("tables"));
        notify();
        return undefined;
      } catch (e) {
        return scriptErrorWords(e);
      }
    },
    busy: () => busy,
    list: () => all,
    resultOf: (id) => results.get(id),
    insert: (kind, asked, at) => work("Inserting the table", () => run("insertTable", kind.id, asked, at)),
    refresh: async (ids, { mayMove = false } = {}) => {
      const first = await work(ids.length === 1 ? "Refreshing the table" : "Refreshing the tables", () => run("refreshTables", ids, mayMove));
      return first.ok ? ids.map((id) => results.get(id) ?? first) : [first];
    },
    canUndo: (id) => all.some((table) => table.id === id && table.canUndo),
    undo: (id) => work("Undoing", () => run("undoTable", id)),
    remove: (id) => work("Removing the table from the list", () => run("removeTable", id)),
    charts: {
      drawn: async () => new Set(all.filter(({ hasChart }) => hasChart).map(({ id }) => id)),
      draw: (id) => work("Drawing the chart", () => run("chartTable", id, true)),
      remove: (id) => work("Removing the chart", () => run("chartTable", id, false)),
    },
    goTo: (id) => work("Going to the table", () => run("showTable", id)),
    onChange,
  };
}
