import type { PaneHost } from "../pane-host";

/** Stands where a workbook would be needed: what for, and where there is one. */
export function NoWorkbook({ host, needed }: { readonly host: PaneHost; readonly needed: string }) {
  if (host.environment() === "unknown") return <p class="quiet">Waiting for Excel…</p>;
  if (host.environment() === "excel")
    return <p class="note">This Excel has not handed over its workbook. Close the pane, open it again, and come back here.</p>;
  return (
    <p class="note">
      There is no workbook here. {needed} in Excel, or in the <a href="workbench.html">workbench</a>, a spreadsheet in this browser.
    </p>
  );
}
