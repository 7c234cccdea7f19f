import { useEffect, useReducer } from "preact/hooks";
import type { PaneHost } from "../pane-host";

/** The host's time, redrawn at this interval, for texts such as "3 minutes ago". */
export function useNow(host: Pick<PaneHost, "now">, everyMs = 20_000): number {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const timer = setInterval(() => draw(undefined), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return host.now();
}
