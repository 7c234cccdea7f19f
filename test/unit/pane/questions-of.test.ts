import { serialOf } from "../../../src/contract/dates";
import { createCallLog } from "../../../src/core/call-log";
import { formulaOf, type Question, readQuestion } from "../../../src/core/question";
import { type CellQuestions, questionsOf } from "../../../src/pane/questions/questions-of";
import { resolveCalls, type ResolvedCall } from "../../../src/pane/questions/resolve-calls";
import { type Workbook } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import type { CellPlace, CellValue } from "../../../src/workbook/cell";
import { questionOf } from "../core/question-of";
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

let d = desk();
beforeEach(() => void (d = desk()));

test("literal arguments give the same questions as the function, and equal questions count once", async () => {
  expect(
    await asks(desk(), '=SERVICE.FRED("dgs10")', '=SERVICE.PRICE("A")+SERVICE.PRICE(" a")+SERVICE.FREDH("DGS10",45462)', '=SERVICE.GET("gme","price")'),
  ).toEqual(['SERVICE.FRED("DGS10","value") alone', 'SERVICE.PRICE("A","last") SERVICE.FREDH("DGS10","2024-06-19","value")', 'SERVICE("GME","price") alone']);
});

test("the cells that arguments refer to are read in one call, on any sheet", async () => {
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
  d.workbook.put("Sheet1!A1", "x", saved({ error: "#REF!" }));
  expect(await asks(d, "=SERVICE.PRICE(TRUE)", "=SERVICE.PRICE(A1)", "=SERVICE.PRICE()", '=SERVICE.NOSUCH("A")')).toEqual([
    " alone",
    " alone",
    " alone",
    " alone",
  ]);
});

test("a call with a calculated argument has the cell's last question, or counts as unknown", async () => {
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
  d.workbook.put("Sheet1!A1", '=SERVICE.PRICE("X")', saved({ error: "#BUSY!" }));
  expect(await asks(d, "=SERVICE.PRICE(A1)")).toEqual([" ?1 alone"]);
});

test("if the workbook cannot be read, its message is thrown", async () => {
  d.workbook.put("Sheet1!A1", "A");
  d.workbook.put("Sheet1!B1", "=SERVICE.PRICE(A1)");
  const cells = await d.workbook.serviceCells("workbook");
  d.workbook.refusal = new WorkbookRefusal("Excel is busy.");
  await expect(questionsOf(cells, d.host, d.workbook)).rejects.toThrow("Excel is busy.");
});

test("10,000 cells are read in two calls, with progress reports, and can be cancelled", async () => {
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
  ask(d, "Sheet1!Z1", "FRED", "CPIAUCSL", "value");
  ask(d, "Sheet1!Z2", "FRED", "DGS10", "date");
  expect(await asks(d, '=SERVICE.FRED("DGS10",A9&"")', '=SERVICE.FRED("DGS10",A9&"")')).toEqual([" ?1 alone", 'SERVICE.FRED("DGS10","date") alone']);
});

