import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/**
 * Whether a question is asked, and the button that asks it, which gets the focus back.
 *
 * @param otherwise gets the focus if the button is gone
 */
export function useConfirm(otherwise?: RefObject<HTMLElement | null>) {
  const [asking, setAsking] = useState(false);
  const starter = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (!asking && wasAsking.current) (starter.current ?? otherwise?.current)?.focus();
    wasAsking.current = asking;
  }, [asking]);
  return { asking, setAsking, starter };
}

interface ConfirmProps {
  readonly label: string;
  /** With the effect of the action. */
  readonly question: ComponentChildren;
  readonly close: () => void;
  /** The buttons. The first has no effect, and gets the focus. */
  readonly children: ComponentChildren;
}

/** A question before an action, in the page, because panes block dialogs. */
export function Confirm({ label, question, close, children }: ConfirmProps) {
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => buttons.current?.querySelector("button")?.focus(), []);
  const escape = (e: KeyboardEvent) => {
    if (e.key !== "Escape") return;
    // In Excel on the web, office.js leaves the pane at Escape.
    e.stopPropagation();
    close();
  };
  return (
    <div class="confirm" role="group" aria-label={label} onKeyDown={escape}>
      <p>{question}</p>
      <div class="buttons" ref={buttons}>
        {children}
      </div>
    </div>
  );
}
