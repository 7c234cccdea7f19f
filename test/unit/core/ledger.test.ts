import { createLedger } from "../../../src/core/ledger";
import type { Answer } from "../../../src/core/outcome";
import { formulaOf, questionOf, readPathQuestion, readQuestion, type Question } from "../../../src/core/question";

function question(ticker: string): Question {
  const read = readQuestion("PRICE", [ticker]);
  if (!("question" in read)) throw new Error("no question");
  return read.question;
}

test("a cell's questions are told newest first, each once, by whatever address the cell is named", () => {
  const ledger = createLedger();
  for (const ticker of ["AAPL", "MSFT", "AAPL"]) ledger.note("Sheet1!$A$1", question(ticker));
  expect(ledger.asked("[Book1]sheet1!A1").map(formulaOf)).toEqual(['SERVICE.PRICE("AAPL","last")', 'SERVICE.PRICE("MSFT","last")']);
  expect(ledger.evaluations("Sheet1!A1")).toBe(3);
});

test("another workbook in the place of this one begins with nothing", () => {
  const ledger = createLedger();
  ledger.note("Sheet1!A1", question("AAPL"));
  ledger.clear();
  expect(ledger.asked("Sheet1!A1")).toEqual([]);
  expect(ledger.evaluations("Sheet1!A1")).toBe(0);
});

test("a question read from its key is the question", () => {
  for (const read of [readQuestion("FREDH", ["DGS10", "2024-06-19"]), readQuestion("FRED", ["dgs10"]), readPathQuestion("aapl", "short.pctfloat")]) {
    if (!("question" in read)) throw new Error("no question");
    expect(questionOf(read.question.key)).toEqual(read.question);
  }
});

test("of an answer the ledger keeps when it came and how long it is good, and nothing else", () => {
  const ledger = createLedger();
  const answer: Answer = { value: 1, source: "user", caveats: [], sample: false, maxAgeS: 60, receivedAt: 5 };
  const call = ledger.note("Sheet1!A1", question("AAPL"))!;
  expect(ledger.given("Sheet1!A1", question("AAPL"))).toEqual({});
  ledger.gave(call, question("AAPL"), answer);
  expect(ledger.given("Sheet1!A1", question("AAPL"))).toEqual({ dated: { receivedAt: 5, maxAgeS: 60 } });
  ledger.gave(call, question("AAPL"), undefined);
  expect(ledger.given("Sheet1!A1", question("AAPL"))).toEqual({});
  expect(ledger.given("Sheet1!A1", question("MSFT"))).toBeUndefined();
});

test("a small book's cells keep 16 questions each, a large book's no more than about 200,000 in all", () => {
  const kept = (cells: number, inputs: number): number => {
    const ledger = createLedger();
    for (let input = 0; input < inputs; input++) for (let cell = 0; cell < cells; cell++) ledger.note(`Sheet1!A${cell}`, question(`T${input}`));
    let sum = 0;
    for (let cell = 0; cell < cells; cell++) sum += ledger.asked(`Sheet1!A${cell}`).length;
    // Whatever else is forgotten, the newest is there.
    expect(ledger.asked("Sheet1!A0")[0]?.cell).toMatchObject({ args: [`T${inputs - 1}`, "last"] });
    return sum;
  };
  expect(kept(100, 20)).toBe(1600);
  expect(kept(50_000, 6)).toBe(200_000);
});
