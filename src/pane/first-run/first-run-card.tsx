import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import type { TabProps } from "../tab";
import { Templates } from "../templates/templates";
import { UpdateView } from "./update-view";
import { updateResultWords, updaterOf } from "./updater";
import { Button } from "../elements";

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

/** Whether the card of the first run is shown. It opens by itself until somebody has updated the service, and closes after an update without failures. The result of every update is said. */
export function useFirstRun(host: PaneHost, say: (sentence: string) => void) {
  const updater = updaterOf(host);
  useChanges(updater);
  useChanges(host.dataOrigin);
  const [card, setCard] = useState<"asked" | "opened" | "closed" | undefined>();
  const isDue = card === undefined && host.dataOrigin.isFirstRun() && !isFirstRunSeen();
  // Stays open when the first rows arrive.
  useEffect(() => {
    if (isDue) setCard("opened");
  }, [isDue]);
  /** Closes the card, and does not open it by itself again on this device. */
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

interface FirstRunCardProps extends Pick<TabProps, "host" | "say"> {
  readonly close: () => void;
  /** Opens Build with its search. */
  readonly find: () => void;
  /** True if the user asked for the card, so that it takes the focus. */
  readonly focus: boolean;
}

const WORDS = {
  sample: ["Sample data, not real", "The values in your cells are generated. They show how formulas work. Get published data to replace them."],
  partly_sample: ["Partly sample data", "Some cells still show generated values, because no published data has arrived for them."],
  published: ["Published data", "Your cells show published data. Fetch it again when publishers have something new."],
} as const;

/** First steps: get published data, find a figure, open a template. Its end returns the focus of its buttons to the selected tab. */
export function FirstRunCard({ host, say, close, find, focus }: FirstRunCardProps) {
  const data = host.dataOrigin;
  useChanges(data);
  useChanges(updaterOf(host));
  const [open, setOpen] = useState<"update" | "templates" | undefined>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    return () => void (element?.contains(document.activeElement) && document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus());
  }, []);
  const origin = data.origin() ?? "sample";
  const [title, explanation] = WORDS[origin];
  const connection = host.connection();
  const isLocal = connection.kind === "connected" && connection.baseUrl === host.localOrigin;
  const toggle = (what: "update" | "templates") => setOpen(open === what ? undefined : what);
  return (
    <section ref={card} class="first-run" aria-labelledby="first-run">
      <div class="split">
        <h2 id="first-run" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="link" onClick={close}>
          Close<span class="only-read-out"> first steps</span>
        </button>
      </div>
      <p>{explanation}</p>
      <div class="buttons">
        <Button
          class={open === undefined && origin === "sample" ? "primary" : ""}
          aria-expanded={open === "update"}
          words="Get published data"
          act={() => toggle("update")}
        />
        <Button words="Find a figure" act={find} />
        <Button aria-expanded={open === "templates"} words="Templates" act={() => toggle("templates")} />
      </div>
      {open === "update" && isLocal && <UpdateView host={host} say={say} />}
      {open === "update" && !isLocal && (
        <p class="note">This service is not on this computer, so its operator gets published data, with: npm run -s data -- update</p>
      )}
      {open === "templates" && <Templates host={host} say={say} />}
      <p class="quiet">Account opens these first steps again.</p>
    </section>
  );
}
