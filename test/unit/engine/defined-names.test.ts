import type { HeadlessEngine } from "../../../src/engine/headless";
import { loadEngine } from "./engine-bundle";
import { valuesOf } from "./values-of";
import { grid } from "../../grid";

const { createHeadlessEngine, dataOfBook } = loadEngine();

const engines: HeadlessEngine[] = [];
afterEach(() => engines.splice(0).forEach((engine) => engine.dispose()));

function open(unit: string, rate: string) {
  const cells = [
    { row: 0, column: 0, value: 1 },
    { row: 1, column: 0, value: 2 },
    { row: 0, column: 1, value: null, formula: "=Rate*10" },
    { row: 1, column: 1, value: null, formula: "=Twice" },
  ];
  const names = [
    { name: "Rate", formula: rate },
    { name: "Twice", formula: "=Rate*2" },
  ];
  const engine = createHeadlessEngine(dataOfBook({ sheets: [{ name: "Sheet1", cells }], active: 0, names, settings: {} }, unit), {
    functions: new Map(),
    metadata: { functions: [] },
  });
  engines.push(engine);
  return { settled: () => engine.settled(), values: () => [engine.cell("Sheet1", 0, 1).value, engine.cell("Sheet1", 1, 1).value] };
}

it("formulas of two open books with the same text use the names of their own book", async () => {
  const first = open("first", "=Sheet1!$A$1");
  await first.settled();
  const second = open("second", "=Sheet1!$A$2");
  await second.settled();
  expect([first.values(), second.values()]).toEqual(grid(2, 10, 2, 20, 4));
});

it("a sign before a name counts, as before a cell", async () => {
  const names = [
    { name: "Debt_0", formula: "=S!$B$1" },
    { name: "Twice", formula: "=Debt_0*2" },
    { name: "Minus", formula: "=-Debt_0" },
    { name: "Percent", formula: "=3%" },
    { name: "Column", formula: "=S!$B$1:$B$2" },
    { name: "Own", formula: "=S!$B$2", sheet: "S" },
    { name: "Text", formula: '="a"' },
  ];
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
