import type { PaneHost } from "../../pane/pane-host";
import type { Workbook } from "../../pane/workbook";
import { createCalculatingCells, reportsCalculating } from "./calculating-cells";
import { excelWorkbook } from "./excel-workbook";
import { createHostCheck } from "./host-check";
import type { Runtime } from "./runtime";

/** The workbook; with the cells that are being calculated if this Excel reports them. */
function workbookOfHost(): Workbook {
  if (!reportsCalculating()) return excelWorkbook;
  const cells = createCalculatingCells();
  // Without the events the audit shows what the cells show.
  cells.listen().catch(() => undefined);
  return { ...excelWorkbook, calculating: cells.read };
}

/** The pane's host in Excel. */
export function createPaneHost({ services, environment, onEnvironment }: Runtime): PaneHost {
  let workbook: Workbook | undefined;
  return {
    ...services,
    environment,
    workbook: () => (environment() === "excel" ? (workbook ??= workbookOfHost()) : undefined),
    hostCheck: createHostCheck(services.cells.callLog),
    onChange: (listener) => {
      const ends = [services.onChange(listener), onEnvironment(listener)];
      return () => ends.forEach((end) => end());
    },
  };
}
