import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { generateCustomFunctionsMetadata } from "custom-functions-metadata";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { isIsoDate } from "../../src/contract/dates";
import { CELL_FUNCTIONS, FUNCTION_NAMES, type FunctionName, type Parameter } from "../../src/contract/functions";
import { declarationOf, DECLARED } from "../../src/contract/functions/declarations";
import { readArguments } from "../../src/contract/arguments";
import { readQuestion } from "../../src/core/question";
import { helpOf } from "../../src/engine/calls/function-help";
import { parseLiteralCall } from "../../src/workbook/formulas/literal";
import { storedName } from "../../src/workbook/formulas/service-calls";
import { PATHS, sheetPath } from "../../src/contract/paths";
import { SERIES_IDS } from "../../src/contract/series";
import { SIGNAL_TYPES } from "../../src/contract/listed/signals";
import { BANKS, COUNTRIES, FILING_METRICS, METRICS, PERPETUALS, RATE_KEYS, TENOR_CHOICES, WHALE_ASSETS } from "../../src/contract/vocabulary";
import { grid } from "../grid";
import { type Evaluator, install } from "../../src/core/ask";
import { functions } from "../../src/functions/index";
import { webBuild } from "../browser/web-build";

interface Declared {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly helpUrl: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly description: string;
    readonly type: string;
    readonly optional?: true;
    readonly customEnumId?: string;
  }[];
  readonly result: { readonly type?: string; readonly dimensionality?: string };
  readonly options: Readonly<Record<string, boolean>>;
}
interface DropDown {
  readonly id: string;
  readonly type: string;
  readonly values: readonly { readonly name: string; readonly stringValue: string; readonly tooltip: string }[];
}
interface Metadata {
  readonly allowCustomDataForDataTypeAny: boolean;
  readonly allowErrorForDataTypeAny?: boolean;
  readonly functions: readonly Declared[];
  readonly enums: readonly DropDown[];
}

const { functionModules, finishedMetadata, namespacedMetadata } = createRequire(__filename)("../../webpack.config.js") as {
  functionModules(): string[];
  finishedMetadata(json: string, switches?: { readonly supportSync?: boolean }): string;
  namespacedMetadata(json: string): string;
};

/** Names that the service resolves; the contract lists all of them. Choices list their own. */
const KNOWN_NAMES: Partial<Record<string, readonly string[]>> = {
  "FRED.series_id": SERIES_IDS,
  "FREDH.series_id": SERIES_IDS,
  "WHALE.asset": WHALE_ASSETS,
  "ONCHAIN_RISK.asset": WHALE_ASSETS,
  "FUNDING.symbol": PERPETUALS,
  "BIS.country": ["XM", ...COUNTRIES.map(([two]) => two)],
  "CBRATE.country": BANKS,
  "YIELD.tenor": TENOR_CHOICES,
  "MMRATE.key": RATE_KEYS,
  "FILING.metric": FILING_METRICS,
  "FIN.item": METRICS,
  "TRACKRECORD.signalType": SIGNAL_TYPES,
};

const vocabulary = (fn: FunctionName, p: Parameter): readonly string[] | undefined => (p.kind === "choice" ? p.of : KNOWN_NAMES[`${fn}.${p.name}`]);
const mayBeLeftOut = (p: Parameter): boolean =>
  p.kind === "choice" ? p.fallback !== undefined : p.kind === "integer" || p.kind === "period" || ("optional" in p && p.optional === true);

let metadata: Metadata;
let errors: readonly string[];
let associated: readonly string[];
const declared = (id: string): Declared => metadata.functions.find((f) => f.id === id)!;
const choices = (enumId: string | undefined): string[] | undefined => metadata.enums.find((e) => e.id === enumId)?.values.map((v) => v.stringValue);

beforeAll(async () => {
  const generated = await generateCustomFunctionsMetadata(functionModules());
  errors = generated.errors;
  associated = generated.associate.map((a) => a.id);
  metadata = JSON.parse(finishedMetadata(generated.metadataJson)) as Metadata;
});

test("Microsoft's metadata generator accepts every module of functions", () => {
  expect(errors).toEqual([]);
  expect(functionModules().map((f) => path.basename(path.dirname(f)))).toEqual(functionModules().map(() => "functions"));
});

