import { createClock } from "../../../../src/service/time/clock";
import { evaluateCells } from "../../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../../src/service/evaluation/read-cells";
import { openStore, type Store } from "../../../../src/service/store/store";
import { bring } from "../../../stored";

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

const asked = (fn: string, ...args: string[]) =>
  evaluateCells(readWireCells([{ id: 1, fn, args } as never]), { store, clock: createClock("2024-06-28", () => 0) }).data[0]!;

describe("notes, units and components of answers", () => {
  test("ASOF names the function of its date and all functions that it compared", () => {
    expect(asked("ASOF", "DGS10")).toMatchObject({ kind: "date", note: "observation date of FRED DGS10, the newest of FRED, YIELD" });
    expect(asked("ASOF", "SOFR").note).toMatch(/^observation date of (FRED|MMRATE) SOFR, the newest of FRED, MMRATE$/);
  });

  test("GAMMA is stated in US dollars per 1 % move, its flip in US dollars", () => {
    for (const field of ["net", "call", "put"]) expect(asked("GAMMA", "SPY", field).unit).toBe("USD per 1 % move");
    expect(asked("GAMMA", "SPY", "flip").unit).toBe("USD");
  });

  test("CBRATE of the United States has a note that it is the midpoint of the range", () => {
    expect(asked("CBRATE", "US").note).toBe("midpoint of the target range for the federal funds rate");
    expect(asked("CBRATE", "CH")).not.toHaveProperty("note");
  });

  test("LIQUIDITY lists every component, and no caveat about weights", () => {
    const answer = asked("LIQUIDITY");
    const names = ["balance sheet", "reverse repo", "tga", "high-yield spread", "investment-grade spread"];
    expect(answer.components?.map((component) => component.name)).toEqual(names);
    expect(answer.caveats).toEqual(["liquidity_net_is_derived", "liquidity_credit_legs_licence_gated"]);
  });

  test("LIQUIDITY inputs_missing names stale and missing components", () => {
    expect(asked("LIQUIDITY", "inputs_missing").value).toBe("high-yield spread (not licensed), investment-grade spread (not licensed)");
    const rows = [
      { series: "WALCL", date: "2024-06-26", value: 7_200_000, source: "board" },
      { series: "RRPONTSYD", date: "2024-06-20", value: 400, source: "nyfed" },
      { series: "WTREGEN", date: "2024-06-19", value: null, source: "board" },
    ] as const;
    bring(store, { rows }, "2024-07-03");
    const missing = "reverse repo (too old: 2024-06-20), tga (no value on or before 2024-06-28)";
    expect(asked("LIQUIDITY", "inputs_missing").value).toBe(`${missing}, high-yield spread (not licensed), investment-grade spread (not licensed)`);
  });
});
