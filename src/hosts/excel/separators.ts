import { installTyped } from "../../pane/pane-words";
import { withDecimalCommas } from "../../workbook/formulas/decimal-commas";
import { inExcel, isSetSupported } from "./office";

/** Has formulas copied as this Excel takes them where the comma is the decimal point. Excel before ExcelApi 1.11 does not say what it is. */
export async function followSeparators(): Promise<void> {
  if (!isSetSupported("ExcelApi", "1.11")) return;
  await inExcel(async (context) => {
    context.application.load("decimalSeparator");
    await context.sync();
    if (context.application.decimalSeparator === ",") installTyped((formula) => withDecimalCommas(formula) ?? formula);
  });
}
