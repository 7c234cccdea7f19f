import { WorkbookRefusal, type Workbook } from "../../pane/workbook";
import { excelRefusal } from "./excel-refusal";

/** Settings saved in the workbook. A setting that could not be saved applies until the workbook is closed. */
export const documentSettings: Workbook["settings"] = {
  read: (name) => {
    // Without a document, as in a preview, there are no settings.
    const text: unknown = (Office.context.document as Office.Document | undefined)?.settings.get(name);
    // The add-in writes texts. Anything else is damaged, and not missing.
    return typeof text === "string" ? text : text === null || text === undefined ? undefined : JSON.stringify(text);
  },
  write: (name, text) =>
    new Promise((resolve, reject) => {
      const { settings } = Office.context.document;
      if (text === undefined) settings.remove(name);
      else settings.set(name, text);
      settings.saveAsync((result) => {
        if (result.status === Office.AsyncResultStatus.Succeeded) return resolve();
        reject(
          new WorkbookRefusal(
            "The setting could not be saved and applies until the workbook is closed. If the workbook is read-only, save a copy and set it there.",
            { cause: excelRefusal(result.error) },
          ),
        );
      });
    }),
};
