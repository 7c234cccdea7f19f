import type { CustomFunction } from "../../../src/engine/calls/custom-functions";
import { cellIn } from "../../../src/workbook/cell-reference";
import { bookOf, type Cells } from "../../conformance/book-of";
import { grid } from "../../grid";
import { fakeTimers, untilTrue } from "../../time";
import { dataOfBook, openedEngine } from "./values-of";

const metadata = {
  functions: [
    {
      id: "SERVICE.FRED",
      name: "SERVICE.FRED",
      parameters: [
        { name: "series", type: "string" },
        { name: "date", type: "any", optional: true },
      ],
    },
    { id: "SERVICE", name: "SERVICE", parameters: [{ name: "entity", type: "any" }] },
    { id: "SERVICE.BLOCK", name: "SERVICE.BLOCK", parameters: [{ name: "range", type: "any", dimensionality: "matrix" }] },
  ],
};

class Refusal extends Error {
  readonly code = "#N/A";
}

function open(cells: Cells, fred: CustomFunction, more: Record<string, CustomFunction> = {}) {
  const functions = new Map(Object.entries({ "SERVICE.FRED": fred, ...more }));
  const engine = openedEngine(dataOfBook(bookOf({ Sheet1: cells }, []), "book"), { functions, metadata });
  const at = (address: string) => {
    const { row, column } = cellIn(address)!;
    return engine.cell("Sheet1", row, column).value;
  };
  return { engine, at };
}

/** The same once each of its calls is answered. */
async function settled(...of: Parameters<typeof open>): Promise<ReturnType<typeof open>> {
  const opened = open(...of);
  await opened.engine.settled();
  return opened;
}

const later = (value: unknown) => new Promise((resolve) => setImmediate(() => resolve(value)));

test("a late answer updates the cell and its dependents", async () => {
  const { at } = await settled({ A1: '=SERVICE.FRED("DGS10")', A2: "=A1*2", A3: '=IF(A1>1,SERVICE.FRED("DGS2"),0)' }, (series) =>
    later(series === "DGS10" ? 21 : 4),
  );
  expect([at("A1"), at("A2"), at("A3")]).toEqual([21, 42, 4]);
});

test("each formula calls its function once, with null for an omitted argument and with its cell's address", async () => {
  const calls: unknown[][] = [];
  await settled({ A1: '=SERVICE.FRED("DGS10")', B1: '=SERVICE.FRED("DGS10",C9)' }, (...args) => {
    calls.push([...args.slice(0, 2), (args[2] as { address: string }).address]);
    return later(1);
  });
  expect(calls.sort()).toEqual(grid(3, "DGS10", null, "Sheet1!A1", "DGS10", null, "Sheet1!B1"));
});

test("a function is not called while an argument is still being fetched", async () => {
  const seen: unknown[] = [];
  const { at } = await settled({ A1: '=SERVICE.FRED("NAME")', A2: "=SERVICE.FRED(A1)" }, (series) => {
    seen.push(series);
    return later(series === "NAME" ? "DGS10" : 4.1);
  });
  expect(seen).toEqual(["NAME", "DGS10"]);
  expect(at("A2")).toBe(4.1);
});

test("an error that a function throws is an error value that formulas can test, and its message is kept", async () => {
  const { engine: e, at } = await settled(
    { A1: '=SERVICE.FRED("X")', A2: '=IFERROR(A1,"none")', A3: "=ISNA(A1)", A4: '=SERVICE.FRED("Y")' },
    async (series) => {
      throw series === "X" ? new Refusal("The service is away.") : new Error("broken");
    },
  );
  expect([at("A1"), at("A2"), at("A3"), at("A4")]).toEqual([{ error: "#N/A" }, "none", true, { error: "#VALUE!" }]);
  expect(e.functions.messageOf({ unit: "book", sheet: "s1", row: 0, column: 0 })).toBe("The service is away.");
});

test("a function receives errors as Excel passes them", async () => {
  await settled({ A1: "=1/0", A2: "=SERVICE.FRED(A1)" }, (series) => {
    expect(series).toEqual({ type: "Error", basicType: "Error", basicValue: "#DIV/0!" });
    return 1;
  });
  expect.assertions(1);
});

