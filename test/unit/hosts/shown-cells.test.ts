import { cellValue } from "../../../src/hosts/excel/shown-cells";

describe("reading an Excel cell", () => {
  test.each([
    ["a number", 4.25, 4.25, "Double", "4.25"],
    ["a day, stored as its serial number,", 45_462, 45_462, "Double", "2024-06-19"],
    ["TRUE", true, true, "Boolean", "TRUE"],
    ["text", "n/a: market closed", "n/a: market closed", "String", "n/a: market closed"],
    ["an empty cell", null, "", "Empty", ""],
    ["a formula that gives no text", "", "", "String", ""],
    ["an error", { error: "#N/A" }, "#N/A", "Error", "#N/A"],
    ["a text that only looks like an error", "#N/A", "#N/A", "String", "#N/A"],
    ["an error of a kind that Excel has no type for", { error: "#FIELD!" }, "#FIELD!", "Unknown", "#FIELD!"],
    ["a function that has not answered", { error: "#BUSY!" }, "#BUSY!", "Error", "#BUSY!"],
    ["a function that has not answered in an older Excel", { error: "#BUSY!" }, "#GETTING_DATA", "Error", "#GETTING_DATA"],
    ["a stock, whose value is #VALUE! by design", "MICROSOFT CORP (XNAS:MSFT)", "#VALUE!", "RichValue", "MICROSOFT CORP (XNAS:MSFT)"],
    ["an error with properties", { error: "#VALUE!" }, "#VALUE!", "RichValue", "#VALUE!"],
    ["a number with properties", 4.25, 4.25, "RichValue", "4.25"],
  ])("%s is read as %j", (_name, expected, value, type, text) => {
    expect(cellValue(value, type, text)).toEqual(expected);
  });
});
