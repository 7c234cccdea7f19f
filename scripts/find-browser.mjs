// Finds Chrome, Edge or Chromium for the browser tests. As a command it prints the path, or exits with status 1.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Debian's Chromium without windows: an opened page takes a fifth of the processor time. */
export const SHELL = "chromium-headless-shell";
const NAMES = [SHELL, "google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "microsoft-edge-stable", "microsoft-edge"];

function usualPlaces(platform, env) {
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(Boolean);
    const programs = [
      ["Google", "Chrome", "Application", "chrome.exe"],
      ["Microsoft", "Edge", "Application", "msedge.exe"],
      ["Chromium", "Application", "chrome.exe"],
    ];
    return programs.flatMap((program) => folders.map((folder) => path.win32.join(folder, ...program)));
  }
  if (platform === "darwin") {
    const apps = ["Google Chrome", "Microsoft Edge", "Chromium"].map((app) => path.posix.join("/Applications", `${app}.app`, "Contents", "MacOS", app));
    return [...apps, ...(env.HOME ? apps.map((app) => path.posix.join(env.HOME, app)) : [])];
  }
  const folders = [...(env.PATH ?? "").split(":").filter(Boolean), "/usr/bin", "/usr/local/bin", "/snap/bin"];
  return [...NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name))), "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"];
}

/** Returns the path of a browser for Playwright: CHROME_PATH if set, else the first in the usual places; undefined if there is none. */
export function findBrowser({ platform = process.platform, env = process.env, exists = existsSync } = {}) {
  if (env.CHROME_PATH) return exists(env.CHROME_PATH) ? env.CHROME_PATH : undefined;
  return usualPlaces(platform, env).find((file) => exists(file));
}

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  const found = findBrowser();
  if (found) console.log(found);
  else {
    console.error(
      `No Chrome, Edge or Chromium was found${process.env.CHROME_PATH ? " at CHROME_PATH" : ""}. Install one, or set CHROME_PATH to its program file.`,
    );
    process.exitCode = 1;
  }
}
