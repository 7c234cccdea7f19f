import { useChanges } from "../hooks/use-changes";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perBook } from "../per-book";
import { refusalMessage, type Watch } from "../workbook";

/** Shown while a spreadsheet's script works. */
export const GOES_ON = "You can close this sidebar. This continues at Google, and the cells show the result.";

/** How work ended. `stopped` by the user; `message` says what went wrong and what to do. */
type Ended<T> = { readonly kind: "done"; readonly result: T } | { readonly kind: "stopped" } | { readonly kind: "failed"; readonly message: string };

interface WorkState<T> {
  /** The current step; missing if nothing is done. `of` is 0 until the amount is known. */
  readonly working?: { readonly words: string; readonly done: number; readonly of: number };
  /** How the last work ended; missing while the next one runs. */
  readonly last?: Ended<T>;
  /** The newest result; stays while the next one is made, and if that fails. */
  readonly result?: T;
}

/** Lets work report its progress. */
export interface Working extends Required<Watch> {
  /** Names the next step and resets the progress. */
  readonly step: (words: string) => void;
}

/** Long work of one tab. It continues while another tab is shown, can be stopped, and runs once at a time. */
export interface Work<T> {
  state(): WorkState<T>;
  /**
   * While work is running, returns that work. Never rejects.
   *
   * @param run returns undefined if it was stopped before it was done
   * @param otherwise message of an error that is no `WorkbookRefusal`
   */
  start(words: string, run: (working: Working) => Promise<T | undefined>, otherwise?: string): Promise<Ended<T>>;
  stop(): void;
  onChange(listener: () => void): () => void;
}

const UNEXPECTED = "This failed for an unknown reason. Try again; if this persists, copy the diagnostics in Account.";

export function createWork<T>(): Work<T> {
  let state: WorkState<T> = {};
  let running: Promise<Ended<T>> | undefined;
  let controller: AbortController | undefined;
  const { notify, onChange } = createListeners();
  const become = (next: WorkState<T>) => {
    state = { ...(state.result === undefined ? {} : { result: state.result }), ...next };
    notify();
  };

  async function run(work: (w: Working) => Promise<T | undefined>, signal: AbortSignal, otherwise: string): Promise<Ended<T>> {
    const step = (words: string) => !signal.aborted && become({ working: { words, done: 0, of: 0 } });
    const progress = (done: number, of: number) => {
      if (state.working && !signal.aborted) become({ working: { ...state.working, done, of } });
    };
    try {
      const result = await work({ signal, step, progress });
      return result === undefined ? { kind: "stopped" } : { kind: "done", result };
    } catch (e) {
      return signal.aborted ? { kind: "stopped" } : { kind: "failed", message: refusalMessage(e, otherwise) };
    }
  }

  return {
    state: () => state,
    start: (words, work, otherwise = UNEXPECTED) => {
      if (running) return running;
      controller = new AbortController();
      become({ working: { words, done: 0, of: 0 } });
      running = run(work, controller.signal, otherwise).then((last) => {
        running = undefined;
        become({ last, ...(last.kind === "done" ? { result: last.result } : {}) });
        return last;
      });
      return running;
    },
    stop: () => controller?.abort(),
    onChange,
  };
}

/** Creates one piece of work per book. It is stopped when another book is opened. */
export const workPerBook = <T>(): ((host: PaneHost) => Work<T>) =>
  perBook((_, open) => {
    const work = createWork<T>();
    open.addEventListener("abort", work.stop);
    return work;
  });

/** Work as a view shows it: redraws with it. */
export function useWork<T>(work: Work<T>): { readonly working: WorkState<T>["working"]; readonly done: T | undefined; readonly failure: string | undefined } {
  useChanges(work);
  const { working, last } = work.state();
  return { working, done: last?.kind === "done" ? last.result : undefined, failure: last?.kind === "failed" ? last.message : undefined };
}
