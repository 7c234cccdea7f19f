// `npm run screens`: makes the screenshots of the workbench and of every tab, for docs/screens and the README, by running test/browser/screens.test.ts.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser } from "./ensure-browser.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const chrome = ensureBrowser();
if (!chrome) {
  console.error("No Chrome, Edge or Chromium found. Install one, or set CHROME_PATH to it.");
  process.exit(1);
}
const jest = path.join(root, "scripts", "jest.mjs");
const { status } = spawnSync(process.execPath, [jest, "test/browser/screens.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, CHROME_PATH: chrome, SCREENS: path.join(root, "docs", "screens") },
});
process.exitCode = status ?? 1;
