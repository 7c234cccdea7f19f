import { parsedJson } from "../../contract/json";
import type { PaneHost } from "../pane-host";

/** Longest single timeout. Longer waits are split, so that work that fell due while the machine slept runs soon after it wakes. */
const MAX_TIMEOUT_MS = 30_000;

/** Repeats work at an interval of wall time. Work that fell due while the machine slept runs once. */
function createRepeatTimer(now: () => number, work: () => Promise<unknown>) {
  let interval: number | undefined;
  let due: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function arm(): void {
    clearTimeout(timer);
    if (due !== undefined) timer = setTimeout(check, Math.max(0, Math.min(MAX_TIMEOUT_MS, due - now())));
  }

  function check(): void {
    if (due === undefined || interval === undefined) return;
    // If the clock was set back, the wait must not exceed one interval.
    if (due - now() > interval) due = now() + interval;
    if (now() < due) return arm();
    due = undefined;
    const current = interval;
    const repeat = () => {
      // The interval may have been changed during the work.
      if (due !== undefined || interval !== current) return;
      due = now() + current;
      arm();
    };
    work().then(repeat, repeat);
  }

  return {
    /** Sets the interval and starts it; undefined stops the timer. */
    every: (ms: number | undefined) => {
      interval = ms;
      due = ms === undefined ? undefined : now() + ms;
      arm();
    },
    /** Next run, in wall milliseconds. */
    nextAt: () => due,
  };
}

/** The automatic refresh, saved in the workbook. */
export interface RefreshSchedule {
  /** Interval of the refresh of stale cells and tables while the add-in runs; undefined for never. */
  readonly everyMinutes: number | undefined;
  readonly onOpen: "nothing" | "stale" | "all";
}

/** A day. For anything rarer, refresh when the workbook opens. */
export const MAX_MINUTES = 24 * 60;
const PLAN_SETTING = "service.refresh";

const minutes = (raw: unknown): number | undefined => (typeof raw === "number" && raw >= 1 && raw <= MAX_MINUTES ? Math.round(raw) : undefined);

/** Parses the saved plan; without a refresh if there is none or it is invalid. */
function planFrom(text: string | undefined): RefreshSchedule {
  const saved = parsedJson(text ?? "") as { everyMinutes?: unknown; onOpen?: unknown } | null | undefined;
  return { everyMinutes: minutes(saved?.everyMinutes), onOpen: saved?.onOpen === "stale" || saved?.onOpen === "all" ? saved.onOpen : "nothing" };
}

/** The automatic refresh of the open workbook. */
export type Automatic = ReturnType<typeof createAutomatic>["automatic"];

/**
 * Follows the workbook's plan: refreshes when it opens and at its interval, as long as there is a key, until it is stopped.
 *
 * @param changed called when the plan or the time of the next refresh changes
 */
export function createAutomatic(host: PaneHost, start: (what: "stale" | "workbook") => Promise<unknown>, changed: () => void) {
  /** A plan that is not saved yet, or could not be saved. */
  let unsaved: RefreshSchedule | undefined;
  let paused = false;
  let refreshedOnOpen = false;
  /** The timer's interval in minutes. */
  let timerMinutes: number | undefined;
  const plan = (): RefreshSchedule => unsaved ?? planFrom(host.workbook()?.settings.read(PLAN_SETTING));
  const canRefresh = (): boolean => host.workbook() !== undefined && host.connection().kind === "connected";
  const timer = createRepeatTimer(
    () => host.now(),
    async () => {
      if (canRefresh()) await start("stale");
    },
  );
  function setTimer(restart: boolean): void {
    const wanted = paused ? undefined : plan().everyMinutes;
    if (wanted === timerMinutes && !restart) return;
    timerMinutes = wanted;
    timer.every(wanted === undefined ? undefined : wanted * 60_000);
  }
  const setPaused = (is: boolean) => {
    paused = is;
    setTimer(true);
    changed();
  };
  function follow(): void {
    if (!host.workbook()) return;
    setTimer(false);
    if (refreshedOnOpen || !canRefresh()) return;
    refreshedOnOpen = true;
    const { onOpen } = plan();
    if (onOpen !== "nothing") void start(onOpen === "all" ? "workbook" : "stale");
  }
  const unfollow = host.onChange(follow);
  follow();

  const automatic = {
    plan,
    /** Takes effect at once, even if saving fails; then rejects with a `WorkbookRefusal`. */
    setPlan: async (next: RefreshSchedule) => {
      unsaved = { everyMinutes: minutes(next.everyMinutes), onOpen: next.onOpen };
      const saving = host.workbook()?.settings.write(PLAN_SETTING, JSON.stringify(unsaved));
      setTimer(true);
      changed();
      if (!saving) return;
      await saving;
      unsaved = undefined;
    },
    nextAt: timer.nextAt,
    /** Stops the refresh at an interval until `resume`, which starts a whole interval. */
    pause: () => setPaused(true),
    resume: () => setPaused(false),
  };
  const stop = () => {
    unfollow();
    timer.every(undefined);
  };
  return { automatic, stop };
}
