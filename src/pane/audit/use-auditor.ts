import { useEffect } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { auditorOf, type Auditor } from "./auditor";

/** Pause without news before pending cells are scanned again: answers to a recalculation come in bursts. */
const QUIET_MS = 800;

/** The host's auditor. Redraws on changes, scans when the tab opens, and again when pending cells may have been answered. */
export function useAuditor(host: PaneHost, there: boolean): Auditor {
  const auditor = auditorOf(host);
  useChanges(auditor);
  useEffect(() => {
    if (there) void auditor.look();
  }, [auditor, there]);

  const pending = (auditor.state().last?.audit.counts.pending ?? 0) > 0;
  useEffect(() => {
    if (!there || !pending) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void auditor.look(), QUIET_MS);
    };
    // Once without news as well: the last answer may have come during the scan.
    lookSoon();
    const stop = host.onChange(lookSoon);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [host, auditor, there, pending]);
  return auditor;
}
