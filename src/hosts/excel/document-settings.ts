import type { Workbook } from "../../pane/workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { SETTINGS_NAMESPACE } from "../../workbook/xlsx/settings-namespace";
import { excelRefusal } from "./excel-refusal";
import { inExcel, isSetSupported } from "./office";

const ownParts = async (context: Excel.RequestContext): Promise<Excel.CustomXmlPart[]> => {
  const parts = context.workbook.customXmlParts.getByNamespace(SETTINGS_NAMESPACE).load("items/id");
  await context.sync();
  return parts.items;
};

/** Saves a setting; false if the workbook is read-only. The setting then applies until the workbook is closed. */
const isSaved = (name: string, text: string): Promise<boolean> =>
  documentSettings.write(name, text).then(
    () => true,
    () => false,
  );

async function adopt(): Promise<void> {
  const texts = await inExcel(async (context) => {
    const found = (await ownParts(context)).map((part) => part.getXml());
    if (found.length > 0) await context.sync();
    return found.map(({ value }) => value);
  });
  if (texts.length === 0) return;
  const { readSettings } = await import("../../workbook/xlsx/settings");
  let all = true;
  for (const [name, text] of texts.flatMap((xml) => Object.entries(readSettings(xml) ?? {})))
    if (documentSettings.read(name) === undefined) all = (await isSaved(name, text)) && all;
  if (!all) return;
  await inExcel(async (context) => {
    (await ownParts(context)).forEach((part) => part.delete());
    await context.sync();
  });
}

/**
 * Moves the settings of a file that the workbench wrote, such as its tables and its as-of date, into the document's settings. They are in a custom XML part,
 * which Office does not read as settings. A setting that the document has already stays. An Excel that cannot read such parts shows the workbook as one without
 * these settings, and the part stays for the next time: the add-in starts in any case.
 */
export async function adoptSettings(): Promise<void> {
  if (isSetSupported("ExcelApi", "1.5")) await adopt().catch(() => undefined);
}

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
