import { asOfText } from "../../../contract/as-of";
import { Question } from "../../../core/question";
import type { ResolvedCall } from "../../../pane/questions/resolve-calls";
import type { Spreadsheet } from "../../../pane/spreadsheet";
import type { KnownCall } from "../sidebar-calls";
import { onReturn } from "./on-return";
import type { RunScript } from "./run-script";
import type { ScriptCells } from "./script-cells";
import { createScriptTables } from "./script-tables";

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
      return refreshed;
    },
    setAsOf: (asOf) => run("setAsOf", asOf ? asOfText(asOf) : ""),
    schedule: { read: () => run("schedule"), set: (schedule) => run("setSchedule", schedule), stop: () => run("stopSchedule") },
    copyAsValues: () => run("copyAsValues"),
    tables: createScriptTables(run),
  };
}
