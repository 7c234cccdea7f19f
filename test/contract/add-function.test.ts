import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { RegistryRow, WireAnswer } from "../../src/contract/wire";
import type { FormSpec } from "../../src/pane/formula/form-spec";

const root = path.join(__dirname, "..", "..");
let copy = "";
const at = (file: string): string => path.join(copy, file);
const read = (file: string): string => readFileSync(at(file), "utf8");
const node = (...args: string[]): string => execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 26 });

/** The function's whole declaration. */
const DECLARATION = `
  HASHRATE: cellFunction({
    title: "Hash rate of a coin",
    description: "Hashes per second of a coin that is mined.",
    remarks: "Estimated from the difficulty.",
    parameters: [named("asset", "asset", "BTC", "Coin, such as BTC."), field("rate")],
    fields: [number("rate", "count", "hashes per second"), date("date", "day of the estimate")],
    returns: "A count, or a date.",
    example: ["BTC", "date"],
    search: "mining difficulty",
    source: "block headers",
    caveats: ["btc_netflow_artifact"],
  }),`;
/** Its evaluate, with the properties that its type requires. */
const EVALUATE = `
    HASHRATE: {
      evaluate: ([asset], { clock }, field) => {
        const say = answering(SAMPLE, MAX_AGE_S);
        switch (field) {
          case "rate":
            return { ...say.number(6e20, "count", clock.today()), note: \`of \${asset}\` };
          case "date":
            return say.date(clock.today(), clock.today());
        }
      },
      ages: { fields: all("window", "rate", "date") },
      universe: () => 3,
      asOf: "never",
    },`;
const EDITS: Readonly<Record<string, readonly [after: string, text: string]>> = {
  "src/contract/functions/crypto.ts": ["export const CRYPTO_FUNCTIONS = {", DECLARATION],
  "src/service/families/whale/whale.ts": ["  functions: {", EVALUATE],
};

/** Checks in the copy what the service answers and lists, and what the formula builder finds. */
const ASK = `
import { evaluateCells } from "./src/service/evaluation/evaluate";
import { readWireCells } from "./src/service/evaluation/read-cells";
import { registryRows } from "./src/service/evaluation/registry";
import { openStore } from "./src/service/store/store";
import { createClock } from "./src/service/time/clock";
import { formSpec } from "./src/pane/formula/form-spec";
import { find } from "./src/pane/formula/search/find";
const context = { store: openStore({ path: ":memory:" }), clock: createClock("2024-06-25", () => 0) };
console.log(JSON.stringify({
  answer: evaluateCells(readWireCells([{ id: 0, fn: "HASHRATE", args: ["bitcoin"] }]), context).data[0],
  row: registryRows(context).find((row) => row.field === "SERVICE.HASHRATE"),
  found: find("mining difficulty").hits.map((hit) => hit.kind === "figure" && hit.figure.key),
  form: formSpec("SERVICE.HASHRATE"),
}));
`;
const BUNDLE = `
import { build } from "esbuild";
await build({ entryPoints: ["ask.ts"], bundle: true, platform: "node", format: "cjs", packages: "external", outfile: "ask.cjs", logLevel: "error" });
`;
const METADATA = `
import { generateCustomFunctionsMetadata } from "custom-functions-metadata";
import { createRequire } from "node:module";
import { functionStubs } from "./scripts/sheets-stubs.mjs";
const { functionModules, finishedMetadata } = createRequire(import.meta.url)("./webpack.config.js");
const metadata = JSON.parse(finishedMetadata((await generateCustomFunctionsMetadata(functionModules())).metadataJson));
console.log(JSON.stringify({ metadata, stubs: functionStubs(metadata) }));
`;
/** One program for the functions and the service's rooms takes half as long as a program for each. Their borders are tested in borders.test.ts. */
const COMPILED = {
  extends: "./src/service/evaluation/tsconfig.json",
  compilerOptions: {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    rootDir: ".",
    tsBuildInfoFile: null,
    types: ["node", "custom-functions-runtime"],
  },
  include: ["src/functions", "src/service/evaluation"],
  references: [],
};

interface Asked {
  readonly answer: WireAnswer;
  readonly row: RegistryRow;
  readonly found: readonly string[];
  readonly form: FormSpec;
}
interface Made {
  readonly metadata: { readonly functions: readonly { readonly id: string; readonly description: string }[] };
  readonly stubs: string;
}

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "added-function-"));
  for (const name of [
    "src",
    "scripts",
    "docs",
    "test/coverage",
    "test/engine-agreement/measured.json",
    "package.json",
    "tsconfig.json",
    "tsconfig.base.json",
    ".oxfmtrc.json",
    "webpack.config.js",
  ])
    cpSync(path.join(root, name), at(name), { recursive: true, preserveTimestamps: true });
  symlinkSync(path.join(root, "node_modules"), at("node_modules"), "junction");
  for (const [file, [after, text]] of Object.entries(EDITS))
    writeFileSync(
      at(file),
      read(file).replace(after, () => after + text),
    );
  node("scripts/generate.mjs");
}, 60_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test("a new function needs edits in two files only, and then the functions and the service compile", () => {
  writeFileSync(at("compiled.json"), JSON.stringify(COMPILED));
  expect(node("node_modules/ts7/bin/tsc", "-p", "compiled.json")).toBe("");
  const files = readdirSync(path.join(root, "src"), { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  const changed = files
    .map((f) => path.relative(root, path.join(f.parentPath, f.name)))
    .filter((file) => readFileSync(path.join(root, file), "utf8") !== read(file));
  const generated = ["src/contract/functions/calls.ts", "src/contract/functions/listed.ts", "src/functions/crypto.ts", "src/functions/index.ts"];
  expect(changed.map((file) => file.replaceAll(path.sep, "/")).sort()).toEqual([...Object.keys(EDITS), ...generated].sort());
}, 120_000);

test("the service answers the new function, also for the coin's common name, and lists it", () => {
  writeFileSync(at("ask.ts"), ASK);
  writeFileSync(at("bundle.mjs"), BUNDLE);
  node("bundle.mjs");
  const { answer, row, found, form } = JSON.parse(node("ask.cjs")) as Asked;
  expect(answer).toMatchObject({ value: 6e20, unit: "count", observation_date: "2024-06-25", note: expect.stringContaining("of BTC") });
  expect(row).toMatchObject({ source: "block headers", universe: 3, type: "count", description: "rate: hashes per second; date: day of the estimate" });
  expect(found).toContain("HASHRATE()");
  expect(form).toMatchObject({
    title: "Hash rate of a coin",
    parameters: [
      { name: "asset", required: true },
      { name: "field", required: false },
    ],
  });
  expect(form.parameters[0]?.choices?.[0]).toEqual({ value: "BTC", about: "Bitcoin" });
}, 60_000);

test("Excel's metadata, the docs and Google Sheets include the new function", () => {
  writeFileSync(at("metadata.mjs"), METADATA);
  const { metadata, stubs } = JSON.parse(node("metadata.mjs")) as Made;
  expect(metadata.functions.find((f) => f.id === "SERVICE.HASHRATE")?.description).toBe(
    'Hashes per second of a coin that is mined. Estimated from the difficulty. Example: =SERVICE.HASHRATE("BTC","date")',
  );
  expect(read("docs/functions.md")).toContain('## SERVICE.HASHRATE(asset, [field])\n\n```\n=SERVICE.HASHRATE("BTC","date")\n```');
  expect(stubs).toContain("function SERVICE_HASHRATE(asset, field) {");
}, 60_000);
