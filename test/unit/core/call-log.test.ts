import { createCallLog } from "../../../src/core/call-log";
import type { Answer } from "../../../src/core/outcome";
import { formulaOf, questionOf, readPathQuestion, readQuestion } from "../../../src/core/question";
import { price } from "./virtual-host";

test("the call log lists a cell's questions newest first, each once, however its address is spelled", () => {
  const callLog = createCallLog();
  for (const ticker of ["AAPL", "MSFT", "AAPL"]) callLog.record("Sheet1!$A$1", price(ticker));
  expect(callLog.questionsOf("[Book1]sheet1!A1").map(formulaOf)).toEqual(['SERVICE.PRICE("AAPL","last")', 'SERVICE.PRICE("MSFT","last")']);
  expect(callLog.evaluations("Sheet1!A1")).toBe(3);
});

test("the call log counts a cell's calls together after the workbook is renamed", () => {
  const callLog = createCallLog();
  for (const [address, ticker] of [
    ["[Book1]Sheet1!A1", "AAPL"],
    ["[Book1]Sheet1!A1", "MSFT"],
    ["[Renamed]Sheet1!A1", "GME"],
    ["[Renamed]Sheet1!A1", "AAPL"],
  ] as const)
    callLog.record(address, price(ticker));
  expect(callLog.evaluations("Sheet1!A1")).toBe(4);
  expect(callLog.questionsOf("Sheet1!A1").map(formulaOf)).toEqual(["AAPL", "GME", "MSFT"].map((t) => `SERVICE.PRICE("${t}","last")`));
  callLog.record("[Book1]Sheet1!A1", price("MSFT"));
  expect(callLog.evaluations("Sheet1!A1")).toBe(5);
});

test("the call log is empty after it is cleared", () => {
  const callLog = createCallLog();
  callLog.record("Sheet1!A1", price("AAPL"));
  callLog.clear();
  expect(callLog.questionsOf("Sheet1!A1")).toEqual([]);
  expect(callLog.evaluations("Sheet1!A1")).toBe(0);
});

test("parsing a question's key gives the question back", () => {
  for (const read of [readQuestion("FREDH", ["DGS10", "2024-06-19"]), readQuestion("FRED", ["dgs10"]), readPathQuestion("aapl", "short.pctfloat")]) {
    if (!("question" in read)) throw new Error("no question");
    expect(questionOf(read.question.key)).toEqual(read.question);
  }
});

test("of an answer, the call log keeps only the arrival time, the maximum age and where it comes from", () => {
  const callLog = createCallLog();
  const answer: Answer = { value: 1, source: "user", caveats: [], sample: false, maxAgeS: 60, receivedAt: 5 };
  const call = callLog.record("Sheet1!A1", price("AAPL"))!;
  expect(callLog.received("Sheet1!A1", price("AAPL"))).toEqual({});
  callLog.recordAnswer(call, price("AAPL"), answer);
  expect(callLog.received("Sheet1!A1", price("AAPL"))).toEqual({ dated: { receivedAt: 5, maxAgeS: 60, origin: "none", era: 0 } });
  callLog.recordAnswer(call, price("AAPL"), undefined);
  expect(callLog.received("Sheet1!A1", price("AAPL"))).toEqual({});
  expect(callLog.received("Sheet1!A1", price("MSFT"))).toBeUndefined();
});

test("the call log counts the cells' sample and published values, without titles and reasons, and those from now on", () => {
  const callLog = createCallLog();
  const base: Answer = { value: 1, source: "user", caveats: [], sample: false, observationDate: "2024-06-20", maxAgeS: 60, receivedAt: 5 };
  const { observationDate: _, ...undated } = base;
  const answers: Answer[] = [
    base,
    { ...base, sample: true },
    { ...base, sample: true, receivedAt: 9 },
    { ...undated, value: "Title" },
    { ...base, value: null },
  ];
  for (const [i, answer] of answers.entries()) callLog.recordAnswer(callLog.record(`Sheet1!A${i + 1}`, price("AAPL"))!, price("AAPL"), answer);
  expect(callLog.origins()).toEqual({ sample: 2, published: 1 });
  callLog.forgetOrigins();
  expect(callLog.origins()).toEqual({ sample: 0, published: 0 });
  const again = callLog.record("Sheet1!A2", price("AAPL"))!;
  expect(again.dated?.receivedAt).toBe(5);
  callLog.recordAnswer(again, price("AAPL"), answers[1]);
  expect(callLog.origins()).toEqual({ sample: 1, published: 0 });
});

test("the call log keeps the newest 16 questions of each cell, and at most 200,000 in all", () => {
  const kept = (cells: number, inputs: number): number => {
    const callLog = createCallLog();
    for (let input = 0; input < inputs; input++) for (let cell = 0; cell < cells; cell++) callLog.record(`Sheet1!A${cell}`, price(`T${input}`));
    let sum = 0;
    for (let cell = 0; cell < cells; cell++) sum += callLog.questionsOf(`Sheet1!A${cell}`).length;
    // The newest question is always kept.
    expect(callLog.questionsOf("Sheet1!A0")[0]?.cell).toMatchObject({ args: [`T${inputs - 1}`, "last"] });
    return sum;
  };
  expect(kept(100, 20)).toBe(1600);
  expect(kept(50_000, 6)).toBe(200_000);
});
