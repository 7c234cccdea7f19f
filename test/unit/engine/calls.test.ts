import { createCalls, type EngineCell, type Invocation } from "../../../src/engine/calls/calls";

const A1: EngineCell = { unit: "book", sheet: "s1", row: 0, column: 0 };
const B1: EngineCell = { ...A1, column: 1 };

/** Calls that the test answers. */
function given() {
  const settled: EngineCell[] = [];
  const calls = createCalls((at) => settled.push(at));
  const made: { readonly invocation: Invocation; readonly answer: (value: unknown) => Promise<void>; readonly fail: (why: unknown) => Promise<void> }[] = [];
  const make = (invocation: Invocation) =>
    new Promise((resolve, reject) => {
      const after = async (settle: () => void) => {
        settle();
        await Promise.resolve();
        await Promise.resolve();
      };
      made.push({ invocation, answer: (value) => after(() => resolve(value)), fail: (why) => after(() => reject(why as Error)) });
    });
  const ask = (at: EngineCell, ...args: unknown[]) => calls.result(at, "SERVICE.FRED", args, "Sheet1!A1", make);
  return { calls, made, settled, ask };
}

let { calls, settled, made, ask } = given();
beforeEach(() => void ({ calls, settled, made, ask } = given()));

test("a value that a function returns is available at once", () => {
  expect(calls.result(A1, "F", [], "Sheet1!A1", () => 4)).toEqual({ value: 4 });
  expect(calls.pending()).toBe(0);
  expect(settled).toEqual([]);
});

test("an error that a function throws, at once or in a promise, is the result of its cell", async () => {
  const why = new Error("no");
  expect(
    calls.result(A1, "F", [], "Sheet1!A1", () => {
      throw why;
    }),
  ).toEqual({ thrown: why });
  ask(B1);
  await made[0]!.fail(why);
  expect(ask(B1)).toEqual({ thrown: why });
});

test("a function receives its cell's address and its own name, and is not called as a preview", () => {
  ask(A1, "DGS10");
  expect(made[0]!.invocation).toMatchObject({ address: "Sheet1!A1", functionName: "SERVICE.FRED", isInValuePreview: undefined });
});

test("calls that a recalculated cell no longer makes are cancelled", async () => {
  let cancelled = 0;
  ask(A1, "DGS10");
  made[0]!.invocation.onCanceled = () => cancelled++;
  for (const series of ["DGS2", "DGS5"]) {
    calls.nextPass();
    ask(A1, series);
  }
  expect(cancelled).toBe(1);
  await made[0]!.answer(1);
  expect(settled).toEqual([]);
  calls.nextPass();
  ask(A1, "DGS10");
  expect(made).toHaveLength(4);
});

test("forget() cancels the cell's pending call, and the cell calls again", () => {
  let cancelled = 0;
  ask(A1, "DGS10");
  made[0]!.invocation.onCanceled = () => cancelled++;
  calls.forget(A1);
  expect(cancelled).toBe(1);
  expect(calls.pending()).toBe(0);
  ask(A1, "DGS10");
  expect(made).toHaveLength(2);
});

test("cellsWith() returns the cells with a given result", () => {
  calls.result(A1, "F", [], "Sheet1!A1", () => "wait");
  calls.result(B1, "F", [], "Sheet1!B1", () => 1);
  expect(calls.cellsWith((s) => "value" in s && s.value === "wait")).toEqual([A1]);
});

test("forgetAll() leaves no pending call", () => {
  ask(A1);
  ask(B1);
  calls.forgetAll();
  expect(calls.pending()).toBe(0);
});
