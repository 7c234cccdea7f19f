import { asOfText } from "../../../contract/as-of";
import { Question } from "../../../core/question";
import { createListeners } from "../../../pane/listeners";
import type { ResolvedCall } from "../../../pane/questions/resolve-calls";
import type { Spreadsheet } from "../../../pane/spreadsheet";
import type { Tables } from "../../../pane/tables/tables";
import type { TableResult } from "../../../tables/table-work";
import type { KnownCall, TableState } from "../sidebar-calls";
import { onReturn, type RunScript, scriptErrorWords } from "./run-script";
import type { ScriptCells } from "./script-cells";

const failed = (message: string): TableResult => ({ ok: false, message });

/** The spreadsheet's tables through the script, as they were after its last reply. */
interface ScriptTables extends Tables {
  /** Takes over the list and the results of another call's reply. */
  heard(state: TableState | undefined): void;
}

function createScriptTables(run: RunScript): ScriptTables {
  const { notify, onChange } = createListeners();
  const results = new Map<string, TableResult>();
  let all: TableState["tables"] = [];
  let busy: string | undefined;

  /** Shows the list of a reply; returns the first result. */
  function show(state: TableState): TableResult | undefined {
    all = state.tables;
    for (const { id, result } of state.results) if (id !== "") results.set(id, result);
    return state.results[0]?.result;
  }

  async function work(doing: string, call: () => Promise<TableState>): Promise<TableResult> {
    if (busy !== undefined) return failed("Another table is being changed. Try again when it is done.");
    busy = doing;
    notify();
    try {
      return show(await call()) ?? failed("The script returned no result. Check the spreadsheet, then try again.");
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
        show(await run("tables"));
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
    heard: (state) => {
      if (!state) return;
      show(state);
      notify();
    },
    onChange,
  };
}

/** Polling interval, because Google does not notify a sidebar of selections. */
const POLL_MS = 4_000;

/** A call as the pane knows it; remembers the outcome that was sent along. */
function resolved({ outcome, asks, ...call }: KnownCall, n: number, cells: ScriptCells): ResolvedCall {
  if (asks.kind !== "question") return { ...call, start: n, asks };
  const question = new Question(asks.question.key, asks.question.name);
  if (outcome) cells.heard(question, outcome);
  return { ...call, start: n, asks: { kind: "question", question } };
}

/** The spreadsheet, through its script. */
export function createScriptSpreadsheet(run: RunScript, cells: ScriptCells): Spreadsheet {
  const tables = createScriptTables(run);
  /** After a failure, polling pauses until the user comes back or reads again. */
  let failed = false;
  return {
    selection: async () => {
      failed = true;
      const now = await run("selected");
      failed = false;
      return now;
    },
    onSelection: (listener) => {
      const timer = setInterval(() => void (!document.hidden && !failed && listener()), POLL_MS);
      const stop = onReturn(listener);
      return () => {
        clearInterval(timer);
        stop();
      };
    },
    shown: (places) => run("shown", places),
    recalculate: (places) => run("recalculate", places),
    write: (at, rows, { over = false, format = [] } = {}) => {
      const formats = typeof format === "string" ? rows.map((row) => row.map(() => format)) : format;
      return run(
        "write",
        at,
        rows,
        over,
        formats.map((row) => row.map((one) => (one === undefined || one === "General" ? null : one))),
      );
    },
    goTo: async (place) => void (await run("goTo", place)),
    arrays: () => true,
    calls: async () => {
      const { calls, ...rest } = await run("calls");
      return { ...rest, calls: calls.map((call, n) => resolved(call, n, cells)) };
    },
    argument: (text, sheet) => run("argument", text, sheet),
    refresh: async (scope) => {
      const refreshed = await run("refresh", scope);
      cells.forget();
      tables.heard(refreshed.tables);
      return refreshed;
    },
    setAsOf: async (asOf) => {
      const change = await run("setAsOf", asOf ? asOfText(asOf) : "");
      tables.heard(change.tables);
      return change;
    },
    schedule: { read: () => run("schedule"), set: (schedule) => run("setSchedule", schedule), stop: () => run("stopSchedule") },
    copyAsValues: () => run("copyAsValues"),
    tables,
  };
}
