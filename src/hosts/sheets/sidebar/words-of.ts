import { WorkbookRefusal } from "../../../pane/workbook";

/** The sentence of what was thrown; a fault of the sidebar itself gets one too. */
export const wordsOf = (e: unknown): string =>
  e instanceof WorkbookRefusal ? e.message : "The sidebar failed, for a reason that it does not know. Close it and open it again from the menu SERVICE.";
