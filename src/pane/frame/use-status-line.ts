import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useUserActions } from "../hooks/use-user-actions";

/** How long a status message stays. Everything in it is also shown elsewhere. */
export const SHOWN_MS = 12_000;

/** The status line of a page: its message, and a function to set it. A message goes when the user starts something else. */
export function useStatusLine(): { readonly status: string; readonly say: (sentence: string) => void } {
  const [status, setStatus] = useState("");
  const odd = useRef(false);
  const messages = useRef(0);
  const say = useCallback((sentence: string) => {
    messages.current++;
    // A live region does not announce the same text twice. A no-break space on every other message makes them differ.
    odd.current = !odd.current;
    setStatus(sentence === "" || odd.current ? sentence : `${sentence}\u00a0`);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setStatus(""), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [status]);
  useUserActions(
    useCallback(() => {
      const before = messages.current;
      // Once the event is over: a page that is drawn during a click undoes the choice of a radio button. The control may have said something by then.
      setTimeout(() => messages.current === before && setStatus(""), 0);
    }, []),
  );
  return { status, say };
}
