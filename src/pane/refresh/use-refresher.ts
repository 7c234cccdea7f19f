import { useEffect, useReducer } from "preact/hooks";
import type { PaneHost } from "../pane-host";
import { refresherOf, type Refresher } from "./refresher";

/** The host's refresher, which goes on while other tabs are shown; draws again whenever it has news. */
export function useRefresher(host: PaneHost): Refresher {
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const refresher = refresherOf(host);
  useEffect(() => {
    const stop = refresher.onChange(() => draw(undefined));
    draw(undefined);
    return stop;
  }, [refresher]);
  return refresher;
}