test("a number becomes text only if the function's parameter is text", async () => {
  const seen: unknown[] = [];
  await settled({ A1: "=SERVICE.FRED(2024,2024)" }, (series, date) => void seen.push(series, date));
  expect(seen).toEqual(["2024", 2024]);
});

test("a formatted number shows with its format", async () => {
  const { engine: e } = await settled({ A1: '=SERVICE.FRED("D")' }, () => ({ type: "FormattedNumber", basicValue: 45471, numberFormat: "yyyy-mm-dd" }));
  expect(e.cell("Sheet1", 0, 0)).toEqual({ value: 45471, numberFormat: "yyyy-mm-dd" });
});

test("a range as a single-value argument spills one answer per cell", async () => {
  const { at } = await settled({ A1: "a", A2: "b", A3: "c", C1: "=SERVICE.FRED(A1:A3)", E1: "=SUM(LEN(C1:C3))" }, (series) => later(`${String(series)}!`));
  expect([at("C1"), at("C2"), at("C3"), at("E1")]).toEqual(["a!", "b!", "c!", 6]);
});

test("a function with a range parameter gets the whole range in one call", async () => {
  const { at } = await settled({ A1: 1, B1: 2, A2: 3, D1: "=SERVICE.BLOCK(A1:B2)" }, () => 0, { "SERVICE.BLOCK": (block) => JSON.stringify(block) });
  expect(at("D1")).toBe("[[1,2],[3,null]]");
});

test("a call with too many arguments is #VALUE!, and an unknown function is #NAME?", async () => {
  const { at } = await settled({ A1: '=SERVICE.FRED("a",1,2)', A2: '=SERVICE.NOBODY("a")' }, () => 1);
  expect([at("A1"), at("A2")]).toEqual([{ error: "#VALUE!" }, { error: "#NAME?" }]);
});

test("sorting a range does not change it for other formulas", async () => {
  const { at } = await settled({ A1: 3, A2: 1, A3: 2, B1: 1, B2: 10, B3: 100, D1: "=SORT(A1:A3)", E1: "=SUM(A1:A3*B1:B3)" }, () => 1);
  expect([at("D1"), at("E1")]).toEqual([1, 213]);
});

test("recalculating one cell calls only its function, and updates the cells that depend on it", async () => {
  let answer = 1;
  const asked: string[] = [];
  const { engine: e, at } = await settled({ A1: '=SERVICE.FRED("a")', A2: '=SERVICE.FRED("b")', A3: "=A1+A2" }, (series) => {
    asked.push(String(series));
    return later(answer);
  });
  answer = 10;
  e.functions.recalculate([{ unit: "book", sheet: "s1", row: 0, column: 0 }]);
  await e.settled();
  expect([at("A1"), at("A2"), at("A3")]).toEqual([10, 1, 11]);
  expect(asked).toEqual(["a", "b", "a"]);
});

test("4,000 cells with as many dependents settle in one batch", async () => {
  const cells: Record<string, string> = {};
  for (let row = 1; row <= 4_000; row++) Object.assign(cells, { [`A${row}`]: `=SERVICE.FRED("s${row}")`, [`B${row}`]: `=A${row}+1` });
  let gathered = 0;
  let gathering: Promise<void> | undefined;
  const { at } = await settled(cells, async (series) => {
    gathering ??= new Promise((resolve) =>
      setImmediate(() => {
        gathered++;
        gathering = undefined;
        resolve();
      }),
    );
    await gathering;
    return Number(String(series).slice(1));
  });
  expect([at("A1"), at("B4000")]).toEqual([1, 4_001]);
  expect(gathered).toBe(1);
});

test("long formulas have their own values, also if the engine's hashes of them are equal", async () => {
  const text = "The source has no observation for this date; the last is of case number";
  const { at } = await settled({ A1: `="${text} zcjukf"&B1`, A2: `="${text} arkwdv"&B1` }, () => 1);
  expect([at("A1"), at("A2")]).toEqual([`${text} zcjukf`, `${text} arkwdv`]);
});

