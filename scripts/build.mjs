// `npm run build`: builds the pages for browsers and Excel into dist/web, and the commands for a server into dist/commands. webpack builds the add-in's pages;
// esbuild builds the workbench and the commands. `--mode development` (`npm run build:dev`) builds unminified pages into dist/dev.
import { build } from "esbuild";
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { builtCommands, commandsBundle, commitDefinition, devPages, root } from "./commands.mjs";
import { workbenchBundles, writeWorkbenchPages } from "./workbench.mjs";

const args = process.argv.slice(2);
const { values } = parseArgs({ args, options: { mode: { type: "string" }, "output-path": { type: "string" } }, strict: false, allowPositionals: true });
const development = values.mode === "development";
const web = values["output-path"] ? path.resolve(values["output-path"]) : development ? devPages : path.join(root, "dist", "web");

/** Builds the add-in's pages; webpack empties the folder first. */
const addIn = () =>
  new Promise((resolve) => {
    const webpack = path.join(root, "node_modules", "webpack", "bin", "webpack.js");
    spawn(process.execPath, [webpack, "--config", path.join(root, "webpack.config.js"), ...args, "--output-path", web], { cwd: root, stdio: "inherit" }).on(
      "exit",
      (status) => resolve(status ?? 1),
    );
  });

/** Builds the workbench's scripts and styles in memory, because webpack empties the folder meanwhile. */
const workbench = async () =>
  (await Promise.all(workbenchBundles(web, { development }).map((options) => build({ ...options, write: false })))).flatMap(({ outputFiles }) => outputFiles);

const COMPRESSED = /\.(js|css|html|json|svg|txt)$/;
/** Smaller files fit one packet uncompressed. */
const LEAST_BYTES = 1024;
const textsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => COMPRESSED.test(file) && statSync(file).size >= LEAST_BYTES);

/** Writes file.br and file.gz next to a file. The service sends them to browsers that accept them. */
async function compress(file) {
  const text = readFileSync(file);
  // The highest levels take ten times as long and save one percent.
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params: parameters }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(text));
}

// With --output-path or for development, only the pages are built.
if (!development && !values["output-path"]) await build({ ...commandsBundle, define: commitDefinition({ changes: true }), outfile: builtCommands });
const [status, files] = await Promise.all([addIn(), workbench()]);
process.exitCode = status;
if (status === 0) {
  for (const { path: file, contents } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  writeWorkbenchPages(web);

  if (!development) await Promise.all(textsIn(web).map(compress));

  // webpack does not write unchanged files. `npm start` compares these times with the sources' to see whether the build is old.
  for (const name of readdirSync(web)) utimesSync(path.join(web, name), new Date(), new Date());
}
