// Builds what a browser and Excel load, dist/web, and the commands for a server, dist/commands. webpack makes the add-in's pages; esbuild makes the workbench,
// a spreadsheet around the same functions, and the commands.
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { builtCommands, commandsBundle, root } from "./commands.mjs";

const host = path.join(root, "src", "hosts", "workbench");
const args = process.argv.slice(2);
const at = args.indexOf("--output-path");
const web = at < 0 ? path.join(root, "dist", "web") : path.resolve(args[at + 1] ?? "");

/** The add-in's pages; webpack empties the folder first. */
const addIn = () =>
  new Promise((resolve) => {
    const webpack = path.join(root, "node_modules", "webpack", "bin", "webpack.js");
    spawn(process.execPath, [webpack, "--config", path.join(root, "webpack.config.js"), ...args], { cwd: root, stdio: "inherit" }).on("exit", (status) =>
      resolve(status ?? 1),
    );
  });

/** The workbench's scripts and styles, in memory: webpack must be through before anything is written. */
async function workbench() {
  const common = { bundle: true, minify: true, write: false, outdir: web, target: "es2022", logLevel: "warning", legalComments: "linked", absWorkingDir: root };
  const jsx = { jsx: "automatic", jsxImportSource: "preact" };
  const page = build({
    ...common,
    ...jsx,
    entryPoints: { workbench: path.join(host, "workbench.tsx") },
    format: "esm",
    splitting: true,
    chunkNames: "workbench/[hash]",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const scripts = build({
    ...common,
    ...jsx,
    entryPoints: { "workbench-shim": path.join(host, "office-shim.ts"), "workbench-pane": path.join(host, "pane.tsx") },
    format: "iife",
  });
  return (await Promise.all([page, scripts])).flatMap(({ outputFiles }) => outputFiles);
}

const COMPRESSED = /\.(js|css|html|json|svg|txt)$/;
/** A smaller file fits a packet anyway. */
const LEAST_BYTES = 1024;
const textsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => COMPRESSED.test(file) && statSync(file).size >= LEAST_BYTES);

/** Puts file.br and file.gz beside a file, which the service sends to browsers that take them. */
async function compress(file) {
  const text = readFileSync(file);
  // The best levels take ten times as long for a hundredth less.
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params: parameters }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(text));
}

// With pages elsewhere (--output-path) only these are wanted.
if (at < 0) await build({ ...commandsBundle, outfile: builtCommands });
const [status, files] = await Promise.all([addIn(), workbench()]);
process.exitCode = status;
if (status === 0) {
  for (const { path: file, contents } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  for (const page of ["workbench.html", "workbench-pane.html"]) copyFileSync(path.join(host, page), path.join(web, page));
  const styles = [path.join(root, "node_modules", "@univerjs", "preset-sheets-core", "lib", "index.css"), path.join(host, "workbench.css")];
  writeFileSync(path.join(web, "workbench.css"), styles.map((file) => readFileSync(file, "utf8")).join("\n"));

  await Promise.all(textsIn(web).map(compress));

  // webpack leaves a file alone that would come out the same. Whether a build is newer than its sources is told by these times.
  for (const name of readdirSync(web)) utimesSync(path.join(web, name), new Date(), new Date());
}
