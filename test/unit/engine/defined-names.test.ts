import type { HeadlessEngine } from "../../../src/engine/headless";
import { bookOf, namesOf } from "../../conformance/book-of";
import { grid } from "../../grid";
import { createHeadlessEngine, dataOfBook, valuesOf } from "./values-of";

it("formulas of two open books with the same text use the names of their own book", async () => {
  const engines: HeadlessEngine[] = [];
  for (const [unit, formula] of Object.entries({ first: "=Sheet1!$A$1", second: "=Sheet1!$A$2" })) {
    const data = dataOfBook(bookOf({ Sheet1: { A1: 1, A2: 2, B1: "=Rate*10", B2: "=Twice" } }, namesOf({ Rate: formula, Twice: "=Rate*2" })), unit);
    const engine = createHeadlessEngine(data, { functions: new Map(), metadata: { functions: [] } });
    await engine.settled();
    engines.push(engine);
  }
  expect(engines.map((engine) => [0, 1].map((row) => engine.cell("Sheet1", row, 1).value))).toEqual(grid(2, 10, 2, 20, 4));
  for (const engine of engines) engine.dispose();
});

it("a sign before a name counts, as before a cell", async () => {
  const names = namesOf({ Debt_0: "=S!$B$1", Twice: "=Debt_0*2", Minus: "=-Debt_0", Percent: "=3%", Column: "=S!$B$1:$B$2", "S!Own": "=S!$B$2", Text: '="a"' });
  const cases: readonly (readonly [formula: string, value: unknown])[] = [
    ["=-Debt_0*2", -800],
    ["=-Debt_0", -400],
    ["=3-Debt_0", -397],
    ["=3--Debt_0", 403],
    ["=--Debt_0", 400],
    ["=+Debt_0", 400],
    ["=-+Debt_0", -400],
    ["=2*-Debt_0", -800],
    ["=2^-Debt_0", 2 ** -400],
    ["=-Debt_0^2", 160_000],
    ["=-Twice^2", 640_000],
    ["=-Debt_0%", -4],
    ["=- Debt_0", -400],
    ["= -Debt_0 * 2 - Debt_0", -1200],
    ["=SUM(-Debt_0,1)", -399],
    ["=IF(Debt_0>-Debt_0,-Twice,0)", -800],
    ["=-Minus", 400],
    ["=-Percent", -0.03],
    ["=SUMPRODUCT(-Column)", -402],
    ["=-Own", -2],
    ["=-S!Own", -2],
    ["=-S!Debt_0", -400],
    ["=Debt_0", 400],
    ["=1=-Debt_0", false],
    ["=-debt_0", -400],
    ['="-Debt_0"&-Debt_0', "-Debt_0-400"],
    ["=-Unknown", { error: "#NAME?" }],
  ];
  const rows = cases.map((_, row) => [row === 0 ? 400 : row === 1 ? 2 : 0]);
  const values = await valuesOf(
    cases.map(([formula]) => formula),
    rows,
    { names },
  );
  expect(cases.map(([formula], i) => [formula, values[i]])).toEqual(cases);
});
