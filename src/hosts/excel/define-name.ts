import { WorkbookRefusal } from "../../pane/workbook";
import { needed } from "./excel-refusal";
import { isSetSupported } from "./office";

/** Defines a workbook-wide name. One that stands for something else already is left as it is. */
export async function defineWorkbookName(context: Excel.RequestContext, name: string, formula: string): Promise<void> {
  needed(isSetSupported("ExcelApi", "1.4"));
  const there = context.workbook.names.getItemOrNullObject(name);
  there.load("formula");
  await context.sync();
  if (!there.isNullObject) {
    if (String(there.formula) === formula) return;
    throw new WorkbookRefusal(`The name ${name} stands for something else in this workbook already. Delete it in Formulas, Name Manager, then try again.`);
  }
  context.workbook.names.add(name, formula);
  await context.sync();
}
