import { TABLES_SETTING } from "../../tables/table-settings";
import { freshnessOf } from "../freshness";
import type { PaneHost } from "../pane-host";
import { createPlanStore, type RefreshSchedule } from "./refresh-schedule";
import { hasNewData, type RefreshedTable, type RefreshResult, type RefreshWhat } from "./refresh-result";
import { createRepeatTimer } from "./repeat-timer";
import type { RefreshByHand, RefreshPhase, RefreshState } from "./refresh-by-hand";
import { runRefresh, type RefreshRun } from "./run-refresh";
import { untilEditEnds } from "./until-edit-ends";
import { dataVersionOf } from "../connection/data-version";
import { createListeners } from "../listeners";
import { perBook, type BookOpen } from "../per-book";
import { NO_WORKBOOK } from "../workbook";

export type { RefreshSchedule } from "./refresh-schedule";
export type { Change, RefreshResult, RefreshWhat } from "./refresh-result";

/** Refreshes the open workbook by hand, at an interval and on opening. */
export interface Refresher extends RefreshByHand {
  stop(): void;
  plan(): RefreshSchedule;
  /** Takes effect at once; rejects with a `WorkbookRefusal` if the workbook does not save it. */
  setPlan(plan: RefreshSchedule): Promise<void>;
  /** Time of the next automatic refresh, in wall milliseconds. */
  nextAt(): number | undefined;
  /** Stops automatic refreshes until `resume`, which starts a whole interval. */
  pause(): void;
  resume(): void;
}

/** The refresher of the open book. From the first call on it follows the book's plan, until another book is opened. */
export const refresherOf = perBook(createRefresher);

const NO_KEY = "No API key yet. Add one in Account, then refresh.";
const TABLES_NOT_LOADED = "The tables were not refreshed, because a part of the pane could not be loaded. Reload the pane, then refresh again.";
/** Shortest interval between reports of progress. */
const PROGRESS_MS = 100;

/** Refreshes the tables of a workbook that has any. What tables need is loaded only then: the pane starts without it. */
async function refreshTables(run: RefreshRun, ready: () => Promise<void>): Promise<{ readonly tables: readonly RefreshedTable[]; readonly failure?: string }> {
  if ((run.workbook.settings.read(TABLES_SETTING) ?? "") === "") return { tables: [] };
  const loaded = await import("./refresh-tables").catch(() => undefined);
  return loaded ? loaded.refreshTables(run, ready) : { tables: [], failure: TABLES_NOT_LOADED };
}

function createRefresher(host: PaneHost, open: BookOpen): Refresher {
  // Starts recording the age of answers, whichever tab is open.
  freshnessOf(host);
  let state: RefreshState = { phase: "idle" };
  let running: { readonly result: Promise<RefreshResult>; readonly abort: AbortController } | undefined;
  let paused = false;
  let refreshedOnOpen = false;
  let reportedAt = 0;
  const savedPlan = createPlanStore(host);
  const { notify, onChange } = createListeners();
  const lastOf = () => (state.last ? { last: state.last } : {});

  async function run(what: RefreshWhat, abort: AbortController, automatic: boolean): Promise<RefreshResult> {
    const workbook = host.workbook();
    const failure = workbook ? (host.connection().kind === "none" ? NO_KEY : undefined) : NO_WORKBOOK;
    if (!workbook || failure !== undefined) {
      const none = { changes: [], notAnswered: [], refused: [], tables: [], stopped: false };
      return { what, at: host.now(), cells: 0, answered: 0, ...none, ...(failure === undefined ? {} : { failure }) };
    }
    const progress = (phase: RefreshPhase, done: number, of: number) => {
      const tooSoon = state.phase === phase && Math.abs(host.now() - reportedAt) < PROGRESS_MS;
      state = { phase, what, done, of, ...lastOf() };
      if (tooSoon) return;
      reportedAt = host.now();
      notify();
    };
    const { signal } = abort;
    const ready = automatic ? () => untilEditEnds(workbook, signal, () => progress("waiting", 0, 0)) : async () => undefined;
    await ready();
    const watched = { what, host, workbook, signal, progress };
    const cells = await runRefresh(watched);
    const { tables, failure: unread } = signal.aborted ? { tables: [] } : await refreshTables(watched, ready);
    return { ...cells, tables, stopped: signal.aborted, ...(unread !== undefined && cells.failure === undefined ? { failure: unread } : {}) };
  }

  /** @param automatic waits while a cell is edited, and does not replace the last result if there is nothing to do */
  function start(what: RefreshWhat, automatic = false): Promise<RefreshResult> {
    if (running) return running.result;
    const abort = new AbortController();
    state = { phase: "reading", what, done: 0, of: 0, ...lastOf() };
    const result = run(what, abort, automatic).then((ended) => {
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

  const canRefresh = (): boolean => host.workbook() !== undefined && host.connection().kind === "connected";
  const timer = createRepeatTimer(
    () => host.now(),
    async () => {
      if (canRefresh()) await start("stale", true);
    },
  );
  /** The timer's interval in minutes. */
  let timerMinutes: number | undefined;
  function setTimer(restart = false): void {
    const minutes = paused ? undefined : savedPlan.get().everyMinutes;
    if (minutes === timerMinutes && !restart) return;
    timerMinutes = minutes;
    timer.every(minutes === undefined ? undefined : minutes * 60_000);
  }

  function followPlan(): void {
    if (!host.workbook()) return;
    setTimer();
    if (refreshedOnOpen || !canRefresh()) return;
    refreshedOnOpen = true;
    const { onOpen } = savedPlan.get();
    if (onOpen !== "nothing") void start(onOpen === "all" ? "workbook" : "stale", true);
  }
  const unfollow = host.onChange(followPlan);
  followPlan();
  open.addEventListener("abort", () => {
    unfollow();
    timer.every(undefined);
    running?.abort.abort();
  });

  return {
    state: () => state,
    start: (what) => start(what),
    stop: () => running?.abort.abort(),
    onChange,
    plan: savedPlan.get,
    setPlan: async (plan) => {
      const saving = savedPlan.set(plan);
      setTimer(true);
      notify();
      await saving;
    },
    nextAt: timer.nextAt,
    pause: () => {
      paused = true;
      setTimer(true);
      notify();
    },
    resume: () => {
      paused = false;
      setTimer(true);
      notify();
    },
  };
}
