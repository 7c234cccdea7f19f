import { FUNCTION_NAMES, functionSpec } from "../../../src/contract/functions";
import { dated, formulaOf, type Read, readPathQuestion, readQuestion, valueIn } from "../../../src/core/question";

const messageOf = (read: Read): string =>
  "outcome" in read && read.outcome.kind === "failure" && read.outcome.failure.code === "argument" ? read.outcome.failure.message : "";

const asked = (...read: Parameters<typeof readQuestion>): unknown => {
  const result = readQuestion(...read);
  return "question" in result ? result.question.cell : result.outcome;
};

test("a serial number, ISO text and a date-formatted value of the same date give the same question", () => {
  const forms = [
    45_462,
    45_462.5,
    "2024-06-19",
    " 2024-06-19 ",
    { type: "Double", basicValue: 45_462, numberFormat: "yyyy-mm-dd" },
    { type: "FormattedNumber", basicValue: 45_462 },
    [[45_462]],
  ];
  expect(new Set(forms.map((date) => JSON.stringify(asked("YIELD", ["10Y", date]))))).toEqual(new Set(['{"fn":"YIELD","args":["10Y","2024-06-19"]}']));
});

test("the JSON of a question in a request has its id, its function and its arguments", () => {
  const sent = (read: Read): unknown => "question" in read && JSON.parse(read.question.json(7));
  expect(sent(readQuestion("FREDH", ["DGS10", "2024-06-19"]))).toEqual({ id: 7, fn: "FREDH", args: ["DGS10", "2024-06-19", "value"] });
  const quoted = readQuestion("FREDH", ['a "quoted", \\ name', "2024-06-19"]);
  expect(sent(quoted)).toEqual({ id: 7, fn: "FREDH", args: ['A "QUOTED", \\ NAME', "2024-06-19", "value"] });
  expect(sent(readQuestion("FIN", ["AAPL", "revenue"]))).toEqual({ id: 7, fn: "FIN", args: ["AAPL", "revenue", null, null] });
  expect(sent(readPathQuestion("aapl", "short.pctfloat"))).toEqual({ id: 7, entity: "AAPL", path: "short.pctfloat" });
  // Cut from the key at its first comma.
  expect(FUNCTION_NAMES.filter((fn) => functionSpec(fn).parameters.length === 0)).toEqual([]);
});

test("2024 is a year if the function takes years, else a serial number", () => {
  expect(asked("YIELD", ["10Y", 2024])).toEqual({ fn: "YIELD", args: ["10Y", "2024-12-31"] });
  expect(asked("FREDH", ["DGS10", 2024])).toEqual({ fn: "FREDH", args: ["DGS10", "1905-07-16", "value"] });
  expect(asked("FIN", ["AAPL", "revenue", 2024])).toMatchObject({ args: ["AAPL", "revenue", "FY2024", null] });
  expect(asked("FIN", ["AAPL", "revenue", 45_563])).toMatchObject({ args: ["AAPL", "revenue", "2024-09-28", null] });
});

test("a number that is not a date gives an argument error", () => {
  expect(asked("FREDH", ["DGS10", -5])).toMatchObject({ kind: "failure", failure: { code: "argument", message: expect.stringContaining("got -5") as string } });
  expect(dated(functionSpec("FREDH").parameters[1]!, 60)).toBe(60);
});

test("a typed cell value, an entity or a range of one cell counts as the text in it", () => {
  for (const raw of [{ type: "String", basicValue: "GME" }, { type: "Entity", text: "GME", basicValue: "#VALUE!" }, [["GME"]], "gme"])
    expect(asked("PRICE", [raw])).toEqual({ fn: "PRICE", args: ["GME", "last"] });
  expect(asked("PRICE", ["GME", { type: "Empty", basicValue: "" }])).toEqual({ fn: "PRICE", args: ["GME", "last"] });
});

test.each([undefined, null, "", "  ", [[]], [[""]], { type: "Empty", basicValue: "" }])(
  "an empty cell for a required argument is named, and is no other error: %j",
  (empty) => {
    expect(asked("PRICE", [empty])).toEqual({ kind: "failure", failure: { code: "no_argument", argument: "ticker" } });
    expect(asked("PRICE", [empty, "date"])).toMatchObject({ failure: { code: "no_argument" } });
    expect(asked("FREDH", ["DGS10", empty])).toMatchObject({ failure: { code: "no_argument", argument: "date" } });
    expect(asked("PRICE", ["AAPL", empty])).toEqual({ fn: "PRICE", args: ["AAPL", "last"] });
  },
);

