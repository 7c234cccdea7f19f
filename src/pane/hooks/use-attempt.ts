import { useEffect, useState } from "preact/hooks";
import { CellsTaken } from "../../workbook/workbook-refusal";
import { refusalMessage } from "../workbook";

/** The actions of one control or form, one at a time, and why the last one was refused. */
export interface ActionState {
  readonly busy: boolean;
  /** For the alert beside the control. Undefined from the start of an action until it is refused. */
  readonly problem: string | undefined;
  /** True if it was refused because cells hold something, which can be overwritten. */
  readonly isTaken: boolean;
  /**
   * Runs an action, unless one is running. Never rejects.
   *
   * @param otherwise message of an error that is no `WorkbookRefusal`, or a function that words every error
   */
  readonly run: (action: () => Promise<void>, otherwise: string | ((error: unknown) => string)) => Promise<void>;
  /** Refuses with a message; undefined removes the last one. */
  readonly refuse: (message: string | undefined) => void;
}

/**
 * @param say clears the status line at a refusal, so that it does not contradict the alert and screen readers announce only that
 * @param of a message does not apply once one of these changes, such as the selected cell
 */
export function useAttempt(say: (sentence: string) => void, of: readonly unknown[] = []): ActionState {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [isTaken, setTaken] = useState(false);
  useEffect(() => setProblem(undefined), of);
  const refuse = (message: string | undefined, taken = false) => {
    if (message !== undefined) say("");
    setProblem(message);
    setTaken(taken);
  };
  return {
    busy,
    problem,
    isTaken,
    refuse,
    run: async (action, otherwise) => {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        await action();
      } catch (e) {
        refuse(typeof otherwise === "string" ? refusalMessage(e, otherwise) : otherwise(e), e instanceof CellsTaken);
      }
      setBusy(false);
    },
  };
}