test("cells are calculated again when the last call is answered, once, however many answers come before", async () => {
  fakeTimers({ only: ["setTimeout", "clearTimeout", "Date"] });
  try {
    const answers: (() => void)[] = [];
    let calculations = 0;
    const { engine: e, at } = open(
      { A1: '=SERVICE.FRED("1")', A2: '=SERVICE.FRED("2")', B1: "=SERVICE.BLOCK(A1:A2)" },
      (series) => new Promise((resolve) => answers.push(() => resolve(Number(series)))),
      { "SERVICE.BLOCK": (block) => ((calculations += 1), (block as unknown[][]).length) },
    );
    let settled = false;
    void e.settled().then(() => (settled = true));
    await untilTrue(() => answers.length === 2);
    for (const answer of answers) {
      answer();
      // Longer than the engine gathers answers for somebody who watches.
      await jest.advanceTimersByTimeAsync(1_000);
    }
    await untilTrue(() => settled);
    expect([at("A1"), at("A2"), at("B1"), calculations]).toEqual([1, 2, 2, 2]);
  } finally {
    jest.useRealTimers();
  }
});

test("a sum over cells is as exact as a number can be, skips texts, and passes errors on", async () => {
  const numbers = Object.fromEntries([1e16, 1, -1e16, 0.1, 0.2, 0.3].map((value, i) => [`A${i + 1}`, value]));
  const { at } = await settled(
    {
      ...numbers,
      A7: "twelve",
      B1: "=SUM(A1:A3)",
      B2: "=SUM(A4:A6)",
      B3: "=SUM(A4:A7)",
      C1: 1e308,
      C2: 1e308,
      B4: "=SUM(C1:C2)",
      D1: "=1/0",
      B5: "=SUM(C1:D1)",
    },
    () => 1,
  );
  expect(["B1", "B2", "B3", "B4", "B5"].map(at)).toEqual([1, 0.6, 0.6, { error: "#NUM!" }, { error: "#DIV/0!" }]);
});

describe("formulas that read thousands of cells", () => {
  const rows = 1_500;
  const numbers = Object.fromEntries(Array.from({ length: rows }, (_, i) => [`A${i + 1}`, i === 0 ? '=SERVICE.FRED("DGS10")' : i + 1] as const));
  const filled = (column: string, formula: (row: number) => string): Cells =>
    Object.fromEntries(Array.from({ length: rows }, (_, i) => [`${column}${i + 1}`, formula(i + 1)] as const));

  test("running sums, counts and lookups have their values, whatever the order of their cells", async () => {
    const { at } = await settled(
      {
        ...numbers,
        ...filled("B", (row) => `=SUM(A$1:A${row})`),
        ...filled("C", (row) => `=COUNT(B$1:B${row})+B${row}`),
        ...filled("D", (row) => `=VLOOKUP(${row},A$1:B$${rows},2,FALSE)`),
      },
      () => later(1),
    );
    const wrong = Array.from({ length: rows }, (_, i) => i + 1).filter((row) => {
      const sum = (row * (row + 1)) / 2;
      return at(`B${row}`) !== sum || at(`C${row}`) !== row + sum || at(`D${row}`) !== sum;
    });
    expect(wrong).toEqual([]);
  });

  test("an array that grows into a range that was read before is read again", async () => {
    const { at } = await settled({ B1: "=SUM(A1:A9)", C1: "=COUNT(A1:A9)", A1: '=SERVICE.BLOCK("x")' }, () => later(1), {
      "SERVICE.BLOCK": () => later([[1], [2], [3]]),
    });
    expect([at("A3"), at("B1"), at("C1")]).toEqual([3, 6, 3]);
  });

  test("a circle of references ends, and what OFFSET reads is calculated first", async () => {
    const { at } = await settled({ A1: "=B1+1", B1: "=A1+1", D1: "=SUM(OFFSET(E1,0,0,3,1))", E1: "=F1", F1: '=SERVICE.FRED("DGS10")', E3: "=E1*2" }, () =>
      later(2),
    );
    expect(at("D1")).toBe(6);
  });
});

it("an engine that is disposed during a calculation leaves no timer that throws later", async () => {
  const set = setTimeout;
  const waiting: (() => void)[] = [];
  jest.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number) => {
    if (ms === 1_000) waiting.push(run);
    return set(run, ms);
  }) as typeof setTimeout);
  await new Promise<void>((resolve) => {
    const { engine } = open({ A1: '=SERVICE.FRED("DGS10")' }, () => {
      engine.dispose();
      resolve();
      return 0;
    });
  });
  jest.restoreAllMocks();
  expect(waiting).toHaveLength(1);
  for (const run of waiting) expect(run).not.toThrow();
});
