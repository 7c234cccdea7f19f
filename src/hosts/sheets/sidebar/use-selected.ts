import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Selected } from "../sidebar-calls";
import { onReturn } from "./on-return";
import type { RunScript } from "./run-script";
import { wordsOf } from "./words-of";

/** Polling interval, because Google does not notify a sidebar of selections. */
const POLL_MS = 4_000;

interface SelectedCell {
  readonly selected: Selected | undefined;
  /** Why the selection could not be read; polling pauses until `read` succeeds. */
  readonly problem: string | undefined;
  /** Reads it now. Rejects with a `WorkbookRefusal`. */
  readonly read: () => Promise<Selected>;
}

/** The selection in the sheet: polled while the page is visible, and read at once when the pointer or focus enters the sidebar. */
export function useSelected(run: RunScript): SelectedCell {
  const [selected, setSelected] = useState<Selected | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const state = useRef<{ flight?: Promise<Selected> | undefined; failed: boolean; over: boolean }>({ failed: false, over: false });

  const read = useCallback((): Promise<Selected> => {
    const s = state.current;
    s.flight ??= run("selected")
      .then(
        (now) => {
          s.failed = false;
          if (s.over) return now;
          setProblem(undefined);
          // An equal selection must not redraw.
          setSelected((last) => (JSON.stringify(last) === JSON.stringify(now) ? last : now));
          return now;
        },
        (e: unknown) => {
          s.failed = true;
          if (!s.over) setProblem(wordsOf(e));
          throw e;
        },
      )
      .finally(() => (s.flight = undefined));
    return s.flight;
  }, [run]);

  useEffect(() => {
    const s = state.current;
    s.over = false;
    // `problem` shows the failure; polling pauses until the user reads again.
    const poll = () => void (!document.hidden && !s.failed && read().catch(() => undefined));
    poll();
    const timer = setInterval(poll, POLL_MS);
    const stop = onReturn(poll);
    return () => {
      s.over = true;
      clearInterval(timer);
      stop();
    };
  }, [read]);

  return { selected, problem, read };
}
