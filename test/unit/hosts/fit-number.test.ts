import { fitNumber } from "../../../src/hosts/workbench/numbers/fit-number";

/** Every character is one unit wide: a width of eight holds eight of them. */
const widthOf = (text: string): number => text.length;
const general = (value: number, room: number) => fitNumber({ general: value }, room, widthOf);

test.each([
  [3141.59265358979, 20, "3141.592654"],
  [3141.59265358979, 8, "3141.593"],
  [3141.59265358979, 5, "3142"],
  [3141.59265358979, 4, "3142"],
  [1 / 3, 8, "0.333333"],
  [1.5, 3, "1.5"],
  [1.5, 2, "2"],
  [99.99, 3, "100"],
  [4_155_789_123_456, 13, "4155789123456"],
  [4_155_789_123_456, 8, "4.16E+12"],
  [-4_155_789_123_456, 8, "-4.2E+12"],
  [4_000_000_000_000, 8, "4E+12"],
  [4_155_789_123_456, 5, "4E+12"],
  [4_155_789_123_456, 4, "####"],
  [0.000000123456, 8, "1.23E-07"],
  [0.000000123456, 3, "0"],
  [0.001234, 4, "0"],
  [-0.4, 3, "0"],
  [1e300, 6, "1E+300"],
  [0, 1, "0"],
  [12345, 0, "#"],
])("the format General shows %d in a width of %d characters as %s", (value, room, text) => expect(general(value, room).text).toBe(text));

test("a formatted number is shown whole or as ####, never cut or rounded", () => {
  expect(fitNumber({ text: "2024-06-14" }, 10, widthOf)).toEqual({ text: "2024-06-14" });
  expect(fitNumber({ text: "2024-06-14" }, 9, widthOf)).toEqual({ text: "#########", wanted: "2024-06-14" });
});

test("a number needs a wider column only if digits before its decimal point do not fit", () => {
  expect(general(1 / 3, 4).wanted).toBeUndefined();
  expect(general(1_234_567.89, 7).wanted).toBeUndefined();
  expect(general(1_234_567.89, 6).wanted).toBe("1234568");
  expect(general(4_155_789_123_456, 8).wanted).toBe("4155789123456");
  expect(general(1e300, 4).wanted).toBe("1E+300");
});

test("a number in the format General is never wider than its column", () => {
  for (const value of [0, 1, -1, 0.1 + 0.2, -1 / 3, 1e-12, 123.456, 99_999.5, 1e11, 1e15, 1.23456789e21, -9.99e-5, Number.MAX_VALUE, Number.MIN_VALUE])
    for (let room = 1; room < 25; room++) expect(general(value, room).text.length).toBeLessThanOrEqual(room);
});
