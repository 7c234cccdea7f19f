import { useEffect } from "preact/hooks";
import { useChanges } from "../../pane/hooks/use-changes";
import type { ScreenerHost } from "./screener-host";

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/** During an outage, tries the service with waits that double, and loads the names again once it answers. */
export function useRetry(host: ScreenerHost, again: () => void): void {
  useChanges(host);
  const since = host.outage()?.since;
  useEffect(() => {
    if (since === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const wait = (ms: number): void => {
      timer = setTimeout(() => void attempt(ms), ms);
    };
    const attempt = async (ms: number): Promise<void> => {
      const answers = await host.probe();
      if (over) return;
      if (answers) again();
      wait(Math.min(2 * ms, LONGEST_MS));
    };
    wait(FIRST_MS);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [host, since, again]);
}
