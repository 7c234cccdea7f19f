import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const folder = mkdtempSync(path.join(os.tmpdir(), "service-retries-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("npm test names the tests that passed only after a retry", () => {
  writeFileSync(
    path.join(folder, "unsteady.test.js"),
    "jest.retryTimes(1); let tries = 0; test('steady', () => {}); test('unsteady', () => { if (tries++ === 0) throw new Error('once'); }); test('broken', () => { throw new Error('always'); });",
  );
  const report = path.join(folder, "report.json");
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  node(path.join(root, "node_modules", "jest", "bin", "jest.js"), "--rootDir", folder, "--config", '{"transform":{}}', "--json", `--outputFile=${report}`);
  const script = `import { readFileSync } from "node:fs"; import { passedOnRetry } from "./scripts/passed-on-retry.mjs"; console.log(JSON.stringify(passedOnRetry(JSON.parse(readFileSync(process.argv[1], "utf8")))));`;
  const { stdout } = node("--input-type=module", "-e", script, report);
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/unsteady\.test\.js: unsteady$/)]);
});
