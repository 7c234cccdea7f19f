import { selectedAreas } from "../../../../src/hosts/refresh/book-formulas";
import type { Book } from "../../../../src/workbook/book";
import { addressOf, blockText } from "../../../../src/workbook/cell-address";

const book: Book = {
  sheets: ["Model", "My Sheet", "Q1", "O'Neil"].map((name) => ({ name, cells: [] })),
  active: 0,
  names: [
    { name: "rates", formula: "=Model!$B$1:$B$3,Q1!A1" },
    { name: "dyn", formula: "=OFFSET(Model!$A$1,0,0)" },
    { name: "sum", formula: "=Model!$A$1+1" },
    { name: "loc", formula: "=Model!$A$1", sheet: "Model" },
  ],
  settings: {},
};
const textsOf = (...words: readonly string[]): string[] =>
  selectedAreas(book, words).map(({ sheet, ...block }) => `${addressOf({ sheet, row: 0, column: 0 }).slice(0, -2)}${blockText(block)}`);

describe("the areas that --only names", () => {
  it.each([
    ["Model!B2:D9", "Model!B2:D9"],
    ["model!$d$9:b2", "Model!B2:D9"],
    ["B2", "Model!B2"],
    ["Model", "Model!A1:XFD1048576"],
    ["'My Sheet'!A:C", "'My Sheet'!A1:C1048576"],
    ["My Sheet!3:4", "'My Sheet'!A3:XFD4"],
    ["'My Sheet'", "'My Sheet'!A1:XFD1048576"],
    ["'O''Neil'!A1", "'O''Neil'!A1"],
    ["O'Neil!A1", "'O''Neil'!A1"],
    ["Q1", "'Q1'!A1:XFD1048576"],
    ["Model!loc", "Model!A1"],
  ])("%s is %s", (word, area) => {
    expect(textsOf(word)).toEqual([area]);
  });

  it("are those of all words, and all areas of a name", () => {
    expect(textsOf("rates", "C7")).toEqual(["Model!B1:B3", "'Q1'!A1", "Model!C7"]);
  });

  const expected = "expected a range such as Sheet1!B2:D9, a sheet or a defined name";
  it.each([
    ["Modell!A1", "the book has no sheet Modell; did you mean Model?"],
    ["Model!", `${expected}, got no range after the sheet.`],
    ["Model!A1:ZZZZ9", `${expected}, got A1:ZZZZ9 after the sheet.`],
    ["Modle", `${expected}, and the book has none of this name; did you mean Model?`],
    ["dyn", "the name dyn is no range of this book. Name the range itself."],
    ["sum", "the name sum is no range of this book. Name the range itself."],
    ["loc", "the name belongs to the sheet Model. Type Model!loc."],
  ])("%s is refused", (word, why) => {
    expect(() => textsOf(word)).toThrow(`--only ${word}: ${why}`);
  });
});
