import { valueText } from "../../../src/workbook/value-text";

test.each([
  [340.32500000000005, "340.325"],
  [0.1 + 0.2, "0.3"],
  [1234567.891, "1234567.891"],
  [-0, "0"],
  [1e21, "1E+21"],
  [1.5e-7, "1.5E-07"],
  [true, "TRUE"],
  ["n/a: closed", "n/a: closed"],
  [{ error: "#N/A" }, "#N/A"],
  [null, ""],
])("%o shows as Excel shows it: %s", (value, text) => {
  expect(valueText(value)).toBe(text);
});
