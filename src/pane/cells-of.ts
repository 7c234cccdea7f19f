import type { PaneHost } from "./pane-host";
import type { Cells } from "./workbook";

/** The cells that are open in any host. */
export const cellsOf = (host: Pick<PaneHost, "workbook" | "spreadsheet">): Cells | undefined => host.spreadsheet ?? host.workbook();
