import { useEffect, useState } from "preact/hooks";
import { CellsTaken } from "../../workbook/workbook-refusal";
import { refusalMessage } from "../workbook";

export type ActionState = ReturnType<typeof useAttempt>;

/**
 * The actions of one control or form, one at a time, and why the last one was refused.
 *
 * @param say clears the status line at a refusal, so that it does not contradict the alert and screen readers announce only that
 * @param of a message does not apply once one of these changes, such as the selected cell
 */
export function useAttempt(say: (sentence: string) => void, of: readonly unknown[] = []) {
  const [busy, setBusy] = useState(false);
  /** For the alert beside the control. Undefined from the start of an action until it is refused. */
  const [problem, setProblem] = useState<string | undefined>();
  /** True if it was refused because cells hold something, which can be overwritten. */
  const [isTaken, setTaken] = useState(false);
  useEffect(() => setProblem(undefined), of);
  /** Refuses with a message; undefined removes the last one. */
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
    /**
     * Runs an action, unless one is running. Never rejects.
     *
     * @param otherwise message of an error that is no `WorkbookRefusal`
     */
    run: async (action: () => Promise<void>, otherwise: string) => {
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        await action();
      } catch (e) {
        refuse(refusalMessage(e, otherwise), e instanceof CellsTaken);
      }
      setBusy(false);
    },
  };
}
