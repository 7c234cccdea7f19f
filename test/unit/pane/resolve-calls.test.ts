import { serialOf } from "../../../src/contract/dates";
import { createCallLog } from "../../../src/core/call-log";
import { formulaOf, readQuestion, type Question, type Read } from "../../../src/core/question";
import { resolveCalls, type ResolvedCall } from "../../../src/pane/questions/resolve-calls";
import { type Workbook } from "../../../src/pane/workbook";
import { WorkbookRefusal } from "../../../src/workbook/workbook-refusal";
import type { CellPlace, CellValue } from "../../../src/workbook/cell";

const question = (read: Read): Question => {
  if (!("question" in read)) throw new Error("These arguments ask nothing.");
  return read.question;
};
const TEN = question(readQuestion("YIELD", ["10Y", "2024-06-19"]));

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

  it("with a calculated argument have the cell's previous question, or are unknown", async () => {
    const callLog = createCallLog();
    expect((await resolve("=SERVICE.YIELD(A1&A2,A3+0)", {}, callLog))[0]?.asks).toEqual({ kind: "unknown" });
    callLog.record("Sheet1!B5", TEN);
    expect((await resolve("=SERVICE.YIELD(A1&A2,A3+0)", {}, callLog))[0]?.asks).toEqual({ kind: "question", question: TEN });
    expect((await resolve("=SERVICE.PRICE(A1&A2)", {}, callLog))[0]?.asks).toEqual({ kind: "unknown" });
    expect((await resolve("=SERVICE.PRICE(A2)", { "Sheet1!1,0": { error: "#BUSY!" } }))[0]?.asks).toEqual({ kind: "unknown" });
  });

  it("with calculated arguments each have their own previous question", async () => {
    const asked = async (formula: string, ...questions: readonly Question[]) => {
      const callLog = createCallLog();
      for (const question of questions) callLog.record("Sheet1!B5", question);
      return (await resolve(formula, {}, callLog)).map(({ asks }) => (asks.kind === "question" ? formulaOf(asks.question) : asks.kind));
    };
    const of = (fn: "YIELD" | "FREDH", ...args: readonly unknown[]): Question => question(readQuestion(fn, args));
    const [two, ten] = [of("YIELD", "2Y"), of("YIELD", "10Y")];
    const [twoDay, day] = [of("FREDH", "DGS2", "2024-06-25"), of("FREDH", "DGS10", "2024-06-25")];
    expect(await asked("=SERVICE.YIELD(A1&A2)-SERVICE.YIELD(A3&A4)", ten, two)).toEqual([ten, two].map(formulaOf));
    // Literal arguments decide, in any order of calls.
    expect(await asked('=SERVICE.FREDH("DGS2",TODAY()-1)-SERVICE.FREDH("DGS10",TODAY()-1)', day, twoDay)).toEqual([twoDay, day].map(formulaOf));
    expect(await asked('=SERVICE.FREDH("DGS5",TODAY()-1)', day, twoDay)).toEqual(["unknown"]);
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
