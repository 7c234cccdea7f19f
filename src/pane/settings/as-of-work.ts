import type { PaneHost } from "../pane-host";
import type { SpreadsheetAsOf } from "../spreadsheet";
import { workPerBook, type Work } from "../work/work";

/** Setting the day of all cells. It continues when another tab is shown, and cells are not refreshed meanwhile. */
export const asOfWorkOf: (host: PaneHost) => Work<SpreadsheetAsOf> = workPerBook<SpreadsheetAsOf>();
