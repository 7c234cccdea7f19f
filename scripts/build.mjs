// Builds what a browser and Excel load: dist/web.
import { spawnSync } from "node:child_process";
import { readdirSync, utimesSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const webpack = path.join(root, "node_modules", "webpack", "bin", "webpack.js");
const { status } = spawnSync(process.execPath, [webpack, "--config", path.join(root, "webpack.config.js"), ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;

// webpack leaves a file alone that would come out the same. Whether a build is newer than its sources is told by these times.
const web = path.join(root, "dist", "web");
if (status === 0) for (const name of readdirSync(web)) utimesSync(path.join(web, name), new Date(), new Date());