test("the metadata lists every declared function, GET and SERVICE, each once", () => {
  const wanted = [...CELL_FUNCTIONS.map((f) => `SERVICE.${f}`), "SERVICE.GET", "SERVICE"].sort();
  expect(metadata.functions.map((f) => f.id).sort()).toEqual(wanted);
  expect(metadata.functions.map((f) => f.name).sort()).toEqual(wanted);
  expect([...associated].sort()).toEqual(wanted);
});

test("results are of any type, and arguments may be errors or rich values", () => {
  expect(metadata.allowCustomDataForDataTypeAny).toBe(true);
  expect(metadata.allowErrorForDataTypeAny).toBe(true);
  for (const f of metadata.functions) expect([f.id, f.result]).toEqual([f.id, {}]);
});

test("every function is cancelable and receives the addresses of its cell and its arguments", () => {
  for (const f of metadata.functions) expect([f.id, f.options]).toEqual([f.id, { cancelable: true, requiresAddress: true, requiresParameterAddresses: true }]);
});

describe.each(CELL_FUNCTIONS)("SERVICE.%s", (fn) => {
  const { parameters } = declarationOf(fn);

  test("has the declared parameters in their order", () => {
    expect(declared(`SERVICE.${fn}`).parameters.map((p) => p.name)).toEqual(parameters.map((p) => p.name));
  });

  test("makes exactly the declared optional parameters optional", () => {
    expect(declared(`SERVICE.${fn}`).parameters.map((p) => p.optional ?? false)).toEqual(parameters.map(mayBeLeftOut));
  });

  test("has a drop-down for each parameter with fixed choices, and accepts any type elsewhere", () => {
    const offered = declared(`SERVICE.${fn}`).parameters.map((p) => [p.name, p.type, choices(p.customEnumId)]);
    expect(offered).toEqual(
      parameters.map((p) => {
        const words = vocabulary(fn, p);
        return [p.name, words ? "string" : "any", words && [...words]];
      }),
    );
  });

  test("links to its own help", () => {
    expect(declared(`SERVICE.${fn}`).helpUrl).toBe(`https://localhost:3000/help/#${fn.toLowerCase()}`);
  });

  test("has an example with valid arguments", () => {
    const [, written] = /Example: =SERVICE\.\w+\(([^()]*)\)$/.exec(declared(`SERVICE.${fn}`).description) ?? [];
    expect(written).toBeDefined();
    const args = JSON.parse(`[${written}]`) as unknown[];
    expect(readArguments(fn, args)).toMatchObject({ ok: true });
    for (const [i, p] of parameters.entries()) {
      const words = vocabulary(fn, p);
      if (words && args[i] !== undefined) expect(words).toContain(args[i]);
      if (p.kind === "date" && args[i] !== undefined) expect(isIsoDate(String(args[i]))).toBe(true);
    }
  });
});

describe.each(["SERVICE", "SERVICE.GET"])("%s", (id) => {
  test("takes an entity and a sheet path", () => {
    const { parameters } = declared(id);
    expect(parameters.map((p) => [p.name, p.type, p.optional ?? false])).toEqual(grid(3, "entity", "any", false, "path", "string", false));
    expect(choices(parameters[1]?.customEnumId)).toEqual(PATHS.map((p) => p.path));
  });

  test("has an example with a known path", () => {
    const [, called, , path] = /Example: =([A-Z.]+)\("([^"]+)","([^"]+)"\)$/.exec(declared(id).description) ?? [];
    expect(called).toBe(id);
    expect(sheetPath(path ?? "")).toBeDefined();
  });
});

test("drop-down entries are unique and have a tooltip", () => {
  for (const { id, values } of metadata.enums) {
    expect([id, new Set(values.map((v) => v.name)).size]).toEqual([id, values.length]);
    for (const v of values) expect([id, v.name, v.tooltip.length > 1]).toEqual([id, v.name, true]);
  }
});

test("the examples of the grid's list of functions join to a valid formula", () => {
  for (const fn of CELL_FUNCTIONS) {
    const { functionName, parameters } = helpOf(declared(`SERVICE.${fn}`), metadata.enums);
    const example = parseLiteralCall(`=${functionName}(${parameters.map((p) => p.example).join(",")})`);
    expect([fn, example.ok && "question" in readQuestion(fn, example.args)]).toEqual([fn, true]);
  }
});

