import { displayedNumber } from "../../../src/workbook/plain-section";

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
