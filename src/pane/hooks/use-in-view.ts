import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Scrolls an element into view as far as necessary when it gets a message: one below the window's edge would not be seen. */
export function useInView<E extends Element>(message: string | undefined): RefObject<E | null> {
  const element = useRef<E | null>(null);
  useEffect(() => {
    if (message !== undefined) element.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  return element;
}
