import { cellValue } from "../../../src/hosts/excel/shown-cells";

describe("the value of a cell as Excel describes it", () => {
  test.each([
    ["a number", 4.25, "Double", "4.25", 4.25],
    ["a day, which is its serial number", 45_462, "Double", "2024-06-19", 45_462],
    ["TRUE", true, "Boolean", "TRUE", true],
    ["text", "n/a: market closed", "String", "n/a: market closed", "n/a: market closed"],
    ["an empty cell", "", "Empty", "", null],
    ["a formula that gives no text", "", "String", "", ""],
    ["an error", "#N/A", "Error", "#N/A", { error: "#N/A" }],
    ["a text that only looks like an error", "#N/A", "String", "#N/A", "#N/A"],
    ["an error of a kind that Excel has no type for", "#FIELD!", "Unknown", "#FIELD!", { error: "#FIELD!" }],
    ["a function that has not answered", "#BUSY!", "Error", "#BUSY!", { error: "#BUSY!" }],
    ["the same in an older Excel", "#GETTING_DATA", "Error", "#GETTING_DATA", { error: "#BUSY!" }],
    ["a stock, whose value is #VALUE! by design", "#VALUE!", "RichValue", "MICROSOFT CORP (XNAS:MSFT)", "MICROSOFT CORP (XNAS:MSFT)"],
    ["an error with properties", "#VALUE!", "RichValue", "#VALUE!", { error: "#VALUE!" }],
    ["a number with properties", 4.25, "RichValue", "4.25", 4.25],
  ])("%s", (_name, value, type, text, expected) => {
    expect(cellValue(value, type, text)).toEqual(expected);
  });
});
