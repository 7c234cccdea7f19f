import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Selected } from "../sidebar-calls";
import type { RunScript } from "./run-script";
import { wordsOf } from "./words-of";

/** Google tells a sidebar of no selection, so it is asked for. */
const EVERY_MS = 4_000;

interface SelectedCell {
  readonly selected: Selected | undefined;
  /** Why it could not be read; nothing is asked by itself until `read` is called. */
  readonly problem: string | undefined;
  /** Asks now. Rejects with a sentence. */
  readonly read: () => Promise<Selected>;
}

/** What is selected in the sheet: asked every few seconds while somebody looks, and at once when the pointer or the keyboard comes over from the sheet. */
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
          // The same again is drawn once.
          setSelected((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
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
    // Its words are shown; the next thing that is asked for by hand tries again.
    const quietly = () => void (!document.hidden && !s.failed && read().catch(() => undefined));
    quietly();
    const timer = setInterval(quietly, EVERY_MS);
    const comes = [
      [document, "visibilitychange"],
      [document.documentElement, "pointerenter"],
      [window, "focus"],
    ] as const;
    for (const [where, what] of comes) where.addEventListener(what, quietly);
    return () => {
      s.over = true;
      clearInterval(timer);
      for (const [where, what] of comes) where.removeEventListener(what, quietly);
    };
  }, [read]);

  return { selected, problem, read };
}
