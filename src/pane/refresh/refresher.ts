import { freshnessOf } from "../freshness";
import type { PaneHost } from "../pane-host";
import { createKeptPlan, type RefreshPlan } from "./refresh-schedule";
import type { RefreshResult, RefreshWhat } from "./refresh-result";
import { createRepeatTimer } from "./repeat-timer";
import { runRefresh, type RefreshPhase } from "./run-refresh";
import { perHost } from "../per-host";

export type { RefreshPlan } from "./refresh-schedule";
export type { Change, RefreshResult, RefreshWhat } from "./refresh-result";

export type RefreshState =
  | { readonly phase: "idle"; readonly last?: RefreshResult }
  /** `of` is 0 until it is known how much there is. `last` is the refresh before. */
  | { readonly phase: RefreshPhase; readonly what: RefreshWhat; readonly done: number; readonly of: number; readonly last?: RefreshResult };

/** Refreshes the workbook beside the pane: when somebody asks for it, every so often, and on opening. Lives on while tabs change. */
export interface Refresher {
  state(): RefreshState;
  /** Begins a refresh; while one runs, that one is joined, whatever it is of. Never rejects. */
  start(what: RefreshWhat): Promise<RefreshResult>;
  /** Ends the refresh that runs: nothing more is asked or marked. */
  stop(): void;
  onChange(listener: () => void): () => void;
  plan(): RefreshPlan;
  /** Counts from now on; rejects with a `WorkbookRefusal` where the workbook does not keep it. */
  setPlan(plan: RefreshPlan): Promise<void>;
  /** Wall milliseconds of the next refresh by itself. */
  nextAt(): number | undefined;
  /** Nothing is refreshed by itself until `resume`, which begins a whole interval. */
  pause(): void;
  resume(): void;
}

/** One refresher a host. From the first call on it follows the workbook's plan. */
export const refresherOf = perHost(createRefresher);

const NO_WORKBOOK = "No workbook is open. Open the pane in Excel or in the workbench.";
const NO_KEY = "No API key yet. Add one in Account, then refresh.";
/** Progress is told so often at most. */
const TELL_MS = 100;

function createRefresher(host: PaneHost): Refresher {
  // Hears of the answers from here on, whichever tab is open.
  freshnessOf(host);
  let state: RefreshState = { phase: "idle" };
  let running: { readonly result: Promise<RefreshResult>; readonly abort: AbortController } | undefined;
  let paused = false;
  let opened = false;
  let told = 0;
  const kept = createKeptPlan(host);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const lastOf = () => (state.last ? { last: state.last } : {});

  async function run(what: RefreshWhat, abort: AbortController): Promise<RefreshResult> {
    const workbook = host.workbook();
    const failure = workbook ? (host.connection().kind === "none" ? NO_KEY : undefined) : NO_WORKBOOK;
    if (!workbook || failure !== undefined) {
      const none = { changes: [], notAnswered: [], refused: [], stopped: false };
      return { what, at: host.now(), cells: 0, answered: 0, ...none, ...(failure === undefined ? {} : { failure }) };
    }
    const progress = (phase: RefreshPhase, done: number, of: number) => {
      const soon = state.phase === phase && Math.abs(host.now() - told) < TELL_MS;
      state = { phase, what, done, of, ...lastOf() };
      if (soon) return;
      told = host.now();
      tell();
    };
    return runRefresh({ what, host, workbook, signal: abort.signal, progress });
  }

  /** @param quietly a refresh that found nothing to do does not take the place of the last one */
  function start(what: RefreshWhat, quietly = false): Promise<RefreshResult> {
    if (running) return running.result;
    const abort = new AbortController();
    state = { phase: "reading", what, done: 0, of: 0, ...lastOf() };
    const result = run(what, abort).then((ended) => {
      running = undefined;
      const nothing = quietly && ended.cells === 0 && ended.failure === undefined;
      state = { phase: "idle", ...(nothing ? lastOf() : { last: ended }) };
      tell();
      return ended;
    });
    running = { result, abort };
    tell();
    return result;
  }

  const mayAsk = (): boolean => host.workbook() !== undefined && host.connection().kind === "connected";
  const timer = createRepeatTimer(
    () => host.now(),
    async () => {
      if (mayAsk()) await start("stale", true);
    },
  );
  /** The pace of the timer as it was last set, so that a workbook that comes later sets its own. */
  let pace: number | undefined;
  function keepPace(anew = false): void {
    const minutes = paused ? undefined : kept.get().everyMinutes;
    if (minutes === pace && !anew) return;
    pace = minutes;
    timer.every(minutes === undefined ? undefined : minutes * 60_000);
  }

  function look(): void {
    if (!host.workbook()) return;
    keepPace();
    if (opened || !mayAsk()) return;
    opened = true;
    const { onOpen } = kept.get();
    if (onOpen !== "nothing") void start(onOpen === "all" ? "workbook" : "stale", true);
  }
  host.onChange(look);
  look();

  return {
    state: () => state,
    start: (what) => start(what),
    stop: () => running?.abort.abort(),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    plan: kept.get,
    setPlan: async (plan) => {
      const keeping = kept.set(plan);
      keepPace(true);
      tell();
      await keeping;
    },
    nextAt: timer.nextAt,
    pause: () => {
      paused = true;
      keepPace(true);
      tell();
    },
    resume: () => {
      paused = false;
      keepPace(true);
      tell();
    },
  };
}