describe("the calls of one formula", () => {
  const home: CellPlace = { sheet: "Sheet1", row: 4, column: 1 };
  const sheet = (cells: Readonly<Record<string, CellValue>>): Workbook =>
    ({
      shown: async (places: readonly CellPlace[]) => places.map((p) => ({ value: cells[`${p.sheet}!${p.row},${p.column}`] ?? null, text: "" })),
    }) as unknown as Workbook;
  const resolve = async (formula: string, cells: Readonly<Record<string, CellValue>> = {}, callLog = createCallLog()): Promise<readonly ResolvedCall[]> =>
    (await resolveCalls([{ ...home, formula }], callLog, sheet(cells)))[0] ?? [];

  it("get their questions from literal arguments and from cells", async () => {
    const [first, second] = await resolve('=SERVICE.FREDH(A2,Other!$C$1)+SERVICE.ESI("index")', {
      "Sheet1!1,0": "dgs10",
      "Other!0,2": serialOf("2024-06-25") ?? 0,
    });
    expect(first?.asks).toMatchObject({ kind: "question", question: { key: '["FREDH","DGS10","2024-06-25","value"]' } });
    expect(second?.asks).toMatchObject({ kind: "question", question: { cell: { fn: "ESI" } } });
    expect([first?.alone, second?.alone]).toEqual([false, false]);
    expect(first?.text).toBe("SERVICE.FREDH(A2,Other!$C$1)");
  });

  it("say which argument is wrong, or which error an argument has", async () => {
    expect((await resolve('=SERVICE.FREDH("DGS10","yesterday")'))[0]?.asks).toMatchObject({
      kind: "wrong",
      message: expect.stringMatching(/^date: expected a date/),
    });
    expect((await resolve("=SERVICE.PRICE(A2)", { "Sheet1!1,0": { error: "#REF!" } }))[0]?.asks).toEqual({ kind: "error_in", error: "#REF!" });
    expect((await resolve("=SERVICE.NOPE(1)"))[0]?.asks).toMatchObject({ kind: "wrong", message: expect.stringContaining("SERVICE.NOPE") });
  });

  it("with calculated arguments each have their own previous question", async () => {
    const asked = async (formula: string, ...questions: readonly Question[]) => {
      const callLog = createCallLog();
      for (const question of questions) callLog.record("Sheet1!B5", question);
      return (await resolve(formula, {}, callLog)).map(({ asks }) => (asks.kind === "question" ? formulaOf(asks.question) : asks.kind));
    };
    const of = (fn: "YIELD" | "FREDH", ...args: readonly unknown[]): Question => questionOf(readQuestion(fn, args));
    const [two, ten] = [of("YIELD", "2Y"), of("YIELD", "10Y")];
    const [twoDay, day] = [of("FREDH", "DGS2", "2024-06-25"), of("FREDH", "DGS10", "2024-06-25")];
    expect(await asked("=SERVICE.YIELD(A1&A2)-SERVICE.YIELD(A3&A4)", ten, two)).toEqual([ten, two].map(formulaOf));
    // Literal arguments decide, in any order of calls.
    expect(await asked('=SERVICE.FREDH("DGS2",TODAY()-1)-SERVICE.FREDH("DGS10",TODAY()-1)', day, twoDay)).toEqual([twoDay, day].map(formulaOf));
    expect(await asked('=SERVICE.FREDH("DGS5",TODAY()-1)', day, twoDay)).toEqual(["unknown"]);
    expect(await asked("=SERVICE.PRICE(A1&A2)", ten)).toEqual(["unknown"]);
  });

  it("say why an argument's sheet could not be read, and the other calls have their questions", async () => {
    const workbook: Pick<Workbook, "shown"> = {
      shown: async (places) => {
        if (places.some((p) => p.sheet === "Gone")) throw new WorkbookRefusal("There is no sheet Gone any more.");
        return places.map(() => ({ value: "AAPL", text: "AAPL" }));
      },
    };
    const [calls = []] = await resolveCalls([{ ...home, formula: "=SERVICE.PRICE(Gone!A1)+SERVICE.PRICE(A1)" }], createCallLog(), workbook);
    expect(calls[0]?.asks).toEqual({ kind: "unknown", why: "There is no sheet Gone any more." });
    expect(calls[1]?.asks).toMatchObject({ kind: "question", question: { cell: { fn: "PRICE", args: ["AAPL", "last"] } } });
  });

  it("cannot be resolved if the workbook throws an unexpected error", async () => {
    const workbook: Pick<Workbook, "shown"> = {
      shown: async (places) => {
        if (places.length > 1) throw new WorkbookRefusal("Too many sheets.");
        throw new TypeError("a fault");
      },
    };
    await expect(resolveCalls([{ ...home, formula: "=SERVICE.FREDH(Other!A1,A1)" }], createCallLog(), workbook)).rejects.toThrow("a fault");
  });
});
