import type { BookCell } from "../../../src/workbook/book";
import { localeOf } from "../../../src/workbook/book-locale";
import { displayedNumber } from "../../../src/workbook/plain-section";
import { valueText } from "../../../src/workbook/value-text";

// Excel's: "Set precision as displayed" rounds half away from zero to the digits of the format, and leaves General as it is.
test.each([
  [4.25, "0.0", 4.3],
  [-4.25, "0.0", -4.3],
  [2.675, "0.00", 2.68],
  [1.005, "#,##0.00", 1.01],
  [0.1 + 0.2, "0.0", 0.3],
  [0.0425, "0%", 0.04],
  [0.0425, "0.0%", 0.043],
  [0.0425, '0.0" %"', 0],
  [1234.5, "#,##0", 1235],
  [1_234_567, "0,", 1_235_000],
  [1_234_567, "#,##0.0,,", 1_200_000],
  [1234.56, "0.00E+00", 1230],
  [1234.56, "##0.0E+0", 1200],
  [123_456, "##0.0E+0", 123_500],
  [-0.04, "0.0;(0.0)", 0],
  [-4.25, "#,##0.0_);[Red](#,##0.0)", -4.3],
  [4.25, "[$-407]#,##0.0", 4.3],
  [4.25, '[$€-407] #,##0.0;"minus" 0', 4.3],
  [-4.25, '[$€-407] #,##0.0;"minus" 0', -4],
  [1 / 3, undefined, 1 / 3],
  [1 / 3, "General", 1 / 3],
  [1 / 3, "@", 1 / 3],
  [45_000, "yyyy-mm-dd", 45_000],
  [0, '"nothing"', 0],
  [1e20, "0", 1e20],
  [4.25, ".0", 4.3],
])("%d in the format %s is %d", (value, format, displayed) => {
  expect(displayedNumber(value, format)).toBe(displayed);
});

test.each([
  [0.3, "# ?/?"],
  [45_000.3, "yyyy-mm-dd"],
  [0.3, "h:mm"],
  [4.25, "[>1]0.0;0"],
  [4.25, '"hidden"'],
  [4.25, ";;;"],
  [4.25, "0.0 0"],
])("%d in the format %s is not certain", (value, format) => {
  expect(displayedNumber(value, format)).toBeUndefined();
});

test.each([
  [340.32500000000005, "340.325"],
  [0.1 + 0.2, "0.3"],
  [1234567.891, "1234567.891"],
  [-0, "0"],
  [1e21, "1E+21"],
  [1.5e-7, "0.00000015"],
  [1e-10, "0.0000000001"],
  [1.2345678901234568e-5, "1.23456789012346E-05"],
  [5.6789012345e-8, "0.000000056789012345"],
  [5.67890123456e-8, "5.67890123456E-08"],
  [9.999999999999999e-20, "1E-19"],
  [1 / 3, "0.333333333333333"],
  [1e15, "1000000000000000"],
  [1.2345678901234567e19, "12345678901234600000"],
  [1e20, "1E+20"],
  [4.25e20, "4.25E+20"],
  [-1.2345678901234568e20, "-1.23456789012346E+20"],
  [999_999.9999999999, "1000000"],
  [9.999999999999999e20, "1E+21"],
  [1.2345678901234577e99, "1.2345678901235E+99"],
  [5e-324, "0"],
  [true, "TRUE"],
  ["n/a: closed", "n/a: closed"],
  [{ error: "#N/A" }, "#N/A"],
  [null, ""],
])("%o shows as Excel shows it: %s", (value, text) => {
  expect(valueText(value)).toBe(text);
});

type Content = readonly [value: number | string, formula?: string];

/** The locale that cells from A1 down show. */
const shown = (...contents: readonly Content[]) => {
  const cells = contents.map(([value, formula], row): BookCell => ({ row, column: 0, value, ...(formula === undefined ? {} : { formula }) }));
  return localeOf([{ name: "S", cells }], [], undefined);
};

test.each<readonly [what: string, contents: readonly Content[], decimal: string, group: string | undefined]>([
  ["a number joined with &", [[0.1], ["0,1 %", '=A1&" %"']], ",", undefined],
  ["a number joined with a text of another cell", [[0.1], ["Zins: "], ["Zins: 0,125", "=A2&A1"]], ",", undefined],
  ["three decimals that no function grouped", [[1.125], ["1,125", '=A1&""']], ",", undefined],
  ["a format of TEXT", [[1234.5], ["1.234,50", '=TEXT(A1,"#.##0,00")']], ",", "."],
  ["a format with blanks between thousands", [[1234.5], ["1\u202f234,50", '=TEXT(A1,"# ##0,00")']], ",", "\u202f"],
  ["a format in another cell", [[0.5], ["0.0"], ["0.5", "=TEXT(A1,A2)"]], ".", undefined],
  ["the result of a call", [["4,25 %", '=SERVICE.FRED("DGS10")&" %"']], ",", undefined],
  ["English thousands", [[1234.5], ["$1,234.50", "=DOLLAR(A1)"]], ".", ","],
])("%s shows the decimal sign", (_, contents, decimal, group) => {
  expect(shown(...contents)).toEqual({ decimal, ...(group === undefined ? {} : { group }) });
});

test.each<readonly [what: string, contents: readonly Content[]]>([
  ["typed text", [["0,1 %"]]],
  ["a text from another cell", [["1,5"], ["1,5", "=A1"], ["see 1,5", '="see "&A1']]],
  ["a text that is looked up", [["1,5"], ["x1,5", '="x"&INDEX(A1:A1,1)']]],
  ["thousands", [[1234], ["1,234", '=TEXT(A1,"#,##0")']]],
  ["a date", [[45_000], ["31.12", '=TEXT(A1,"TT.MM")'], ["31.12.2024", '=A1&""']]],
  ["a list in the formula", [[1], ["1,5 and 1", '="1,5 and "&A1']]],
])("%s shows none", (_, contents) => {
  expect(shown(...contents)).toBeUndefined();
});

test("texts that contradict each other, and a language without such texts, leave the sign open", () => {
  expect(shown([0.1], ["0,1 %", '=A1&" %"'], ["0.1 %", '=A1&" %"'])).toEqual({});
  expect(localeOf([{ name: "S", cells: [] }], [], "German")).toEqual({ language: "German" });
});
