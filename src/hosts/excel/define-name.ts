import { WorkbookRefusal } from "../../pane/workbook";
import { requireSet } from "./excel-refusal";
import { isSetSupported } from "./office";

/** Defines a workbook-wide name. Throws a `WorkbookRefusal` if it is already defined as something else. */
export async function defineWorkbookName(context: Excel.RequestContext, name: string, formula: string): Promise<void> {
  requireSet(isSetSupported("ExcelApi", "1.4"));
  const existing = context.workbook.names.getItemOrNullObject(name);
  existing.load("formula");
  await context.sync();
  if (!existing.isNullObject) {
    if (String(existing.formula) === formula) return;
    throw new WorkbookRefusal(`The name ${name} is already defined in this workbook. Delete it in Formulas, Name Manager, then try again.`);
  }
  context.workbook.names.add(name, formula);
  await context.sync();
}
