import { asOfText, isEchoOf, readAsOf, type AsOf } from "../../../src/contract/as-of";

const read = (raw: unknown): AsOf | string => {
  const result = readAsOf(raw);
  return result.ok ? result.asOf : result.message;
};

describe("readAsOf", () => {
  it.each<[string, AsOf, string]>([
    ["2024-06-25", { day: "2024-06-25" }, "2024-06-25"],
    [" 2024-02-29 ", { day: "2024-02-29" }, "2024-02-29"],
    ["2024-06-25T14:30Z", { moment: Date.UTC(2024, 5, 25, 14, 30) }, "2024-06-25T14:30:00Z"],
    ["2024-06-25T14:30:59Z", { moment: Date.UTC(2024, 5, 25, 14, 30, 59) }, "2024-06-25T14:30:59Z"],
    ["1900-01-01T00:00Z", { moment: Date.UTC(1900, 0, 1) }, "1900-01-01T00:00:00Z"],
    ["2199-12-31", { day: "2199-12-31" }, "2199-12-31"],
  ])("reads %s, and writes it in one spelling", (text, asOf, spelling) => {
    expect(read(text)).toEqual(asOf);
    expect(asOfText(asOf)).toBe(spelling);
  });

  it.each([
    ["2024-02-30", '"2024-02-30"'],
    ["2024-06-25T14:30", '"2024-06-25T14:30"'],
    ["2024-06-25T24:00Z", '"2024-06-25T24:00Z"'],
    ["2024-06-25T14:30:00.5Z", '"2024-06-25T14:30:00.5Z"'],
    ["2024-06-25T14:30+02:00", '"2024-06-25T14:30+02:00"'],
    ["2024-06-25 14:30Z", '"2024-06-25 14:30Z"'],
    ["yesterday", '"yesterday"'],
    ["", "a blank"],
    [45000, "45000"],
    [null, "nothing"],
  ])("refuses %p with one sentence", (raw, shown) => {
    expect(read(raw)).toBe(`as_of: expected a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z, got ${shown}.`);
  });

  it.each(["1899-12-31", "2200-01-01", "2200-01-01T00:00Z"])("refuses %s, outside 1900 to 2199", (text) =>
    expect(read(text)).toBe(`as_of: expected a day from 1900 to 2199, got "${text}".`),
  );
});

describe("isEchoOf", () => {
  it("accepts the end of the day in New York, in summer and in winter, and nothing else", () => {
    const day: AsOf = { day: "2024-06-25" };
    const echoes = ["2024-06-26T03:59:59Z", "2024-06-26T04:59:59Z", "2024-06-25T03:59:59Z", "2024-06-26T03:59:00Z", "2024-06-25", undefined];
    expect(echoes.filter((echo) => isEchoOf(echo, day))).toEqual(echoes.slice(0, 2));
  });

  it("accepts exactly the moment", () => {
    const moment: AsOf = { moment: Date.UTC(2024, 5, 25, 14, 30) };
    expect(["2024-06-25T14:30:00Z", "2024-06-25T14:30:01Z", "2024-06-25"].map((e) => isEchoOf(e, moment))).toEqual([true, false, false]);
  });
});
