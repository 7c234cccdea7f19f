import { displayFrom, STANDARD_DISPLAY } from "../../../src/core/cell-display";
import type { Answer } from "../../../src/core/outcome";
import { createCellWriter, type DateForm } from "../../../src/hosts/excel/to-cell";

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
