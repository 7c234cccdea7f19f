import { cellKey } from "../../../src/core/cell-key";
import { toStoredFormula } from "../../../src/workbook/formulas/stored-formula";
import { referencesOf } from "../../../src/workbook/areas";
import { readBlock } from "../../../src/workbook/cell-reference";
import { addressOf, columnName, localSheetPrefix, runsOf } from "../../../src/workbook/cell-address";

it("names columns as Excel does", () =>
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA", "XFD"]));

it("gives the same key for every spelling of an address", () => {
  for (const address of ["'My Sheet'!$B$2", "[Book1.xlsx]My Sheet!B2", "'[Book1.xlsx]My Sheet'!B2", "my sheet!b2"])
    expect(cellKey(address)).toBe("MY SHEET!B2");
  expect(cellKey("'It''s!'!A1")).toBe("IT'S!!A1");
  expect(cellKey("A1")).toBe("!A1");
});

it("writes addresses as Excel does, with quotes if a sheet's name needs them", () => {
  const at = (sheet: string) => addressOf({ sheet, row: 1, column: 27 });
  expect(["Sheet1", "My Sheet", "It's", "Q1", "2024", "R1C1", "Übersicht"].map(at)).toEqual([
    "Sheet1!AB2",
    "'My Sheet'!AB2",
    "'It''s'!AB2",
    "'Q1'!AB2",
    "'2024'!AB2",
    "'R1C1'!AB2",
    "Übersicht!AB2",
  ]);
  // Names that start like R1C1 need quotes, others with the same letters do not: https://github.com/jmcnamara/XlsxWriter/issues/1078.
  for (const sheet of ["R", "C", "rc", "R10y", "C1_prices", "RC5", "c10Y", "R1.x", "XFD1", "true", "FALSE"]) expect(at(sheet)).toBe(`'${sheet}'!AB2`);
  for (const sheet of ["Rates", "Crude", "RC_5", "R_1", "RCx", "Cx1y", "True_values"]) expect(at(sheet)).toBe(`${sheet}!AB2`);
});

it("quotes a name that looks like R1C1 in some language in formulas for Excel, which are read as without quotes", () => {
  // The letters are the first ones of ROW and COLUMN in that language: https://github.com/PHPOffice/PhpSpreadsheet/pull/3052.
  const names = "Z S ZS Z1 s2 Z1S1 z10y S1_prices L LC L1C1 F FC f1c1 W1K1 WK R1K1 R1S1 S1O1 SO O K k2x R C rc R10y C1_prices".split(" ");
  for (const sheet of names) {
    const reference = `${localSheetPrefix(sheet)}AB2`;
    expect(reference).toBe(`'${sheet}'!AB2`);
    expect(cellKey(reference)).toBe(cellKey(`${sheet}!AB2`));
    expect(readBlock(reference)).toEqual({ sheet, row: 1, column: 27, rows: 1, columns: 1 });
    for (const written of [reference, `${sheet}!AB2`]) expect(referencesOf(`=${written}+1`, "Home", []).areas).toMatchObject([{ sheet, row: 1, column: 27 }]);
  }
  for (const sheet of ["Zinsen", "Sources", "FX", "Z_1", "Work", "Ledger", "Summary", "OK"]) expect(localSheetPrefix(sheet)).toBe(`${sheet}!`);
  expect(localSheetPrefix("It's")).toBe("'It''s'!");
  // An address is written as Excel stores it: locks and lists of cells have it.
  expect(addressOf({ sheet: "S", row: 0, column: 0 })).toBe("S!A1");
});

it("stores a formula with quotes around a sheet that needs them, also if it was typed without", () => {
  expect(toStoredFormula("=R10y!A1+SUM(Rates!B2,'C1'!A1,c1_prices!A:A)")).toBe("'R10y'!A1+SUM(Rates!B2,'C1'!A1,'c1_prices'!A:A)");
  const untouched = 'SUM(Jan:R10y!C3)+[1]R10y!A1+"R10y!A1"+Ledger!Rate';
  expect(toStoredFormula(`=${untouched}`)).toBe(untouched);
});

it("joins neighbouring cells of a column into ranges", () => {
  const at = (row: number, column: number) => ({ row, column, formula: `=${row}` });
  expect(runsOf([at(2, 0), at(0, 0), at(1, 0), at(4, 0), at(0, 1)])).toEqual([
    { address: "A1:A3", formulas: ["=0", "=1", "=2"], cells: [at(0, 0), at(1, 0), at(2, 0)] },
    { address: "A5", formulas: ["=4"], cells: [at(4, 0)] },
    { address: "B1", formulas: ["=0"], cells: [at(0, 1)] },
  ]);
  expect(runsOf([])).toEqual([]);
});
