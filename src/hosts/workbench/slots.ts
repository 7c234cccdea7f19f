import type { CustomFunction } from "../../engine/calls/custom-functions";
import type { PaneHost } from "../../pane/pane-host";
import { slotOf } from "../../web-page/hand-over";

/** The associated functions, from the script that runs before the add-in. Empty if its bundle did not load. */
export const CUSTOM_FUNCTIONS = slotOf<ReadonlyMap<string, CustomFunction>>("service.custom-functions");

/** The pane's host, for the pane in its frame. Empty if the pane's page is opened alone. */
export const PANE_HOST = slotOf<PaneHost>("service.workbench-pane-host");
