import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "service-retries-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("npm test counts failed, unstarted and skipped tests, and names those that passed only after a retry", () => {
  const put = (name: string, lines: readonly string[]) => writeFileSync(path.join(folder, name), lines.join("\n"));
  put("unsteady.test.js", [
    "let tries = 0;",
    "test('steady', () => {});",
    "describe('twice', () => { test('unsteady', () => { if (tries++ === 0) throw new Error('once'); }); });",
    "test('broken', () => { throw new Error('always'); });",
    "test.skip('left out', () => {});",
  ]);
  put("unreadable.test.js", ["throw new Error('cannot start');"]);
  put("late.test.js", [
    "test('early', () => { setTimeout(() => { throw new Error('late'); }, 0); });",
    "test('waits', () => new Promise((done) => setTimeout(done, 50)));",
  ]);
  put("vitest.config.mjs", ["export default { test: { globals: true, retry: 1 } };"]);
  const report = path.join(folder, "report.json");
  spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules", "vitest", "vitest.mjs"),
      "run",
      `--root=${folder}`,
      `--config=${path.join(folder, "vitest.config.mjs")}`,
      `--reporter=${path.join(root, "scripts", "test-report.mjs")}`,
    ],
    { cwd: root, encoding: "utf8", env: { ...process.env, SERVICE_TEST_REPORT: report } },
  );
  expect(JSON.parse(readFileSync(report, "utf8"))).toEqual({
    passed: 4,
    // The broken test, the file that cannot start, and the error outside of a test.
    failed: 3,
    skipped: ["unsteady.test.js: left out"],
    retried: [{ test: "unsteady.test.js: twice unsteady", errors: [expect.stringMatching(/^Error: once\n/)] }],
  });
});
