import { withoutSheet } from "../../../src/workbook/without-sheet";

it.each([
  ["Sheet1!$B$2", "#REF!"],
  ["=sheet1!$B$2:$B$5+'Other'!A1", "=#REF!+'Other'!A1"],
  ["=SUM(Sheet1!B2:Sheet1!B5,Sheet1!B:C,Sheet1!2:3)*2", "=SUM(#REF!,#REF!,#REF!)*2"],
  ['=Sheet1!Rate&"Sheet1!A1"', '=#REF!&"Sheet1!A1"'],
  ["=Sheet11!A1+Sheet1:Sheet3!A1", "=Sheet11!A1+Sheet1:Sheet3!A1"],
  ["=Sheet0:Sheet1!A1", "=Sheet0:Sheet1!A1"],
])("%s without Sheet1 is %s", (formula, expected) => expect(withoutSheet(formula, "Sheet1")).toBe(expected));

it("finds a sheet whose name has a quotation mark", () => expect(withoutSheet("'Today''s'!A1*2", "Today's")).toBe("#REF!*2"));
