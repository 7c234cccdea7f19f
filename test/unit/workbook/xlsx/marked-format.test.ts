import { markedFormat } from "../../../../src/workbook/xlsx/number-formats";

describe("a number format that shows a word", () => {
  it.each([
    ["", 'General" (sample)"', '"(sample) "@'],
    ["General", 'General" (sample)"', '"(sample) "@'],
    ["0.00%", '0.00%" (sample)"', '"(sample) "@'],
    ["yyyy-mm-dd", 'yyyy-mm-dd" (sample)"', '"(sample) "@'],
    ['#,##0_);[Red](#,##0);"-";@" x"', '#,##0_)" (sample)";[Red](#,##0)" (sample)";"-"" (sample)";@" x"', '#,##0_);[Red](#,##0);"-";"(sample) "@" x"'],
    [String.raw`0\;0" ;"_;;[=1]"one"`, String.raw`0\;0" ;"_;" (sample)";[=1]"one"" (sample)"`, '"(sample) "@'],
    ["@", 'General" (sample)"', '"(sample) "@'],
    ["0;-0;;@", '0" (sample)";-0" (sample)";;@', '0;-0;;"(sample) "@'],
    [";;;", ";;;", ";;;"],
  ])("%j shows it with a number and with a text", (format, number, text) => {
    expect([markedFormat(format, false, "sample"), markedFormat(format, true, "sample")]).toEqual([number, text]);
  });
});
