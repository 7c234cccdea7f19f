import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "service-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("npm test counts failed, unstarted and skipped tests, and retries none", () => {
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
  const report = path.join(folder, "report.json");
  spawnSync(process.execPath, [path.join(root, "scripts", "jest.mjs"), "--config={}", `--reporters=${path.join(root, "scripts", "test-report.mjs")}`], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, SERVICE_TEST_REPORT: report },
  });
  expect(JSON.parse(readFileSync(report, "utf8"))).toEqual({
    passed: 2,
    // Two broken tests, the one during which the late error comes, and the file that cannot start.
    failed: 4,
    skipped: ["unsteady.test.js: left out"],
  });
});
