import { useCallback, useEffect, useState } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import { useUserActions } from "../hooks/use-user-actions";
import type { HeldUp, Workbook } from "../workbook";

const WORDS: Readonly<Record<HeldUp, string>> = {
  editing: "A cell is being edited: press Enter or Esc in the sheet. The pane then continues.",
  limited: "Excel refuses more requests for a moment. The pane then continues.",
  silent: "Excel does not answer yet. If a cell is being edited, press Enter or Esc in the sheet.",
};

const NEVER = { onChange: () => () => undefined };

/** How long an action of the pane counts after the user has gone to the sheet. */
const LEFT_MS = 2_000;

/**
 * Why an action of the pane waits for the host, as a sentence. Undefined while the user works in the sheet only: the pane then follows the selection, and a
 * message at each edited cell would disturb, above all with a screen reader.
 */
export function useHeldUp(workbook: Workbook | undefined): string | undefined {
  const held = workbook?.held;
  useChanges(held ?? NEVER);
  const [acted, setActed] = useState(false);
  useUserActions(
    // Once the event is over: a page that is drawn during a click undoes the choice of a radio button.
    useCallback(() => void setTimeout(() => setActed(true), 0), []),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = () => {
      timer = setTimeout(() => held?.state() === undefined && !document.hasFocus() && setActed(false), LEFT_MS);
    };
    addEventListener("blur", leave);
    return () => {
      clearTimeout(timer);
      removeEventListener("blur", leave);
    };
  }, [held]);
  const why = held?.state();
  return why && acted ? WORDS[why] : undefined;
}
