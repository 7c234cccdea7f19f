import type { PaneHost } from "../pane-host";
import { refusalMessage, type Watch } from "../workbook";
import { createListeners } from "../listeners";
import { perBook } from "../per-book";

/** How work ended. `stopped` by the user; `message` says what went wrong and what to do. */
type Ended<T> = { readonly kind: "done"; readonly result: T } | { readonly kind: "stopped" } | { readonly kind: "failed"; readonly message: string };

type WorkState<T> =
  | { readonly phase: "idle"; readonly last?: Ended<T> }
  /** `of` is 0 until the amount is known. */
  | { readonly phase: "working"; readonly words: string; readonly done: number; readonly of: number };

/** Lets work report its progress. */
export interface Working extends Required<Watch> {
  /** Names the next step and resets the progress. */
  readonly step: (words: string) => void;
}

/** Long work of one tab. It continues while another tab is shown, can be stopped, and runs once at a time. */
export interface Work<T> {
  state(): WorkState<T>;
  /** Does nothing while work is running. Never rejects. */
  start(words: string, run: (working: Working) => Promise<T>): Promise<Ended<T> | undefined>;
  stop(): void;
  onChange(listener: () => void): () => void;
}

const UNEXPECTED = "This failed for an unknown reason. Try again; if this persists, copy the diagnostics in Account.";

export function createWork<T>(): Work<T> {
  let state: WorkState<T> = { phase: "idle" };
  let controller: AbortController | undefined;
  const { notify, onChange } = createListeners();
  const become = (next: WorkState<T>) => {
    state = next;
    notify();
  };

  async function run(working: (w: Working) => Promise<T>, signal: AbortSignal): Promise<Ended<T>> {
    const step = (words: string) => !signal.aborted && become({ phase: "working", words, done: 0, of: 0 });
    const progress = (done: number, of: number) => {
      if (state.phase === "working" && !signal.aborted) become({ ...state, done, of });
    };
    try {
      const result = await working({ signal, step, progress });
      return signal.aborted ? { kind: "stopped" } : { kind: "done", result };
    } catch (e) {
      if (signal.aborted) return { kind: "stopped" };
      return { kind: "failed", message: refusalMessage(e, UNEXPECTED) };
    }
  }

  return {
    state: () => state,
    start: async (words, working) => {
      if (state.phase === "working") return undefined;
      controller = new AbortController();
      become({ phase: "working", words, done: 0, of: 0 });
      const last = await run(working, controller.signal);
      become({ phase: "idle", last });
      return last;
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
