import { createListeners } from "../../pane/listeners";
import type { HeldUp } from "../../pane/workbook";
import { untilStopped } from "../../pane/work/until-stopped";
import { excelRefusal, isThrottled } from "./excel-refusal";

/** How long Excel may take to answer before it is asked why. */
const PATIENCE_MS = 1_000;
/** Time between two looks at whether a cell is still being edited. */
const LOOK_MS = 2_000;
/** Pauses before a request is sent again that Excel refused because of too many. office.js does not say how long to wait. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** @param changed called when a request begins to wait for the end of a pause, and when none waits any more */
function createPauses(changed: () => void) {
  let pausing: Promise<void> | undefined;
  let waiting = 0;
  /** Excel has refused everything for a minute. Until it answers again, no request waits for another minute. */
  let gaveUp = false;

  /** All requests share a pause, so that they do not go on refusing each other. */
  const pause = (ms: number): Promise<void> => {
    if (pausing) return pausing;
    pausing = new Promise<void>((resolve) => setTimeout(resolve, ms)).then(() => {
      pausing = undefined;
    });
    return pausing;
  };

  const wait = async (end: Promise<void>, signal: AbortSignal | undefined): Promise<void> => {
    if (waiting++ === 0) changed();
    try {
      await untilStopped(end, signal);
    } finally {
      if (--waiting === 0) changed();
    }
  };

  return {
    /** True while a request waits for the end of a pause. */
    isPausing: () => pausing !== undefined && waiting > 0,
    /** Makes a request again, after a pause, while Excel refuses it because of too many. After a minute, and in a pause at a stop, throws a `WorkbookRefusal`. */
    patiently: async <T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      for (let repeats = 0; ; repeats++) {
        if (pausing) await wait(pausing, signal);
        try {
          const answer = await request();
          gaveUp = false;
          return answer;
        } catch (e) {
          const ms = PAUSES_MS[repeats];
          if (!isThrottled(e)) throw e;
          gaveUp ||= ms === undefined;
          if (gaveUp || ms === undefined) throw excelRefusal(e);
          await wait(pause(ms), signal);
        }
      }
    },
  };
}

/**
 * Knows why Excel does not answer. office.js holds requests while a cell is edited, also if the user has clicked into the pane, and does not report it.
 *
 * @param isEditing asks Excel without waiting for the end of the edit
 */
export function createHeldRequests(isEditing: () => Promise<boolean>) {
  const { notify, onChange } = createListeners();
  let why: HeldUp | undefined;
  let late = 0;
  /** The question whether a cell is edited is under way; Excel has not answered it for a while. */
  let asking = false;
  let isSilent = false;
  let next: ReturnType<typeof setTimeout> | undefined;

  const become = (reason: HeldUp | undefined): void => {
    const now = isPausing() ? "limited" : late > 0 ? reason : undefined;
    if (now === why) return;
    why = now;
    notify();
  };
  const { isPausing, patiently } = createPauses(() => {
    become(undefined);
    void look();
  });
  const look = async (): Promise<void> => {
    clearTimeout(next);
    // Some hosts answer one request at a time, and hold the question too.
    if (isSilent) become("silent");
    if (asking || late === 0 || isPausing()) return;
    asking = true;
    const silence = setTimeout(() => {
      isSilent = true;
      become("silent");
    }, PATIENCE_MS);
    const editing = await isEditing().catch(() => false);
    clearTimeout(silence);
    asking = isSilent = false;
    become(editing ? "editing" : undefined);
    next = setTimeout(() => void look(), LOOK_MS);
  };

  return {
    state: () => why,
    onChange,
    patiently,
    /** Watches a request until it is answered; from a stop on only for a second, because Excel may hold it for long. */
    watch: async <T>(request: Promise<T>, signal?: AbortSignal): Promise<T> => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        late++;
        void look();
      }, PATIENCE_MS);
      try {
        return await untilStopped(request, signal, PATIENCE_MS);
      } finally {
        clearTimeout(timer);
        if (isLate) late--;
        if (late === 0) become(undefined);
      }
    },
  };
}
