// `npm run corpus`: runs the sample data's tests for every name, asks 10,000 questions as of past moments, and
// follows 10,000 imported rows through GET /v1/changes. In `npm test` the slow ones use a seeded part.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const jest = path.join(root, "node_modules", "jest", "bin", "jest.js");
const run = spawn(process.execPath, [jest, "test/unit/service/(sample-|future-rows|changes-cursor)", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SERVICE_TEST_WORLD: "whole" },
});
run.on("exit", (status) => (process.exitCode = status ?? 1));
