import type { Workbook } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";

/** Saves a setting that applies to all cells; if the workbook cannot save it, such as a read-only one, leaves the one before, and throws a refusal that says so. */
export async function saveOrLeave({ settings }: Pick<Workbook, "settings">, name: string, text: string | undefined): Promise<void> {
  const before = settings.read(name);
  try {
    await settings.write(name, text);
  } catch (e) {
    // The host would apply what it could not save until the workbook is closed.
    await settings.write(name, before).catch(() => undefined);
    throw new WorkbookRefusal("The setting could not be saved, so nothing was changed. If the workbook is read-only, save a copy and set it there.", {
      cause: e,
    });
  }
}
