import { useEffect, useReducer } from "preact/hooks";
import type { PaneHost } from "./pane-host";

/** Draws again whenever the host has news. */
export function useHost(host: PaneHost): void {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    const stop = host.onChange(() => draw(undefined));
    // What changed between the first drawing and this effect would be missed.
    draw(undefined);
    return stop;
  }, [host]);
}
