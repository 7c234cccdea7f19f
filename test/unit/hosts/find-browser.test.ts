import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SCRIPT = path.resolve(__dirname, "..", "..", "..", "scripts", "find-browser.mjs");
const run = (env: Record<string, string>) => spawnSync(process.execPath, [SCRIPT], { encoding: "utf8", env });

it("find-browser.mjs prints the browser that CHROME_PATH names", () => {
  const { status, stdout } = run({ CHROME_PATH: process.execPath });
  expect([status, stdout.trim()]).toEqual([0, process.execPath]);
});

it("find-browser.mjs says what to do if there is no browser", () => {
  const { status, stderr } = run({ CHROME_PATH: path.join(__dirname, "no-such-program") });
  expect(status).toBe(1);
  expect(stderr).toMatch(/Install one, or set CHROME_PATH/);
});

(process.platform === "linux" ? it : it.skip)("find-browser.mjs takes the Chromium without windows, if it is installed, before others (Linux)", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "browsers-"));
  try {
    for (const name of ["google-chrome", "chromium-headless-shell"]) writeFileSync(path.join(folder, name), "");
    expect(run({ PATH: folder }).stdout.trim()).toBe(path.join(folder, "chromium-headless-shell"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
