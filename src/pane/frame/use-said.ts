import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** How long a status message stays; nothing appears only there. */
const SAID_MS = 12_000;

/** The status line of a page: its message, and a function to set it. */
export function useSaid(): { readonly said: string; readonly say: (sentence: string) => void } {
  const [said, setSaid] = useState("");
  const twice = useRef(false);
  const say = useCallback((sentence: string) => {
    // A live region does not announce the same text twice; a no-break space makes it differ.
    twice.current = !twice.current;
    setSaid(sentence === "" || twice.current ? sentence : `${sentence}\u00a0`);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return { said, say };
}
