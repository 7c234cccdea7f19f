// Builds what a browser and Excel load: dist/web.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const webpack = path.join(root, "node_modules", "webpack", "bin", "webpack.js");
const { status } = spawnSync(process.execPath, [webpack, "--config", path.join(root, "webpack.config.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
