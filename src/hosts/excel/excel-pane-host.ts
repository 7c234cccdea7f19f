import type { PaneHost } from "../../pane/pane-host";
import type { Runtime } from "./runtime";

/** What the pane sees of Excel's runtime. */
export const createPaneHost = ({ services, environment }: Runtime): PaneHost => ({ ...services, environment, workbook: () => undefined });
