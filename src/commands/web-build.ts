import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { smallest } from "../contract/lists";
import { wordList } from "../contract/text";
import { BUILT, ROOT, WEB, type Io } from "./io";

/** Sources of the pages. */
const SOURCES = wordList(
  "src/contract src/core src/functions src/workbook src/pane src/web-page src/commands/start/help-page.ts src/engine src/hosts",
  "assets scripts/build.mjs scripts/functions-source.mjs scripts/workbench.mjs webpack.config.js package-lock.json manifest.xml",
);

function newest(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), 0);
}

const OUTPUTS = wordList(
  "functions.js taskpane.js taskpane.html functions.json functions.namespace.json",
  "workbench.js workbench.html screener.js screener.html",
).map((name) => path.join(WEB, name));
const webBuildIsWhole = (): boolean => OUTPUTS.every((file) => existsSync(file));

/** True if the development packages are installed. Built commands never build. */
const canBuild = (): boolean => !BUILT && existsSync(path.join(ROOT, "node_modules", "webpack")) && existsSync(path.join(ROOT, "scripts", "build.mjs"));

/** True if dist/web is complete and not older than its sources. */
export function webBuildIsFresh(): boolean {
  if (!webBuildIsWhole()) return false;
  const built = smallest(OUTPUTS.map((file) => statSync(file).mtimeMs));
  return SOURCES.every((source) => newest(path.join(ROOT, source)) <= built);
}

/** Builds the pages if they are missing or old. On a server without development packages, only checks that they exist. */
export async function ensureWebBuild(io: Pick<Io, "out">): Promise<void> {
  if (!canBuild()) {
    if (webBuildIsWhole()) return;
    throw new Error(
      `The pages are not built: ${WEB} is missing or incomplete. On a machine with the development packages, type: npm ci && npm run build. Then copy the folder dist here.`,
    );
  }
  if (webBuildIsFresh()) return;
  io.out("Building the pages (takes a few seconds, only after a change) …");
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(ROOT, "scripts", "build.mjs")], { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) throw new Error(`The pages cannot be built:\n${stdout}${stderr}`);
}
