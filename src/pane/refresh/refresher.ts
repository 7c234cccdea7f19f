import { TABLES_SETTING } from "../../tables/table-settings";
import type { RefreshedTable } from "../../tables/table-work";
import { freshnessOf } from "../freshness";
import type { PaneHost } from "../pane-host";
import { createAutomatic, type Automatic } from "./refresh-schedule";
import { hasNewData, type RefreshResult, type RefreshWhat, type RefreshByHand, type RefreshPhase, type RefreshState } from "./refresh-result";
import { runRefresh, type RefreshRun } from "./run-refresh";
import { sleep } from "./wait-for-cells";
import { untilStopped } from "../work/until-stopped";
import { dataVersionOf } from "../connection/data-version";
import { createListeners } from "../listeners";
import { perBook, type BookOpen } from "../per-book";
import { NO_WORKBOOK, type Workbook } from "../workbook";

/** Refreshes the open workbook by hand, at an interval and on opening. */
export interface Refresher extends RefreshByHand, Automatic {
  stop(): void;
}

/** The refresher of the open book. From the first call on it follows the book's plan, until another book is opened. */
export const refresherOf = perBook(createRefresher);

const NO_KEY = "No API key yet. Add one in Account, then refresh.";
const TABLES_NOT_LOADED = "The tables were not refreshed, because a part of the pane could not be loaded. Reload the pane, then refresh again.";
/** Pause between two looks at whether a cell is being edited. */
const EDIT_PAUSE_MS = 2_000;
/** Shortest interval between reports of progress. */
const PROGRESS_MS = 100;

/** Refreshes the tables of a workbook that has any. What tables need is loaded only then: the pane starts without it. */
async function refreshTables(run: RefreshRun, ready: () => Promise<void>): Promise<{ readonly tables: readonly RefreshedTable[]; readonly failure?: string }> {
  if ((run.workbook.settings.read(TABLES_SETTING) ?? "") === "") return { tables: [] };
  const loaded = await import("./refresh-tables").catch(() => undefined);
  return loaded ? loaded.refreshTables(run, ready) : { tables: [], failure: TABLES_NOT_LOADED };
}

/** Waits while a cell is being edited, and reports it. Never rejects: a workbook that refuses to say so refuses the change itself. */
async function untilEditEnds(workbook: Workbook, signal: AbortSignal, waiting: () => void): Promise<void> {
  // A host may hold the question, too.
  const isEditing = () => untilStopped(workbook.isEditing?.() ?? Promise.resolve(false), signal).catch(() => false);
  while (!signal.aborted && (await isEditing())) {
    waiting();
    await sleep(EDIT_PAUSE_MS, signal);
  }
}

/** @param automatic waits while a cell is edited */
async function run(host: PaneHost, what: RefreshWhat, signal: AbortSignal, automatic: boolean, progress: RefreshRun["progress"]): Promise<RefreshResult> {
  const workbook = host.workbook();
  const failure = workbook ? (host.connection().kind === "none" ? NO_KEY : undefined) : NO_WORKBOOK;
  if (!workbook || failure !== undefined) {
    const none = { changes: [], notAnswered: [], refused: [], tables: [], stopped: false };
    return { what, at: host.now(), cells: 0, answered: 0, ...none, ...(failure === undefined ? {} : { failure }) };
  }
  const ready = automatic ? () => untilEditEnds(workbook, signal, () => progress("waiting", 0, 0)) : async () => undefined;
  await ready();
  const watched = { what, host, workbook, signal, progress };
  const cells = await runRefresh(watched);
  const { tables, failure: unread } = signal.aborted ? { tables: [] } : await refreshTables(watched, ready);
  return { ...cells, tables, stopped: signal.aborted, ...(unread !== undefined && cells.failure === undefined ? { failure: unread } : {}) };
}

function createRefresher(host: PaneHost, open: BookOpen): Refresher {
  // Starts recording the age of answers, whichever tab is open.
  freshnessOf(host);
  let state: RefreshState = { phase: "idle" };
  let running: { readonly result: Promise<RefreshResult>; readonly abort: AbortController } | undefined;
  let reportedAt = 0;
  const { notify, onChange } = createListeners();
  const lastOf = () => (state.last ? { last: state.last } : {});

  /** @param automatic does not replace the last result if there is nothing to do */
  function start(what: RefreshWhat, automatic = false): Promise<RefreshResult> {
    if (running) return running.result;
    const abort = new AbortController();
    state = { phase: "reading", what, done: 0, of: 0, ...lastOf() };
    const progress = (phase: RefreshPhase, done: number, of: number) => {
      const tooSoon = state.phase === phase && Math.abs(host.now() - reportedAt) < PROGRESS_MS;
      state = { phase, what, done, of, ...lastOf() };
      if (tooSoon) return;
      reportedAt = host.now();
      notify();
    };
    const result = run(host, what, abort.signal, automatic, progress).then((ended) => {
      running = undefined;
      const nothing = automatic && ended.cells === 0 && ended.tables.length === 0 && ended.failure === undefined;
      state = { phase: "idle", ...(nothing ? lastOf() : { last: ended }) };
      if (hasNewData(ended)) dataVersionOf(host).raise();
      notify();
      return ended;
    });
    running = { result, abort };
    notify();
    return result;
  }

  const { automatic, stop } = createAutomatic(host, (what) => start(what, true), notify);
  open.addEventListener("abort", () => {
    stop();
    running?.abort.abort();
  });
  return { ...automatic, state: () => state, start: (what) => start(what), stop: () => running?.abort.abort(), onChange };
}