test("a range of several cells, a boolean or an object gives an argument error", () => {
  for (const [raw, words] of [
    [[["A", "B"]], "expected one value, got several"],
    [[["A"], ["B"]], "expected one value, got several"],
    [true, "got TRUE"],
    [{ a: 1 }, "a value of another kind"],
  ] as const)
    expect(asked("PRICE", [raw])).toMatchObject({ kind: "failure", failure: { code: "argument", message: expect.stringContaining(words) as string } });
});

test.each(["#N/A", "#DIV/0!", "#REF!", "#NAME?", "#NULL!", "#NUM!", "#VALUE!", "#SPILL!", "#CALC!", "#BUSY!"])(
  "the error %s as an argument is returned unchanged",
  (error) => {
    for (const original of [
      { type: "Error", basicType: "Error", basicValue: error, errorType: "x" },
      { code: error, message: "m" },
    ])
      expect(asked("FRED", ["DGS10", original])).toEqual({ kind: "error_in", error, original });
    expect(readPathQuestion({ type: "Error", basicValue: error }, "price")).toMatchObject({ outcome: { kind: "error_in", error } });
  },
);

test("an error object without a code is #VALUE!, and text such as #N/A is text", () => {
  expect(valueIn({ type: "Error" })).toMatchObject({ kind: "error", error: "#VALUE!" });
  expect(valueIn("#N/A")).toEqual({ kind: "plain", value: "#N/A" });
});

test.each([
  ["Q3 2024", "did you mean 2024Q3?"],
  ["3Q24", "did you mean 2024Q3?"],
  ["2024/Q3", "did you mean 2024Q3?"],
  ["FY24", "did you mean FY2024?"],
  ["2024 FY", "did you mean FY2024?"],
  ["last year", 'got "last year".'],
])("the message about the wrong period %s contains: %s", (period, end) => expect(messageOf(readQuestion("FIN", ["AAPL", "revenue", period]))).toContain(end));

test.each([
  ["pe", 'use RV(ticker,"pe").'],
  ["rv.roe", 'use RV(ticker,"roe").'],
  ["fin.revenue", 'use FIN(ticker,"revenue").'],
  ["total_assets", 'use FIN(ticker,"total_assets").'],
  ["ipo", "use the function IPO instead."],
  ["shorts", "did you mean short?"],
  ["insider.nett", "did you mean insider.net or insider.sell?"],
  ["nowhere near", 'such as price, got "nowhere near".'],
])("the message about the wrong path %s ends with: %s", (path, end) => expect(messageOf(readPathQuestion("AAPL", path)).endsWith(end)).toBe(true));

test("SERVICE(entity, path) ignores letter case and outer blanks, and explains a wrong argument", () => {
  expect(readPathQuestion(" gme ", "Short.Days")).toMatchObject({ question: { cell: { entity: "GME", path: "short.days" } } });
  expect(readPathQuestion("\u200BGME", "short.days\u200B")).toMatchObject({ question: { cell: { entity: "GME", path: "short.days" } } });
  expect(readPathQuestion(null, "regime")).toMatchObject({ question: { cell: { entity: "", path: "regime" } } });
  expect(readPathQuestion(700, "price")).toMatchObject({ question: { cell: { entity: "700", path: "price" } } });
  const failureOf = (entity: unknown, path: unknown) => (readPathQuestion(entity, path) as { readonly outcome: { readonly failure: object } }).outcome.failure;
  expect(failureOf("GME", "short.dayz")).toMatchObject({ message: expect.stringContaining("; did you mean short.days") as string });
  expect(failureOf("", "price")).toMatchObject({ code: "no_argument", argument: "entity" });
  expect(failureOf("GME", null)).toMatchObject({ code: "no_argument", argument: "path" });
  expect(failureOf("x".repeat(201), "odds")).toMatchObject({ message: expect.stringContaining("at most 200") as string });
});

test("a formula of FIN without a field has the text that locks have stored", () => {
  const text = (...args: string[]): string => {
    const read = readQuestion("FIN", args);
    return "question" in read ? formulaOf(read.question) : "";
  };
  expect(text("AAPL", "revenue", "FY2024")).toBe('SERVICE.FIN("AAPL","revenue","FY2024")');
  expect(text("AAPL", "eps_diluted", "FY2024", "split_adjusted")).toBe('SERVICE.FIN("AAPL","eps_diluted","FY2024","split_adjusted")');
});
