import { displayFrom, STANDARD_DISPLAY } from "../../../src/core/cell-display";
import type { Answer } from "../../../src/core/outcome";
import type { DateForm } from "../../../src/hosts/excel/date-form";
import { cellValue } from "../../../src/hosts/excel/shown-cells";
import { createCellWriter } from "../../../src/hosts/excel/to-cell";
import { fitNumber } from "../../../src/hosts/workbench/numbers/fit-number";

const NO_ANSWER = "The service did not answer in time. Press Refresh.";

const answer = (value: Answer["value"], more: Partial<Answer> = {}): Answer => ({ value, caveats: [], sample: false, maxAgeS: 1, receivedAt: 0, ...more });
const writer = (form: DateForm = "Double") => createCellWriter(() => form);
const page = globalThis as { CustomFunctions?: unknown };

class CellError {
  constructor(
    readonly code: string,
    readonly message?: string,
  ) {}
}

const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (e) {
    return e;
  }
  throw new Error("Nothing was thrown.");
};

beforeEach(() => {
  page.CustomFunctions = { Error: CellError };
});
afterEach(() => {
  delete page.CustomFunctions;
});

describe("a cell", () => {
  it("shows numbers, text and booleans as they are, 0 and false included", () => {
    for (const value of [4.23, 0, -1, "Expansion", true, false]) expect(writer().answer(answer(value), undefined)).toBe(value);
  });

  it("shows a reason as text and never 0", () => {
    expect(writer().answer(answer(null, { code: "no_curve", reason: "no curve is loaded for that date" }), undefined)).toBe(
      "n/a: no curve is loaded for that date",
    );
    expect(writer().answer(answer(null), undefined)).toMatch(/^n\/a: ./);
  });

  it("shows the short reason as text, and the full one in an error's tooltip", () => {
    const none = answer(null, { code: "no_price", reason: "no price for ACME", explanation: "No price is known for ACME. Import its closes." });
    expect(writer().answer(none, undefined)).toBe("n/a: no price for ACME");
    const asErrors = createCellWriter(
      () => "Double",
      () => ({ ...STANDARD_DISPLAY, reasons: "error" }),
    );
    expect(thrown(() => asErrors.answer(none, undefined))).toEqual(new CellError("#N/A", "n/a: No price is known for ACME. Import its closes."));
  });

  it("names the missing argument if its cell is empty, or shows nothing, as the workbook says", () => {
    const failure = { code: "no_argument", argument: "ticker" } as const;
    const shown = (text: string) =>
      createCellWriter(
        () => "Double",
        () => displayFrom(text),
      ).failure("#VALUE!", failure);
    expect(writer().failure("#VALUE!", failure)).toBe("n/a: no ticker");
    expect(shown('{"blanks":"blank"}')).toBe("");
    expect(shown('{"blanks":"blank","reasons":"error"}')).toBe("");
    expect(thrown(() => shown('{"reasons":"error"}'))).toEqual(
      new CellError("#N/A", "n/a: No ticker: the cell of this argument is empty. Enter a value there."),
    );
  });

  it("shows the old answer if a refresh failed", () => expect(writer().answer(answer(4.2), { code: "network" })).toBe(4.2));

  it.each<[DateForm, unknown]>([
    ["Double", { type: "Double", basicValue: 45461, numberFormat: "yyyy-mm-dd" }],
    ["FormattedNumber", { type: "FormattedNumber", basicValue: 45461, numberFormat: "yyyy-mm-dd" }],
    ["text", "2024-06-18"],
  ])("returns a date in the form %s", (form, expected) => expect(writer(form).answer(answer("2024-06-18", { kind: "date" }), undefined)).toEqual(expected));

  it("shows dates before 1900 as ISO text, and uses Excel's serials around 29 February 1900", () => {
    const shown = (iso: string) =>
      (writer().answer(answer(iso, { kind: "date" }), undefined) as { basicValue?: number }).basicValue ??
      writer().answer(answer(iso, { kind: "date" }), undefined);
    expect(shown("1899-12-31")).toBe("1899-12-31");
    expect(shown("1900-01-01")).toBe(1);
    expect(shown("1900-02-28")).toBe(59);
    expect(shown("1900-03-01")).toBe(61);
  });

  it("shows text that looks like a date as text", () => expect(writer().answer(answer("2024-06-18"), undefined)).toBe("2024-06-18"));

  it("shows a missing key as a text that says what to do", () => expect(writer().noKey({ code: "no_key" })).toBe("n/a: Add your API key in the SERVICE pane."));

  it("shows a failure as an error value with its message", () => {
    expect(thrown(() => writer().failure("#N/A", { code: "timeout" }))).toEqual(new CellError("#N/A", NO_ANSWER));
    expect(thrown(() => writer().failure("#VALUE!", { code: "argument", message: "field: expected" }))).toEqual(new CellError("#VALUE!", "field: expected"));
  });

  it("shows a failure as a plain Error if the runtime has no CustomFunctions.Error", () => {
    page.CustomFunctions = { associate: () => undefined };
    expect(thrown(() => writer().failure("#N/A", { code: "timeout" }))).toEqual(new Error(NO_ANSWER));
    delete page.CustomFunctions;
    expect(thrown(() => writer().failure("#N/A", { code: "timeout" }))).toEqual(new Error(NO_ANSWER));
  });

  it("shows an argument's error as the same error, or as #VALUE! if Excel cannot return that error", () => {
    for (const error of ["#N/A", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!"]) expect(thrown(() => writer().errorIn(error, {}))).toEqual(new CellError(error));
    const original = { type: "Error", basicValue: "#REF!" };
    expect(writer().errorIn("#REF!", original)).toBe(original);
    expect(writer().errorIn("#SPILL!", { code: "#SPILL!" })).toEqual({ type: "Error", basicType: "Error", basicValue: "#SPILL!" });
    expect(thrown(() => writer("text").errorIn("#REF!", original))).toMatchObject({ code: "#VALUE!", message: "An argument is #REF!." });
  });
});

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
])("an Excel cell: %s is read as %j", (_name, expected, value, type, text) => {
  expect(cellValue(value, type, text)).toEqual(expected);
});
