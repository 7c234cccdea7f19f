// Finds a browser for the browser tests, or installs Debian's Chromium if possible.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser, SHELL } from "./find-browser.mjs";

/** Returns the path of a browser; undefined if there is none and none can be installed. In CI, on Debian, the one without windows is installed. */
export function ensureBrowser() {
  const found = findBrowser();
  if (process.env.CHROME_PATH || (found && (!process.env.CI || found.endsWith(SHELL)))) return found;
  const debian = process.platform === "linux" && existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (!debian) return found;
  console.log(`  Installing Debian's ${SHELL} …`);
  const apt = (...args) =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }).status === 0;
  const install = (name) => apt("install", "-y", "-q", "--no-install-recommends", name);
  apt("update", "-q");
  if (!install(SHELL) && !found) install("chromium");
  return findBrowser();
}
