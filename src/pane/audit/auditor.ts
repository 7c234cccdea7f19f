import { useEffect } from "preact/hooks";
import { freshnessOf } from "../freshness";
import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { questionsOf } from "../questions/questions-of";
import { NO_WORKBOOK, WorkbookRefusal } from "../workbook";
import { workPerBook, type Work, type Working } from "../work/work";
import { auditOf, type Audit } from "./audit-of";

/** An audit, and its time in wall milliseconds. */
interface Scan {
  readonly audit: Audit;
  readonly at: number;
}

/** Scans the workbook and keeps the result, so that a tab shows it at once when it is opened again. One per book. */
export const auditorOf = workPerBook<Scan>();

async function read(host: PaneHost, { signal, progress }: Working): Promise<Scan | undefined> {
  const workbook = host.workbook();
  if (!workbook) throw new WorkbookRefusal(NO_WORKBOOK);
  const cells = await workbook.serviceCells("workbook", { signal, progress });
  const asked = signal.aborted ? [] : await questionsOf(cells, host, workbook, { signal });
  const calculating = signal.aborted ? undefined : await workbook.calculating?.();
  if (signal.aborted) return undefined;
  const now = host.now();
  const { callLog, last } = host.cells;
  return { audit: auditOf(asked, { freshness: freshnessOf(host), callLog, last, failures: host.failures(), now, calculating }), at: now };
}

/** Scans the whole workbook again, or joins a running scan. Never rejects. */
export const scan = (host: PaneHost) =>
  auditorOf(host).start("Reading the workbook", (working) => read(host, working), "The workbook could not be read. Try again in a moment.");

/** Pause without changes before pending cells are scanned again, because answers arrive in bursts. */
const QUIET_MS = 800;

/** The host's auditor. Redraws on changes, scans when the tab opens, and again when pending cells may have been answered. */
export function useAuditor(host: PaneHost, hasWorkbook: boolean): Work<Scan> {
  const auditor = auditorOf(host);
  useChanges(auditor);
  useEffect(() => {
    if (hasWorkbook) void scan(host);
  }, [auditor, hasWorkbook]);

  const pending = (auditor.state().result?.audit.counts.pending ?? 0) > 0;
  useEffect(() => {
    if (!hasWorkbook || !pending) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scanSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void scan(host), QUIET_MS);
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
