import type { Injector } from "@univerjs/core";
import { ICalculateFormulaService } from "@univerjs/engine-formula";
import { guardFormulas } from "../../../src/engine/formulas/formula-guard";
import type { DefinedName } from "../../../src/workbook/book";
import { namesOf } from "../../conformance/book-of";
import { valuesOf } from "./values-of";

const FAILED = { error: "#ERROR!" };

/** Names N_1 to N_count, each of which is the next one in this formula. */
const chain = (count: number, formula: (next: string) => string): DefinedName[] =>
  Array.from({ length: count }, (_, i) => ({ name: `N_${i + 1}`, formula: i + 1 === count ? "=1" : `=${formula(`N_${i + 2}`)}` }));

test("names that refer to themselves are errors of their cells, and the other formulas are calculated", async () => {
  const names = namesOf({ LOOP: "=LOOP+1", ONE: "=OTHER+1", OTHER: "=ONE+1", FACTORIAL: "=LAMBDA(n,IF(n<2,1,n*FACTORIAL(n-1)))", FINE: "=2" });
  const formulas = ["=LOOP+1", "=FINE+1", "=IFERROR(ONE,0)", "=FACTORIAL(5)", "=FINE*2"];
  expect(await valuesOf(formulas, [], { names })).toEqual([FAILED, 3, FAILED, FAILED, 4]);
});

test("names in names are calculated up to a limit of their levels and characters", async () => {
  const first = (names: DefinedName[]) => valuesOf(["=N_1", "=1+1"], [], { names });
  expect(await first(chain(500, (next) => `${next}+1`))).toEqual([500, 2]);
  expect(await first(chain(5_000, (next) => `${next}+1`))).toEqual([FAILED, 2]);
  // Each name doubles the length.
  expect(await first(chain(60, (next) => `${next}+${next}`))).toEqual([FAILED, 2]);
});

test("a name is one value, whatever its formula and its place", async () => {
  const names = namesOf({ SUMMED: "=1+2", NEGATIVE: "=-3", NESTED: "=SUMMED*SUMMED", ADDS: "=LAMBDA(x,x+1)", TWICE: "=SUM(1,2)" });
  const formulas = ["=2*SUMMED", "=SUMMED^2", "=10-SUMMED", "=NEGATIVE^2", "=10-NESTED", "=2*ADDS(4)", "=2*TWICE", "=SUM(SUMMED*2,SUMMED)", "=SUMMED%*100"];
  expect(await valuesOf(formulas, [], { names })).toEqual([6, 9, 7, 9, 1, 10, 6, 9, 3]);
});

test("a formula of the largest length is calculated", async () => {
  const formulas = [`=1${"+1".repeat(4_094)}`, `=LEN(1${"&1".repeat(4_090)})`, `=${"-".repeat(4_000)}1`, `=${"(".repeat(4_000)}1${")".repeat(4_000)}`, "=1+1"];
  expect(await valuesOf(formulas)).toEqual([4_095, 4_091, 1, 1, 2]);
});

test("IMAGE without a page is an error of its cell", async () => {
  expect(await valuesOf(['=IMAGE("https://example.com/a.png")', '=IFERROR(IMAGE("https://example.com/a.png"),1)', "=1+1"])).toEqual([FAILED, FAILED, 2]);
});

test("what is thrown outside of a formula ends the calculation, and is passed on", async () => {
  const thrown = new RangeError("Maximum call stack size exceeded");
  const calculation = { _executeStep: () => Promise.reject(thrown) };
  const nothing = () => undefined;
  const others = { _handleNestedDefinedName: nothing, treeBuilder: nothing, parse: nothing, execute: nothing, executeAsync: nothing };
  const said: unknown[] = [];
  const injector = { get: (service: unknown) => (service === ICalculateFormulaService ? calculation : others) };
  guardFormulas(injector as unknown as Injector, (e) => said.push(e));
  await calculation._executeStep();
  expect(said).toEqual([thrown]);
});
