import { useEffect } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { auditorOf, type Auditor } from "./auditor";

/** Pause without changes before pending cells are scanned again, because answers arrive in bursts. */
const QUIET_MS = 800;

/** The host's auditor. Redraws on changes, scans when the tab opens, and again when pending cells may have been answered. */
export function useAuditor(host: PaneHost, hasWorkbook: boolean): Auditor {
  const auditor = auditorOf(host);
  useChanges(auditor);
  useEffect(() => {
    if (hasWorkbook) void auditor.scan();
  }, [auditor, hasWorkbook]);

  const pending = (auditor.state().last?.audit.counts.pending ?? 0) > 0;
  useEffect(() => {
    if (!hasWorkbook || !pending) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scanSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void auditor.scan(), QUIET_MS);
    };
    // Also scans once without a change, because the last answer may have arrived during the scan.
    scanSoon();
    const stop = host.onChange(scanSoon);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [host, auditor, hasWorkbook, pending]);
  return auditor;
}
