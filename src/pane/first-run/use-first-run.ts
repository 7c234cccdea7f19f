import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { updateResultWords } from "./update-words";
import { updaterOf } from "./updater";

const NAME = "service.first-run";

/** True if the user of this device closed the card of the first run. */
function isFirstRunSeen(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    // The host forbids storage: the card opens each time that there is only sample data.
    return false;
  }
}

function setFirstRunSeen(): void {
  try {
    localStorage.setItem(NAME, "seen");
  } catch {
    // As above.
  }
}

/** Whether the card of the first run is shown. */
interface FirstRun {
  readonly isOpen: boolean;
  /** True if the user asked for the card. */
  readonly isAsked: boolean;
  readonly open: () => void;
  /** Closes the card, and does not open it by itself again on this device. */
  readonly close: () => void;
}

/** The card opens by itself until somebody has updated the service, and closes after an update without failures. The result of every update is said. */
export function useFirstRun(host: PaneHost, say: (sentence: string) => void): FirstRun {
  const updater = updaterOf(host);
  useChanges(updater);
  useChanges(host.dataOrigin);
  const [card, setCard] = useState<"asked" | "opened" | "closed" | undefined>();
  const isDue = card === undefined && host.dataOrigin.isFirstRun() && !isFirstRunSeen();
  // Stays open when the first rows arrive.
  useEffect(() => {
    if (isDue) setCard("opened");
  }, [isDue]);
  const close = useCallback(() => {
    setFirstRunSeen();
    setCard("closed");
  }, []);
  const { update } = updater.state();
  const phase = update?.phase;
  const before = useRef(phase);
  useEffect(() => {
    const hasEnded = (before.current === "running" || before.current === "stopping") && phase === "idle";
    before.current = phase;
    if (!hasEnded || !update) return;
    say(updateResultWords(update) ?? "");
    if (update.ended === "done" && update.publishers.every(({ state }) => state !== "failed")) close();
  }, [phase]);
  return { isOpen: isDue || card === "opened" || card === "asked", isAsked: card === "asked", open: useCallback(() => setCard("asked"), []), close };
}
