import type { PaneHost } from "../pane-host";

/** Notice for a tab without a workbook: why, and what to do. */
export function WorkbookNeeded({ host, what }: { readonly host: Pick<PaneHost, "environment">; readonly what: string }) {
  if (host.environment() === "unknown") return <p class="quiet">Waiting for the workbook…</p>;
  if (host.environment() === "excel") return <p class="note">Excel has not provided the workbook. Close and reopen the pane, then try again.</p>;
  return (
    <p class="note">
      No workbook is open. Open the pane in Excel, or open the <a href="workbench.html">workbench</a>, to {what}.
    </p>
  );
}
