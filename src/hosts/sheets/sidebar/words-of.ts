import { refusalMessage } from "../../../pane/workbook";

/** A message for anything thrown, also for a bug of the sidebar. */
export const scriptErrorWords = (e: unknown): string =>
  refusalMessage(e, "The sidebar failed for an unknown reason. Close it and open it again from the SERVICE menu.");
