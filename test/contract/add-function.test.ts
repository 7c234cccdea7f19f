import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import type { RegistryRow, WireAnswer } from "../../src/contract/wire";
import type { FormSpec } from "../../src/pane/formula/form-spec";
import { pathsBelow } from "../files";
import { copiedCheckout } from "./copied-checkout";

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
    },`;
const EDITS = [
  ["src/contract/functions/crypto.ts", "export const CRYPTO_FUNCTIONS = {", DECLARATION],
  ["src/service/families/whale/whale.ts", "  functions: {", EVALUATE],
] as const;

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

const { read, put, node, ask } = copiedCheckout(["tsconfig.json", "webpack.config.js"], EDITS, (copy) => void copy.node("scripts/generate.mjs"));

test("a new function needs edits in two files only, and then the functions and the service compile", () => {
  put("compiled.json", JSON.stringify(COMPILED));
  expect(node("node_modules/ts7/bin/tsc", "-p", "compiled.json")).toBe("");
  const files = pathsBelow(path.join(ROOT, "src")).map((file) => path.join("src", file));
  const changed = files.filter((file) => readFileSync(path.join(ROOT, file), "utf8") !== read(file));
  const generated = ["src/contract/functions/calls.ts", "src/contract/functions/listed.ts", "src/functions/crypto.ts", "src/functions/index.ts"];
  expect(changed.map((file) => file.replaceAll(path.sep, "/")).sort()).toEqual([...EDITS.map(([file]) => file), ...generated].sort());
});

test("the service answers the new function, also for the coin's common name, and lists it", () => {
  const { answer, row, found, form } = ask(ASK) as Asked;
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
});

test("Excel's metadata, the docs and Google Sheets include the new function", () => {
  put("metadata.mjs", METADATA);
  const { metadata, stubs } = JSON.parse(node("metadata.mjs")) as Made;
  expect(metadata.functions.find((f) => f.id === "SERVICE.HASHRATE")?.description).toBe(
    'Hashes per second of a coin that is mined. Estimated from the difficulty. Example: =SERVICE.HASHRATE("BTC","date")',
  );
  expect(read("docs/functions.md")).toContain('## SERVICE.HASHRATE(asset, [field])\n\n```\n=SERVICE.HASHRATE("BTC","date")\n```');
  expect(stubs).toContain("function SERVICE_HASHRATE(asset, field) {");
});
