import { useEffect } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { auditorOf, type Auditor } from "./auditor";

/** For so long there must be no news before pending cells are looked at again: a recalculation's answers come in a rush. */
const QUIET_MS = 800;

/** The host's auditor; draws again whenever it has news, looks at once when the tab opens, and again when pending cells may have been answered. */
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
    // Once without news as well: the last answer may have come while the workbook was read.
    lookSoon();
    const stop = host.onChange(lookSoon);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [host, auditor, there, pending]);
  return auditor;
}
