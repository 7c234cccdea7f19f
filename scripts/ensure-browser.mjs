// Finds a browser for the browser tests, or installs Debian's Chromium if possible.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser } from "./find-browser.mjs";

/** Returns the path of a browser; undefined if there is none and none can be installed. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found || process.env.CHROME_PATH) return found;
  const debian = process.platform === "linux" && existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (!debian) return undefined;
  console.log("  No browser found. Installing Debian's chromium …");
  const apt = (...args) =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
  apt("update", "-q");
  apt("install", "-y", "-q", "--no-install-recommends", "chromium");
  return findBrowser();
}
