// `npm run corpus`: runs the sample data's tests for every name. In `npm test` the slow ones use a seeded quarter of the names.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
const run = spawn(process.execPath, [jest, "test/unit/service/sample-", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SERVICE_TEST_WORLD: "whole" },
});
run.on("exit", (status) => (process.exitCode = status ?? 1));
