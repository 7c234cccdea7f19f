import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Events by which the user may look at another place. */
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Keeps an element in view from when it gets a message until the user's next act: a preview that arrives later above it would push it below the window's edge. */
function useInView<E extends Element>(message: string | undefined): RefObject<E | null> {
  const element = useRef<E | null>(null);
  useEffect(() => {
    const shown = element.current;
    if (message === undefined || !shown) return undefined;
    const show = () => shown.scrollIntoView({ block: "nearest" });
    const observer = new ResizeObserver(show);
    for (let around = shown.parentElement; around; around = around.parentElement) observer.observe(around);
    const act = () => observer.disconnect();
    for (const type of ACTS) addEventListener(type, act, { capture: true, passive: true });
    show();
    return () => {
      act();
      for (const type of ACTS) removeEventListener(type, act, { capture: true });
    };
  }, [message]);
  return element;
}

interface AlertProps {
  readonly message: string | undefined;
  /** Name of a button that does something about it. */
  readonly button?: string | undefined;
  readonly act?: () => void;
}

/** Why an action was refused, beside its control; empty without a message. Screen readers announce it, and it is scrolled into view. */
export function Alert({ message, button, act }: AlertProps) {
  const box = useInView<HTMLDivElement>(message);
  return (
    <div role="alert" ref={box}>
      {message && button === undefined && <p class="problem">{message}</p>}
      {message && button !== undefined && (
        <div class="problem">
          <p>{message}</p>
          <button type="button" onClick={act}>
            {button}
          </button>
        </div>
      )}
    </div>
  );
}
