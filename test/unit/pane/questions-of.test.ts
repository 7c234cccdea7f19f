import { formulaOf, readQuestion } from "../../../src/core/question";
import { questionsOf, type CellQuestions } from "../../../src/pane/questions/questions-of";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import { desk, type Desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";

/** Questions of these cells' formulas, as a user would write them. */
async function asks(d: Desk, ...formulas: string[]): Promise<string[]> {
  formulas.forEach((formula, i) => d.workbook.put(`Sheet1!Z${i + 1}`, formula));
  const cells = (await d.workbook.serviceCells("workbook")).filter((c) => c.column === 25);
  return (await questionsOf(cells, d.host, d.workbook)).map(words);
}
const words = ({ questions, unknown, alone }: CellQuestions): string =>
  `${questions.map(formulaOf).join(" ")}${unknown > 0 ? ` ?${unknown}` : ""}${alone ? " alone" : ""}`;

function ask(d: Desk, cell: string, fn: "PRICE" | "FRED", ...args: string[]): void {
  const read = readQuestion(fn, args);
  d.host.cells.callLog.record(cell, "question" in read ? read.question : undefined);
}

test("literal arguments give the same questions as the function, and equal questions count once", async () => {
  expect(
    await asks(desk(), '=SERVICE.FRED("dgs10")', '=SERVICE.PRICE("A")+SERVICE.PRICE(" a")+SERVICE.FREDH("DGS10",45462)', '=SERVICE.GET("gme","price")'),
  ).toEqual(['SERVICE.FRED("DGS10","value") alone', 'SERVICE.PRICE("A","last") SERVICE.FREDH("DGS10","2024-06-19","value")', 'SERVICE("GME","price") alone']);
});

test("the cells that arguments refer to are read in one call, on any sheet", async () => {
  const d = desk();
  d.workbook.put("Sheet1!A1", "DGS10");
  d.workbook.put("Sheet1!A2", 45_462, saved(45_462, "2024-06-19"));
  d.workbook.put("My Sheet!B3", "DGS2");
  const before = d.workbook.looks;
  expect(await asks(d, "=SERVICE.FREDH(A1,$A$2)", "=SERVICE.FRED('My Sheet'!B3,A9)", '=SERVICE.FREDH(A1,A2,"date")')).toEqual([
    'SERVICE.FREDH("DGS10","2024-06-19","value") alone',
    'SERVICE.FRED("DGS2","value") alone',
    'SERVICE.FREDH("DGS10","2024-06-19","date") alone',
  ]);
  expect(d.workbook.looks - before).toBe(1);
});

test("a call with wrong arguments has no question and does not count as unknown", async () => {
  const d = desk();
  d.workbook.put("Sheet1!A1", "x", saved({ error: "#REF!" }));
  expect(await asks(d, "=SERVICE.PRICE(TRUE)", "=SERVICE.PRICE(A1)", "=SERVICE.PRICE()", '=SERVICE.NOSUCH("A")')).toEqual([
    " alone",
    " alone",
    " alone",
    " alone",
  ]);
});

test("a call with a calculated argument has the cell's last question, or counts as unknown", async () => {
  const d = desk();
  expect(await asks(d, "=SERVICE.PRICE(A1&B1)", "=SERVICE.PRICE(name)+SERVICE.PRICE(A1:A3)")).toEqual([" ?1 alone", " ?2"]);
  ask(d, "Sheet1!Z1", "PRICE", "OLD");
  ask(d, "Sheet1!Z1", "PRICE", "NEW");
  ask(d, "Sheet1!Z1", "FRED", "DGS10");
  ask(d, "'Sheet1'!$Z$2", "PRICE", "ONE");
  expect(await asks(d, "=SERVICE.PRICE(A1&B1)", "=SERVICE.PRICE(name)+SERVICE.PRICE(A1:A3)")).toEqual([
    'SERVICE.PRICE("NEW","last") alone',
    'SERVICE.PRICE("ONE","last") ?1',
  ]);
});

test("a call that refers to a cell without a value yet counts as unknown", async () => {
  const d = desk();
  d.workbook.put("Sheet1!A1", '=SERVICE.PRICE("X")', saved({ error: "#BUSY!" }));
  expect(await asks(d, "=SERVICE.PRICE(A1)")).toEqual([" ?1 alone"]);
});

test("a reference to a missing sheet makes only that call unknown", async () => {
  const d = desk();
  d.workbook.put("Sheet1!A1", "A");
  expect(await asks(d, "=SERVICE.PRICE(Gone!A1)", "=SERVICE.PRICE(A1)")).toEqual([" ?1 alone", 'SERVICE.PRICE("A","last") alone']);
});

test("if the workbook cannot be read, its message is thrown", async () => {
  const d = desk();
  d.workbook.put("Sheet1!A1", "A");
  d.workbook.put("Sheet1!B1", "=SERVICE.PRICE(A1)");
  const cells = await d.workbook.serviceCells("workbook");
  d.workbook.refusal = new WorkbookRefusal("Excel is busy.");
  await expect(questionsOf(cells, d.host, d.workbook)).rejects.toThrow("Excel is busy.");
});

test("10,000 cells are read in two calls, with progress reports, and can be cancelled", async () => {
  const d = desk();
  for (let i = 1; i <= 10_000; i++) {
    d.workbook.put(`Sheet1!A${i}`, `T${i}`);
    d.workbook.put(`Sheet1!B${i}`, `=SERVICE.PRICE(A${i})`);
  }
  const cells = await d.workbook.serviceCells("workbook");
  const done: number[] = [];
  const asked = await questionsOf(cells, d.host, d.workbook, { progress: (n) => done.push(n) });
  expect(asked.map((a) => a.questions[0]?.cell)).toEqual(cells.map((_, i) => ({ fn: "PRICE", args: [`T${i + 1}`, "last"] })));
  expect(d.workbook.looks).toBe(2);
  expect(done.at(-1)).toBe(10_000);
  const stopped = new AbortController();
  stopped.abort();
  expect((await questionsOf(cells, d.host, d.workbook, { signal: stopped.signal })).length).toBeLessThan(10_000);
});

test("a cell's previous question counts only if it fits the known arguments", async () => {
  const d = desk();
  ask(d, "Sheet1!Z1", "FRED", "CPIAUCSL", "value");
  ask(d, "Sheet1!Z2", "FRED", "DGS10", "date");
  expect(await asks(d, '=SERVICE.FRED("DGS10",A9&"")', '=SERVICE.FRED("DGS10",A9&"")')).toEqual([" ?1 alone", 'SERVICE.FRED("DGS10","date") alone']);
});
