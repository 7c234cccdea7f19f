import type { FunctionName } from "../../../src/contract/functions";
import { CELL_FUNCTIONS, functionSpec } from "../../../src/contract/functions";
import { createClock } from "../../../src/service/time/clock";
import { evaluateCells } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import { openStore, type Store } from "../../../src/service/store/store";

const NOW = Date.UTC(2026, 10, 20, 12);
let store: Store;
/** A cell that calls a function. */
interface Cell {
  readonly id: number;
  readonly fn: string;
  readonly args: readonly unknown[];
}

beforeAll(() => {
  store = openStore({ path: ":memory:" });
});
afterAll(() => store.close());

const example = (fn: FunctionName) => functionSpec(fn).parameters.map((p) => p.example);

test("an error in one data family fails only the cells of that family, and is logged", () => {
  const broken: Store = {
    ...store,
    at: () => broken,
    observations: {
      ...store.observations,
      isPublished: () => {
        throw new Error("disk fault");
      },
    },
  };
  const told: string[] = [];
  const { data } = evaluateCells(
    readWireCells([
      { id: 0, fn: "FRED", args: ["DGS10"] },
      { id: 1, fn: "PRICE", args: ["AAPL"] },
    ] as Cell[]),
    { store: broken, clock: createClock("2026-11-20", () => NOW) },
    { onFault: (m) => told.push(m) },
  );
  expect(data[0]).toMatchObject({ id: 0, value: null, code: "service_fault", max_age_s: 0 });
  expect(data[1]).toMatchObject({ id: 1, value: expect.any(Number) as number });
  expect(told).toEqual([expect.stringContaining("disk fault")]);
});

test.each(["1900-01-01", "1950-06-03", "1961-06-03", "1962-01-01", "1970-01-01", "2098-12-31", "2100-01-01", "2199-12-31"])(
  "on %s every function answers or gives a reason",
  (asOf) => {
    const told: string[] = [];
    const cells = CELL_FUNCTIONS.map((fn, id) => ({ id, fn, args: example(fn) }));
    const { data } = evaluateCells(readWireCells(cells), { store, clock: createClock(asOf, () => NOW) }, { onFault: (m) => told.push(m) });
    expect(told).toEqual([]);
    for (const answer of data) expect(answer.value !== null || (answer.reason ?? "").length > 5).toBe(true);
  },
);