test("no text exceeds Excel's length or contains line breaks", () => {
  const texts = [
    ...metadata.functions.flatMap((f) => [
      { of: f.id, text: f.id, most: 64 },
      { of: f.id, text: f.description, most: 1024 },
      ...f.parameters.flatMap((p) => [
        { of: f.id, text: p.name, most: 64 },
        { of: `${f.id} ${p.name}`, text: p.description, most: 512 },
      ]),
    ]),
    ...metadata.enums.flatMap((e) => [{ of: e.id, text: e.id, most: 64 }, ...e.values.map((v) => ({ of: `${e.id} ${v.name}`, text: v.tooltip, most: 256 }))]),
  ];
  expect(texts.filter(({ text, most }) => text === "" || text.length > most || text.includes("\n")).map(({ of }) => of)).toEqual([]);
});

describe("the metadata for the namespace SERVICE", () => {
  const namespaced = () => JSON.parse(namespacedMetadata(JSON.stringify(metadata))) as Metadata;

  test("has every function without its prefix, except SERVICE and names that are too short", () => {
    const wanted = [...CELL_FUNCTIONS, "GET"].filter((name) => name !== "RV").sort();
    expect(
      namespaced()
        .functions.map((f) => f.id)
        .sort(),
    ).toEqual(wanted);
    expect(namespaced().functions.map((f) => f.name)).toEqual(namespaced().functions.map((f) => f.id));
    expect(namespaced().functions.filter(({ id }) => !/^[A-Z][A-Z0-9_.]{2,}$/.test(id))).toEqual([]);
  });

  test("gives the same stored names as the metadata without a namespace", () => {
    const stored = namespaced().functions.map(({ id }) => `_xldudf_SERVICE_${id}`);
    const without = new Set(metadata.functions.map(({ id }) => storedName(id)));
    expect(stored.filter((name) => !without.has(name))).toEqual([]);
  });

  test("changes nothing else, and has no unused drop-down", () => {
    for (const f of namespaced().functions) expect({ ...f, id: `SERVICE.${f.id}`, name: `SERVICE.${f.name}` }).toEqual(declared(`SERVICE.${f.id}`));
    const used = new Set(namespaced().functions.flatMap((f) => f.parameters.map((p) => p.customEnumId)));
    expect(namespaced().enums.filter(({ id }) => !used.has(id))).toEqual([]);
  });
});

/** functions.json of a build of the functions alone, without the pane. Its folder has one name, because webpack keeps a cache for each. */
function built(...switches: string[]): Metadata {
  const folder = path.join(ROOT, ".build", "functions-alone");
  mkdirSync(folder, { recursive: true });
  try {
    for (const entry of ["functions.ts", "taskpane.tsx"])
      writeFileSync(path.join(folder, entry), `import ${JSON.stringify(path.join(ROOT, "src", "functions", "index"))};`);
    writeFileSync(path.join(folder, "taskpane.html"), "<!doctype html><title>SERVICE</title>");
    const webpack = path.join(ROOT, "node_modules", "webpack", "bin", "webpack.js");
    const env = [`hosts=${folder}`, `pane=${folder}`, ...switches].flatMap((one) => ["--env", one]);
    const out = path.join(folder, "out");
    const { status, stdout } = spawnSync(process.execPath, [webpack, "--mode", "development", "--devtool", "false", "--output-path", out, ...env], {
      cwd: ROOT,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stdout);
    return JSON.parse(readFileSync(path.join(out, "functions.json"), "utf8")) as Metadata;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the build switch supportSync marks every function of the built metadata, and is off by default", async () => {
  const { functions: usual } = JSON.parse(readFileSync(path.join(await webBuild(), "functions.json"), "utf8")) as Metadata;
  expect([usual.length, usual.filter((f) => "supportSync" in f.options)]).toEqual([metadata.functions.length, []]);
  const on = built("supportSync").functions;
  expect(on.length).toBe(metadata.functions.length);
  for (const f of on)
    expect([f.id, f.options]).toEqual([f.id, { cancelable: true, requiresAddress: true, requiresParameterAddresses: true, supportSync: true }]);
});

test("every module of declarations is listed, and each function is declared once", () => {
  const folder = path.join(ROOT, "src", "contract", "functions");
  const declaring = readdirSync(folder).filter((file) => readFileSync(path.join(folder, file), "utf8").includes("satisfies Declarations"));
  expect(declaring.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual(Object.keys(DECLARED).sort());
  const names = Object.values(DECLARED).flatMap((functions) => Object.keys(functions));
  expect([...names].sort()).toEqual([...FUNCTION_NAMES].sort());
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
