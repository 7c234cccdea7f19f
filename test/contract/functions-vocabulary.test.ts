import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CELL_FUNCTIONS, FUNCTION_NAMES } from "../../src/contract/functions";
import { DECLARED } from "../../src/contract/functions/declarations";
import { install, type Evaluator } from "../../src/core/ask";
import { functions } from "../../src/functions/index";

const root = join(__dirname, "..", "..");
const folder = join(root, "src", "functions");
const modules = readdirSync(folder).filter((file) => file.endsWith(".ts"));

test("every module of declarations is listed, and each function is declared once", () => {
  const declaring = readdirSync(join(root, "src", "contract", "functions")).filter((file) =>
    readFileSync(join(root, "src", "contract", "functions", file), "utf8").includes("satisfies Declarations"),
  );
  expect(declaring.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(Object.keys(DECLARED).sort());
  const names = Object.values(DECLARED).flatMap((functions) => Object.keys(functions));
  expect([...names].sort()).toEqual([...FUNCTION_NAMES].sort());
});

test("the generated files match the generator's output", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/generate.mjs", "--check"], { cwd: root, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

test.each(modules)("src/functions/%s imports no other folder than contract and core", (file) => {
  const source = readFileSync(join(folder, file), "utf8");
  const imported = [...source.matchAll(/\bfrom "([^"]+)"|\bimport\(?\s*"([^"]+)"|\brequire\("([^"]+)"\)/g)].map((m) => m[1] ?? m[2] ?? m[3] ?? "");
  expect(imported.length).toBeGreaterThan(0);
  const allowed = file === "index.ts" ? /^\.\/[a-z-]+$/ : /^\.\.\/(contract|core)\//;
  expect(imported.filter((path) => !allowed.test(path))).toEqual([]);
});

describe("every function passes its own name, its arguments in order and the call to the evaluator", () => {
  const asked: unknown[] = [];
  const evaluator: Evaluator = {
    ask: (fn, args, call) => asked.push(fn, args, call),
    askPath: (args, call) => asked.push("path", args, call),
  };
  beforeAll(() => install(evaluator));
  beforeEach(() => void asked.splice(0));

  test.each(CELL_FUNCTIONS)("SERVICE.%s", (fn) => {
    const call = {};
    const cell = functions[`SERVICE.${fn}`]!;
    const args = Array.from({ length: cell.length - 1 }, (_, i) => `argument ${i}`);
    cell(...args, call);
    expect(asked).toEqual([fn, args, call]);
    expect(asked[2]).toBe(call);
  });

  test.each(["SERVICE", "SERVICE.GET"])("%s", (id) => {
    const call = {};
    functions[id]!("AAPL", "price", call);
    expect(asked).toEqual(["path", ["AAPL", "price"], call]);
  });

  test("the index lists no other function", () => {
    expect(Object.keys(functions).sort()).toEqual([...CELL_FUNCTIONS.map((f) => `SERVICE.${f}`), "SERVICE", "SERVICE.GET"].sort());
  });
});
