import { format as shown } from "numfmt";
import { numberLength } from "../../../../src/workbook/xlsx/mark-cells";

const FORMATS = [
  "General",
  'General" (sample)"',
  "0",
  '#,##0" (sample)"',
  '0.00%" (sample)"',
  '#,##0.00_);(#,##0.00)" (sample)"',
  '[$€-407]#,##0.0,,"M"',
  "$#,##0.00;[Red]-$#,##0.00;-",
  'yyyy-mm-dd" (sample)"',
  "d-mmm-yy",
  "mmmm d, yyyy",
  "h:mm AM/PM",
  "0.00E+00",
];
const NUMBERS = [0, 1, -1, 0.5, 9.99, 99.996, 1_000, -12_345.678, 45_461, 15_204_137_000, 3_000_000_000_000];

/** 9999-12-31 */
const LAST_DAY = 2_958_465;

test.each(FORMATS)("the length of a number is enough for what is shown in %s, with few characters to spare", (format) => {
  for (const value of NUMBERS) {
    // No date: Excel shows ##### at any width.
    if ((value < 0 || value > LAST_DAY) && /[ydh]/.test(format.replace(/"[^"]*"/g, ""))) continue;
    const needs = shown(format, value).length;
    const is = numberLength(format, value);
    expect([value, is >= needs]).toEqual([value, true]);
    expect(is).toBeLessThanOrEqual(needs + 20);
  }
});
