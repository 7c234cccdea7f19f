import type { PaneHost } from "../../pane/pane-host";
import { excelWorkbook } from "./excel-workbook";
import { createHostCheck } from "./host-check";
import type { Runtime } from "./runtime";

/** The pane's host in Excel. */
export const createPaneHost = ({ services, environment, onEnvironment }: Runtime): PaneHost => ({
  ...services,
  environment,
  workbook: () => (environment() === "excel" ? excelWorkbook : undefined),
  hostCheck: createHostCheck(services.cells.callLog),
  onChange: (listener) => {
    const ends = [services.onChange(listener), onEnvironment(listener)];
    return () => ends.forEach((end) => end());
  },
});
