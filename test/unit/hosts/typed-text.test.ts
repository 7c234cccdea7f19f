import { typedNumber, typedText } from "../../../src/hosts/workbench/numbers/typed-text";

describe("a number in the formula bar", () => {
  it("gives the same number if it is typed again, whatever its format shows", () => {
    for (const [value, pattern, shown, text] of [
      [45_306, "mmm-yy", "Jan-24", "2024-01-15"],
      [45_292, "mmm-yy", "Jan-24", "Jan-24"],
      [45_306, "yyyy-mm-dd", "2024-01-15", "2024-01-15"],
      [45_306, "m/d/yyyy", "1/15/2024", "1/15/2024"],
      [45_306, "d mmm", "15 Jan", "2024-01-15"],
      [8_781, "m/d/yy", "1/15/24", "1924-01-15"],
      [45_306.5625, "h:mm", "13:30", "2024-01-15 13:30:00"],
      [0.5625, "h:mm", "13:30", "13:30"],
      [0.5627, "h:mm", "13:30", "13:30:17"],
      [1.104166666666667, "[h]:mm", "26:30", "1900-01-01 02:30:00"],
      [0.0725, "0%", "7%", "7.25%"],
      [0.07, "0%", "7%", "7%"],
      [0.5, "# ?/?", "1/2", "0.5"],
      [1234.5, "#,##0", "1,235", "1234.5"],
      [0.1 + 0.2, "General", "0.3", "0.3"],
      [-1, "yyyy-mm-dd", "####", "-1"],
    ] as const)
      expect([pattern, shown, typedText(value, pattern, shown, false)]).toEqual([pattern, shown, text]);
  });

  it("counts days from 1904 if its workbook does so", () => {
    expect(typedText(43_844, "mmm-yy", "Jan-24", true)).toBe("2024-01-15");
    expect(typedText(43_844, "yyyy-mm-dd", "2024-01-15", true)).toBe("2024-01-15");
    expect(typedText(0.5625, "h:mm", "13:30", true)).toBe("13:30");
    expect(typedNumber("2024-01-15", true)).toEqual({ value: 43_844, format: "yyyy-mm-dd" });
    expect(typedNumber("1903-01-15", true)).toBeUndefined();
    expect(typedNumber("13:30", true)).toEqual({ value: 0.5625, format: "hh:mm" });
    expect(typedNumber("12", true)).toEqual({ value: 12 });
  });
});
