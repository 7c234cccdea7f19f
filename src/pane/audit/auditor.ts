import { freshnessOf } from "../freshness";
import type { PaneHost } from "../pane-host";
import { questionsOf } from "../questions/questions-of";
import { refusalMessage } from "../workbook";
import { auditOf, type Audit } from "./audit-of";
import { createListeners } from "../listeners";
import { perBook, type BookOpen } from "../per-book";

export interface AuditorState {
  /** Present while the workbook is read. `of` is 0 while the total is unknown. */
  readonly reading?: { readonly done: number; readonly of: number };
  /** The last audit and its time in wall milliseconds; stays while the next one is made. */
  readonly last?: { readonly audit: Audit; readonly at: number };
  /** Why the last scan failed, and what to do. */
  readonly failure?: string;
}

/** Scans the workbook and keeps the result, so that a tab shows it at once when it is opened again. */
export interface Auditor {
  state(): AuditorState;
  /** Scans the whole workbook again, or joins a running scan. Never rejects. */
  scan(): Promise<void>;
  stop(): void;
  onChange(listener: () => void): () => void;
}

/** One auditor per book. */
export const auditorOf = perBook(createAuditor);

function createAuditor(host: PaneHost, open: BookOpen): Auditor {
  let state: AuditorState = {};
  let running: { readonly ended: Promise<void>; readonly abort: AbortController } | undefined;
  const { notify, onChange } = createListeners();
  const become = (next: AuditorState) => {
    state = next;
    notify();
  };
  const lastAudit = () => (state.last ? { last: state.last } : {});

  async function read(signal: AbortSignal): Promise<void> {
    const workbook = host.workbook();
    if (!workbook) return become({ ...lastAudit(), failure: "No workbook is open. Open the pane in Excel or in the workbench." });
    become({ ...lastAudit(), reading: { done: 0, of: 0 } });
    const watch = {
      signal,
      progress: (done: number, of: number) => {
        if (!signal.aborted) become({ ...lastAudit(), reading: { done, of } });
      },
    };
    try {
      const cells = await workbook.serviceCells("workbook", watch);
      const asked = signal.aborted ? [] : await questionsOf(cells, host, workbook, { signal });
      const calculating = signal.aborted ? undefined : await workbook.calculating?.();
      if (signal.aborted) return;
      const at = host.now();
      const audit = auditOf(asked, {
        freshness: freshnessOf(host),
        callLog: host.cells.callLog,
        last: (q) => host.cells.last(q),
        failures: host.failures(),
        now: at,
        calculating,
      });
      become({ last: { audit, at } });
    } catch (refusal) {
      if (signal.aborted) return;
      become({ ...lastAudit(), failure: refusalMessage(refusal, "The workbook could not be read. Try again in a moment.") });
    }
  }

  open.addEventListener("abort", () => running?.abort.abort());

  return {
    state: () => state,
    scan: () => {
      if (running) return running.ended;
      const abort = new AbortController();
      const ended = read(abort.signal).finally(() => {
        if (running?.abort === abort) running = undefined;
      });
      running = { ended, abort };
      return ended;
    },
    stop: () => {
      running?.abort.abort();
      running = undefined;
      become(lastAudit());
    },
    onChange,
  };
}
