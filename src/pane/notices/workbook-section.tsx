import type { ComponentChildren } from "preact";
import { cellsOf } from "../cells-of";
import type { PaneHost } from "../pane-host";
import { Section } from "../elements";

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

interface WorkbookSectionProps {
  readonly host: Pick<PaneHost, "environment" | "spreadsheet" | "workbook">;
  /** Id of its heading. */
  readonly id: string;
  readonly heading: string;
  /** What needs the workbook: "To …". */
  readonly what: string;
  readonly children?: ComponentChildren;
}

/** A section of a tab that needs the workbook; without one, what to do. */
export function WorkbookSection({ host, id, heading, what, children }: WorkbookSectionProps) {
  return (
    <Section id={id} heading={heading}>
      {cellsOf(host) ? children : <WorkbookNeeded host={host} what={what} />}
    </Section>
  );
}
