import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** For how long the foot of the page repeats what has just happened; nothing stands there alone. */
const SAID_MS = 12_000;

/** The line at the foot of a page that says what has just happened: what stands in it, and how to say something. */
export function useSaid(): { readonly said: string; readonly say: (sentence: string) => void } {
  const [said, setSaid] = useState("");
  const twice = useRef(false);
  const say = useCallback((sentence: string) => {
    // A live region that gets the same words again stays silent; a no-break space makes them others.
    twice.current = !twice.current;
    setSaid(sentence === "" || twice.current ? sentence : `${sentence}\u00a0`);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return { said, say };
}
