import { installTyped } from "../../pane/pane-words";
import { typedFormula } from "../../workbook/formulas/typed-formula";
import { inExcel, isSetSupported } from "./office";

/** Languages in which Excel's functions have their English names. */
const ENGLISH_NAMES = /^(?:en|zh|ja|ko|th|he|ar|hi|vi)\b/i;
/** Cultures with a decimal point whose lists have semicolons. */
const POINT_AND_SEMICOLON = /-(?:CH|LI)$/i;

/**
 * Formulas are copied as this Excel reads them. Office.js does not say the separator of lists: Excel takes that of the system, which is a semicolon if the comma is
 * the decimal point of the system, and if it is that of Excel. Excel before ExcelApi 1.11 says nothing.
 */
export async function followSeparators(): Promise<void> {
  if (!isSetSupported("ExcelApi", "1.11")) return;
  await inExcel(async (context) => {
    const { application } = context;
    const { cultureInfo } = application;
    application.load("decimalSeparator");
    cultureInfo.load("name");
    cultureInfo.numberFormat.load("numberDecimalSeparator");
    await context.sync();
    const decimal = application.decimalSeparator;
    const hasSemicolons = [decimal, cultureInfo.numberFormat.numberDecimalSeparator].includes(",") || POINT_AND_SEMICOLON.test(cultureInfo.name);
    const english = ENGLISH_NAMES.test(Office.context.displayLanguage);
    installTyped((formula) => typedFormula(formula, { decimal, list: hasSemicolons ? ";" : ",", english }));
  });
}
