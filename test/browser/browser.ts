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

/** Starts the installed Chrome, Edge or Chromium. Throws with advice if there is none. */
export async function launchBrowser(): Promise<Browser> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FIND], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr.trim());
  return chromium.launch({ executablePath: stdout.trim(), args: FLAGS });
}
