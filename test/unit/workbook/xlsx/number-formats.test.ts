import { showsDay } from "../../../../src/workbook/xlsx/number-formats";

test.each(["yyyy-mm-dd", "d", "m", "mm", "mmm", "[$-407]dd/mm/yyyy", "m/d/yyyy h:mm", '"Day" d', "0;yyyy", "mm.yy", "dd hh:mm:ss"])(
  "%s shows a day",
  (format) => {
    expect(showsDay(format)).toBe(true);
  },
);

test.each(["General", "0.00", "h:mm", "mm:ss", "[h]:mm:ss", "[mm]:ss", "h:mm AM/PM", '0 "days"', "[Red]0", "mmss.0", "0\\d", "#,##0_d", "@"])(
  "%s shows none",
  (format) => {
    expect(showsDay(format)).toBe(false);
  },
);
