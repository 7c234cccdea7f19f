import { spawnSync } from "node:child_process";
import path from "node:path";
import { chromium, type Browser } from "playwright-core";

const FIND = path.resolve(__dirname, "..", "..", "scripts", "find-browser.mjs");
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let started: Promise<Browser> | undefined;

/** Starts the installed Chrome, Edge or Chromium. Throws with advice if there is none. */
async function launch(): Promise<Browser> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FIND], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return chromium.launch({ executablePath: stdout.trim(), args: FLAGS });
}

/** The browser of all test files in this process. It ends with the process. Throws with advice if none is installed. */
export async function theBrowser(): Promise<Browser> {
  if (!(await started?.catch(() => undefined))?.isConnected()) started = launch();
  return started!;
}

/** For the end of a test file: closes its pages. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  for (const context of browser?.contexts() ?? []) await context.close();
}
