import type { BookCell } from "../../../src/workbook/book";
import { localeOf } from "../../../src/workbook/book-locale";

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
