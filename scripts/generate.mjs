/**
 * Generates src/contract/listed from the declarations in src/service; src/functions, calls.ts, listed.ts, docs/functions.md and SKILL.md from those in
 * src/contract/functions; docs/maximum-ages.md; docs/doubts.md from the checks in
 * src/service/doubts, docs/releases.md from the rules of releases, docs/refresh-functions.md from src/engine/trust/trust.ts, docs/book-lock.schema.json from src/proof/lock.ts, and docs/coverage.md
 * from the list in test/coverage, of which it prints how many items have no test. `--check` writes nothing, names each stale file and exits with 1.
 */
import { build } from "esbuild";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "oxfmt";
import { agesDoc } from "./ages-doc.mjs";
import { doubtsDoc } from "./doubts-doc.mjs";
import { coverageDoc, coverageLine } from "./coverage-doc.mjs";
import { functionsDoc } from "./functions-doc.mjs";
import { callsText, getModuleText, indexText, listedText, moduleText } from "./functions-source.mjs";
import { listedSignalsText } from "./listed-signals.mjs";
import { listedScreenerText } from "./listed-screener.mjs";
import { listedSeriesText, seriesSearchText } from "./listed-series.mjs";
import { refreshFunctionsDoc } from "./refresh-functions-doc.mjs";
import { releasesDoc } from "./releases-doc.mjs";
import { skillDoc } from "./skill-doc.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "src", "functions");

/** Loads the contract. It is TypeScript without a build, so it is bundled in memory and imported as a data URL. */
async function contract() {
  const modules = ["functions/declarations", "functions/get", "functions/required", "paths"];
  const contents = modules.map((m) => `export * from "./src/contract/${m}";`).join("\n");
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root, loader: "ts" }, bundle: true, format: "esm", platform: "neutral", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Loads a module of the service as CommonJS, because the service loads packages and modules of Node. */
async function service(name) {
  return loaded(`service/${name}`);
}

/** The same for a module of src. */
async function loaded(name) {
  const contents = `export * from "./src/${name}";`;
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root, loader: "ts" }, bundle: true, format: "cjs", platform: "node", write: false });
  const module = { exports: {} };
  new Function("module", "exports", "require", outputFiles[0].text)(module, module.exports, createRequire(import.meta.url));
  return module.exports;
}

/** The functions of each module that users type. Modules without any are left out. */
function typed(declared) {
  const families = Object.entries(declared).map(([base, functions]) => [base, Object.entries(functions).filter(([, { pathOnly }]) => !pathOnly)]);
  return families.filter(([, functions]) => functions.length > 0).map(([base, functions]) => [base, Object.fromEntries(functions)]);
}

const check = process.argv.includes("--check");
const { printWidth, ignorePatterns } = JSON.parse(readFileSync(join(root, ".oxfmtrc.json"), "utf8"));
/** Pages with wide tables are not formatted: their columns would be filled with spaces to the width of the longest cell. */
const isUnformatted = (path) => ignorePatterns.includes(relative(root, path).replaceAll("\\", "/"));
async function pretty(text, path) {
  if (isUnformatted(path)) return text;
  const { code, errors } = await format(path, text, { printWidth });
  if (errors.length > 0) throw new Error(`${relative(root, path)} cannot be formatted: ${errors[0].message}`);
  return code;
}

let stale = 0;
/** Writes these files, and removes those without a text. With `--check`, names those that differ instead. */
async function write(texts) {
  for (const [path, text] of texts) {
    const now = text === undefined ? undefined : await pretty(text, path);
    const there = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    if (now === there) continue;
    stale++;
    const name = relative(root, path);
    if (check) console.error(`${name} is stale. Type: npm run generate`);
    else if (now === undefined) {
      rmSync(path);
      console.log(`removed ${name}`);
    } else {
      writeFileSync(path, now);
      console.log(`wrote ${name}`);
    }
  }
}

// The contract's lists come first, because what follows is made of the contract.
const { DECLARED_SERIES } = await service("records/series/declared");
const listed = join(root, "src", "contract", "listed");
await write([
  [join(listed, "series.ts"), listedSeriesText(DECLARED_SERIES)],
  [join(listed, "signals.ts"), listedSignalsText((await service("families/signals/declared")).DECLARED_SIGNALS)],
  [join(listed, "series-search.ts"), seriesSearchText(DECLARED_SERIES)],
]);

const specification = JSON.parse(readFileSync(join(root, "test", "coverage", "specification.json"), "utf8"));
const made = await contract();
const { DECLARED, DECLARATIONS, PATH_FUNCTIONS, isRequired } = made;
const families = typed(DECLARED);
const modules = [
  ...families.map(([base, functions]) => ({ base, functions: Object.keys(functions).map((name) => ({ id: `SERVICE.${name}`, name })) })),
  { base: "get", functions: Object.keys(PATH_FUNCTIONS).map((id) => ({ id, name: id.replace("SERVICE.", "") })) },
].sort((a, b) => (a.base < b.base ? -1 : 1));

const { MAXIMUM_AGES, MAXIMUM_APART } = await service("answers/maximum-age");
const wanted = new Map([
  ...families.map(([base, functions]) => [join(folder, `${base}.ts`), moduleText(functions, isRequired)]),
  [join(folder, "get.ts"), getModuleText(made)],
  [join(folder, "index.ts"), indexText(modules)],
  [join(root, "src", "contract", "functions", "calls.ts"), callsText(DECLARATIONS)],
  [join(root, "src", "contract", "functions", "listed.ts"), listedText(DECLARATIONS)],
  [join(root, "docs", "functions.md"), functionsDoc(made)],
  [join(root, "SKILL.md"), skillDoc(made)],
  [join(root, "docs", "coverage.md"), coverageDoc(specification)],
  [
    join(root, "docs", "book-lock.schema.json"),
    JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...(await loaded("proof/lock")).Lock }),
  ],
  [
    join(root, "docs", "refresh-functions.md"),
    refreshFunctionsDoc(await loaded("engine/trust/trust"), JSON.parse(readFileSync(join(root, "test", "engine-agreement", "measured.json"), "utf8"))),
  ],
  [join(root, "docs", "doubts.md"), doubtsDoc((await service("doubts/all-checks")).ALL_CHECKS)],
  [join(root, "docs", "maximum-ages.md"), agesDoc(MAXIMUM_AGES, MAXIMUM_APART)],
  [join(root, "docs", "releases.md"), releasesDoc((await service("releases/releases")).RELEASE_RULES)],
]);
/** Modules whose declarations were removed. */
const obsolete = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => join(folder, file))
  .filter((path) => !wanted.has(path));

await write([...wanted, ...obsolete.map((path) => [path, undefined])]);
// The screener's columns are read by the families, which load only with the functions that they declare.
await write([[join(listed, "screener.ts"), listedScreenerText((await service("families/screener/columns")).DECLARED_COLUMNS)]]);

console.log(coverageLine(specification));
if (check && stale > 0) process.exitCode = 1;
