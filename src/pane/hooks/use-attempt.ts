import { useState } from "preact/hooks";
import { refusalMessage } from "../workbook";

/** The actions of one control or form, one at a time, and why the last one was refused. */
export interface ActionState {
  readonly busy: boolean;
  /** For the alert beside the control. Undefined from the start of an action until it is refused. */
  readonly problem: string | undefined;
  /**
   * Runs an action, unless one is running. Never rejects.
   *
   * @param otherwise message of an error that is no `WorkbookRefusal`, or a function that words every error
   */
  readonly run: (action: () => Promise<void>, otherwise: string | ((error: unknown) => string)) => Promise<void>;
  /** Refuses with a message; undefined removes the last one. */
  readonly refuse: (message: string | undefined) => void;
}

/** @param say clears the status line at a refusal, so that it does not contradict the alert and screen readers announce only that */
export function useAttempt(say: (sentence: string) => void): ActionState {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const refuse = (message: string | undefined) => {
    if (message !== undefined) say("");
    setProblem(message);
  };
  return {
    busy,
    problem,
    refuse,
    run: async (action, otherwise) => {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        await action();
      } catch (e) {
        refuse(typeof otherwise === "string" ? refusalMessage(e, otherwise) : otherwise(e));
      }
      setBusy(false);
    },
  };
}
