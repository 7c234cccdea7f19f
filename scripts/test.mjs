// `npm test`: types, lint, format, generated files, build, size, then unit, contract and browser tests. Ends with "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser } from "./ensure-browser.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = (...parts) => path.join(root, "node_modules", ...parts);
const totals = { passed: 0, failed: 0, skipped: 0 };

function node(file, ...args) {
  return spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: "inherit" }).status === 0;
}

function check(name, run) {
  console.log(`\n— ${name}`);
  const started = process.hrtime.bigint();
  const ok = run();
  totals[ok ? "passed" : "failed"]++;
  console.log(`  ${ok ? "ok" : "FAILED"} (${Number((process.hrtime.bigint() - started) / 100_000_000n) / 10} s)`);
  return ok;
}

mkdirSync(path.join(root, ".build"), { recursive: true });

check("types, and the borders between the folders", () => node(bin("typescript", "bin", "tsc"), "-b"));
check("lint", () => node(bin("eslint", "bin", "eslint.js"), ".", "--max-warnings", "0"));
check("format", () => node(bin("prettier", "bin", "prettier.cjs"), "--check", "--log-level", "warn", "."));
check("generated files are as their script makes them", () => node(path.join(root, "scripts", "generate.mjs"), "--check"));
check("build", () => node(path.join(root, "scripts", "build.mjs")));
check("size of what Excel loads", () => node(bin("size-limit", "bin.js")));

const browser = ensureBrowser();
check("a browser for the browser tests", () => {
  console.log(browser ? `  ${browser}` : "  There is no Chrome, Edge or Chromium here and none could be installed. Install one, or set CHROME_PATH to it.");
  return browser !== undefined;
});
if (browser) process.env.CHROME_PATH = browser;

/** One run of jest; its lines go on as they come, its figures into a report of its own. */
function jest(name, args) {
  const report = path.join(root, ".build", `jest-${name}.json`);
  rmSync(report, { force: true });
  return new Promise((resolve) => {
    const run = spawn(process.execPath, [bin("jest", "bin", "jest.js"), "--json", `--outputFile=${report}`, ...args], {
      cwd: root,
      stdio: ["inherit", "ignore", "inherit"],
      env: { ...process.env, FORCE_COLOR: process.env.CI ? "0" : process.env.FORCE_COLOR },
    });
    run.on("error", () => resolve({ status: 1 }));
    run.on("exit", (status) => resolve({ status, results: existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined }));
  });
}

console.log("\n— unit, contract and browser tests");
const chosen = process.argv.slice(2);
// Browser tests wait for a browser most of the time: what needs none runs beside them.
const withoutBrowser = ["--testPathIgnorePatterns", "test/browser"];
const runs =
  chosen.length > 0
    ? [jest("chosen", [...(browser ? [] : withoutBrowser), ...chosen])]
    : [...(browser ? [jest("browser", ["test/browser/"])] : []), jest("others", withoutBrowser)];
const ended = await Promise.all(runs);
for (const { results } of ended) {
  if (!results) continue;
  totals.passed += results.numPassedTests;
  // A suite that could not even start holds no test, and is a failure all the same.
  totals.failed += results.numFailedTests + results.numRuntimeErrorTestSuites;
  totals.skipped += results.numPendingTests;
}
const skipped = ended
  .flatMap(({ results }) => results?.testResults ?? [])
  .flatMap((suite) => suite.assertionResults.filter((t) => t.status === "pending").map((t) => t.fullName));
if (skipped.length > 0)
  console.log(
    `\nSkipped: ${skipped.length} tests. Each says why; one that does not compare with published files, which are not beside this checkout (../shared):`,
  );
for (const name of skipped) console.log(`  ${name}`);
if (ended.some(({ status }) => status !== 0) && totals.failed === 0) totals.failed++;

console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ""}`);
process.exitCode = totals.failed === 0 ? 0 : 1;
