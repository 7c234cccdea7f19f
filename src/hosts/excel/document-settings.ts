import { WorkbookRefusal, type Workbook } from "../../pane/workbook";
import { refusalOf } from "./excel-refusal";

/** Small texts that travel with the workbook. A text that could not be saved still counts until the workbook is closed. */
export const documentSettings: Workbook["settings"] = {
  read: (name) => {
    // Where a host has no document, as in a preview, there is nothing kept.
    const text: unknown = (Office.context.document as Office.Document | undefined)?.settings.get(name);
    return typeof text === "string" ? text : undefined;
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
            "This could not be kept in the workbook, which may be open for reading only. It counts until the workbook is closed; to keep it, save a copy and choose again.",
            { cause: refusalOf(result.error) },
          ),
        );
      });
    }),
};
