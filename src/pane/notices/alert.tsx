import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Scrolls an element into view as far as necessary when it gets a message: one below the window's edge would not be seen. */
function useInView<E extends Element>(message: string | undefined): RefObject<E | null> {
  const element = useRef<E | null>(null);
  useEffect(() => {
    if (message !== undefined) element.current?.scrollIntoView({ block: "nearest" });
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
