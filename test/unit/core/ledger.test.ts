import { createLedger } from "../../../src/core/ledger";
import { readQuestion, type Question } from "../../../src/core/question";

function question(ticker: string): Question {
  const read = readQuestion("PRICE", [ticker]);
  if (!("question" in read)) throw new Error("no question");
  return read.question;
}

test("a cell's questions are told newest first, each once, by whatever address the cell is named", () => {
  const ledger = createLedger();
  for (const ticker of ["AAPL", "MSFT", "AAPL"]) ledger.note("Sheet1!$A$1", question(ticker));
  expect(ledger.asked("[Book1]sheet1!A1").map((q) => q.label)).toEqual(['SERVICE.PRICE("AAPL","last")', 'SERVICE.PRICE("MSFT","last")']);
  expect(ledger.evaluations("Sheet1!A1")).toBe(3);
});

test("another workbook in the place of this one begins with nothing", () => {
  const ledger = createLedger();
  ledger.note("Sheet1!A1", question("AAPL"));
  ledger.clear();
  expect(ledger.asked("Sheet1!A1")).toEqual([]);
  expect(ledger.evaluations("Sheet1!A1")).toBe(0);
});
