import { installTyped } from "../../pane/pane-words";
import { withDecimalCommas } from "../../workbook/formulas/decimal-commas";
import { inExcel, isSetSupported } from "./office";

/** If the comma is this Excel's decimal point, formulas are copied with semicolons and decimal commas. Excel before ExcelApi 1.11 does not say what it is. */
export async function followSeparators(): Promise<void> {
  if (!isSetSupported("ExcelApi", "1.11")) return;
  await inExcel(async (context) => {
    context.application.load("decimalSeparator");
    await context.sync();
    if (context.application.decimalSeparator === ",") installTyped((formula) => withDecimalCommas(formula) ?? formula);
  });
}
