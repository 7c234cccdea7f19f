// `npm run corpus`: runs every test that uses test/corpus.ts over everything: all names, 10,000 cells, 10,000 questions as of past moments, 10,000 rows through
// GET /v1/changes and through webhooks, 200 random requests to each operation of the API, 1,600 questions through every door, 2,000 made documents of each kind that is read twice, a refresh, a repair and a copy of 1,288 workbooks. `npm test` runs them over a part. It also runs test/corpus: the Model Context Protocol's own checks of /mcp, and refreshed workbooks in LibreOffice and openpyxl if these are installed. Arguments go to jest.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const jest = path.join(root, "scripts", "jest.mjs");
const run = spawn(
  process.execPath,
  [
    jest,
    "--maxWorkers=1",
    "--findRelatedTests",
    "test/corpus.ts",
    "test/corpus/mcp-conformance.test.ts",
    "test/corpus/other-programs.test.ts",
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SERVICE_TEST_WORLD: "whole" },
  },
);
run.on("exit", (status) => (process.exitCode = status ?? 1));
