import type { HeadlessEngine } from "../../../src/engine/headless";
import { loadEngine } from "./engine-bundle";

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
  expect([first.values(), second.values()]).toEqual([
    [10, 2],
    [20, 4],
  ]);
});
