import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Manifest } from "./calls";
import { BASE_URL } from "./service";

export interface BuiltScript {
  /** Code.js as built by `npm run sheets:build`. */
  readonly code: string;
  readonly manifest: Manifest;
  readonly sidebar: string;
}

/** Builds the script as a user does and reads the result; `baseUrl` null builds it without an address. */
export function builtScript(baseUrl: string | null = BASE_URL): BuiltScript {
  const folder = mkdtempSync(path.join(tmpdir(), "sheets-"));
  try {
    const script = path.resolve(__dirname, "../../scripts/sheets.mjs");
    const args = [script, "build", "--out", folder, ...(baseUrl === null ? [] : ["--base-url", baseUrl])];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`npm run sheets:build failed: ${stderr}`);
    const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");
    return { code: read("Code.js"), manifest: JSON.parse(read("appsscript.json")) as Manifest, sidebar: read("sidebar.html") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
