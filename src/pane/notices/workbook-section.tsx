import type { ComponentChildren } from "preact";
import type { PaneHost } from "../pane-host";
import { cellsOf } from "../cells-of";
import { WorkbookNeeded } from "./workbook-needed";

interface WorkbookSectionProps {
  readonly host: Pick<PaneHost, "environment" | "spreadsheet" | "workbook">;
  /** Id of its heading. */
  readonly id: string;
  readonly heading: string;
  /** What needs the workbook: "To …". */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** A section of a tab that needs the workbook; without one, what to do. */
export function WorkbookSection({ host, id, heading, what, children }: WorkbookSectionProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {cellsOf(host) ? children : <WorkbookNeeded host={host} what={what} />}
    </section>
  );
}
