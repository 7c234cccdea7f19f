import type { Answer } from "../../../src/core/outcome";
import { readPathQuestion, readQuestion, type Read } from "../../../src/core/question";
import { sourcesBlock, SOURCES_LOOK } from "../../../src/sources/sources-block";
import { datedRows } from "../../../src/sources/dated-rows";
import type { Used } from "../../../src/sources/used";
import { answerOf, questionOf } from "../core/question-of";

const NOW = Date.UTC(2024, 5, 28, 12);
const DATED = { source: "finra", attribution: "FINRA", observationDate: "2024-06-14", asOf: "2024-06-26T00:00:00Z", receivedAt: NOW };
const answer = (value: Answer["value"], more: Partial<Answer> = {}): Answer => answerOf(value, { ...DATED, ...more });
let row = 0;
function used(read: Read, of: Answer | undefined, cells = 1): Used {
  const places = Array.from({ length: cells }, () => ({ sheet: "S", row: row++, column: 0 }));
  return { question: questionOf(read), cells: places, answer: of, why: of ? undefined : "The service did not answer." };
}
beforeEach(() => void (row = 0));

const short = (field: string, of: Answer | undefined, cells?: number) => used(readQuestion("SHORTINTEREST", ["GME", field]), of, cells);
/** The rows by column name. */
function rowsOf(list: readonly Used[]) {
  const [head, ...rows] = sourcesBlock(list, "The whole workbook", NOW).slice(SOURCES_LOOK.head);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [String(head![i]), cell])));
}

test("the fields of a figure share a row, with cells, formulas, values and units in one order", () => {
  const list = [
    short("days", answer(2.5, { unit: "days" }), 2),
    used(readQuestion("PRICE", ["AAPL"]), answer(227.5, { unit: "USD" })),
    short("short_interest", answer(45_000_000, { unit: "shares" })),
  ];
  expect(rowsOf(list)).toEqual([
    {
      Figure: "GME – days to cover; shares sold short",
      Cells: "S!A1:A2; S!A4",
      Formula: 'SERVICE.SHORTINTEREST("GME","days"); SERVICE.SHORTINTEREST("GME","short_interest")',
      Value: "2.5; 45,000,000",
      Unit: "days; shares",
      Observation: "2024-06-14",
      Retrieved: expect.stringContaining("2024-06-26"),
      Source: "finra",
      Attribution: "FINRA",
      Caveats: "",
      Sample: "no",
      Received: "2024-06-28 12:00 UTC",
    },
    expect.objectContaining({ Figure: "AAPL – last close", Cells: "S!A3", Value: 227.5, Unit: "USD" }),
  ]);
  expect(sourcesBlock(list, "The whole workbook", NOW)[1]?.[0]).toMatch(/: 3 questions in 4 cells, .*in the same order, separated by semicolons\.$/);
});

test.each<[string, (string | undefined)[], string]>([
  ["of all", ["%", "%", "%"], "%"],
  ["of some", ["%", undefined, "%"], "%; –; %"],
  ["of none", [undefined, undefined, undefined], ""],
])("a row with several fields has the units %s", (_, units, words) => {
  const list = ["days", "pctfloat", "short_interest"].map((field, i) => short(field, answer(i, units[i] === undefined ? {} : { unit: units[i] })));
  expect(rowsOf(list).map(({ Unit }) => Unit)).toEqual([words]);
});

test("a cell that asks two questions is counted once", () => {
  const list = [short("days", answer(2.5)), short("pctfloat", answer(1))].map((one) => ({ ...one, cells: [{ sheet: "S", row: 0, column: 0 }] }));
  expect(sourcesBlock(list, "x", NOW)[1]?.[0]).toContain(": 2 questions in 1 cell, ");
});

test("days of the column become real dates with their format; other contents stay", () => {
  const rows = [
    ["Observation", "Received"],
    ["2024-06-14", "2024-06-28 12:00 UTC"],
    ["2024", "2024-06-14"],
  ];
  expect(datedRows(rows, 0)).toEqual({
    rows: [rows[0], [45_457, "2024-06-28 12:00 UTC"], rows[2]],
    format: [[], ["yyyy-mm-dd"], []].map((formats) => [formats[0], undefined]),
  });
});

test("sheet paths of one entity and function share a row", () => {
  const paths = ["short.days", "short.pctfloat"].map((path, i) => used(readPathQuestion("GME", path), answer(i, { unit: i === 0 ? "days" : "%" })));
  expect(rowsOf(paths).map(({ Figure }) => Figure)).toEqual(["GME – days to cover; percent of float, a lower bound"]);
});

test.each<[string, Answer | undefined]>([
  ["another observation date", answer(1, { observationDate: "2024-05-31" })],
  ["another source", answer(1, { source: "user" })],
  ["another attribution", answer(1, { attribution: "other" })],
  ["other caveats", answer(1, { caveats: ["tic_lag"] })],
  ["sample data", answer(1, { sample: true })],
  ["a reason", answer(null, { reason: "no float" })],
  ["a text with a semicolon", answer("a; b")],
  ["no answer", undefined],
])("a field with %s has a row of its own", (_, other) => {
  expect(rowsOf([short("days", answer(2.5)), short("pctfloat", other)]).map(({ Figure }) => Figure)).toEqual([
    "GME – days to cover",
    "GME – percent of float, a lower bound",
  ]);
});

test("the same field of two tickers has two rows", () => {
  const list = ["GME", "AMC"].map((ticker) => used(readQuestion("SHORTINTEREST", [ticker, "days"]), answer(1)));
  expect(rowsOf(list).map(({ Figure }) => Figure)).toEqual(["GME – days to cover", "AMC – days to cover"]);
  expect(sourcesBlock(list, "x", NOW)[1]?.[0]).not.toContain("semicolons");
});
