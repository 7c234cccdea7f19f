// `npm run examples`: records the replies of the examples in the OpenAPI document, as of the day and over the sample data of the tests.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const jest = path.join(root, "scripts", "jest.mjs");
const run = spawn(process.execPath, [jest, "test/contract/service/openapi.test.ts", "-t", "every example of the document"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SERVICE_WRITE_EXAMPLES: "1" },
});
run.on("exit", (status) => (process.exitCode = status ?? 1));
