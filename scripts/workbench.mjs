// Bundles the workbench's and the screener's scripts, styles and pages, for build.mjs (once) and watch.mjs (on every change).
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./commands.mjs";

const host = path.join(root, "src", "hosts", "workbench");
const screener = path.join(root, "src", "hosts", "screener");
const pages = ["workbench.html", "workbench-pane.html"].map((page) => path.join(host, page));
/** Files of the screener that are copied as they are; its page uses the pane's styles first. */
const screenerFiles = ["screener.html", "screener.css"].map((file) => path.join(screener, file));
// The rules of the preset come last, because all have the same utility classes and the order decides.
const univers = ["sheets-conditional-formatting-ui", "sheets-filter-ui", "preset-sheets-core"].map((name) =>
  path.join(root, "node_modules", "@univerjs", name, "lib", "index.css"),
);
const ofPane = ["colours.css", "connection/connection.css", "templates/templates.css"].map((file) => path.join(root, "src", "pane", file));
const styles = [...univers, ...ofPane, path.join(host, "workbench.css")];

/** The files that `writeWorkbenchPages` reads. */
export const workbenchPageSources = [...pages, ...styles, ...screenerFiles];

/** Options for esbuild: for the pages as modules, and for the script that replaces Excel's. */
export function workbenchBundles(web, { development = false } = {}) {
  const common = {
    bundle: true,
    minify: !development,
    sourcemap: development ? "linked" : false,
    outdir: web,
    target: "es2022",
    logLevel: "warning",
    legalComments: "linked",
    absWorkingDir: root,
    jsx: "automatic",
    jsxImportSource: "preact",
  };
  const page = {
    ...common,
    entryPoints: {
      workbench: path.join(host, "workbench.tsx"),
      "workbench-pane": path.join(host, "pane", "pane.tsx"),
      screener: path.join(screener, "screener.tsx"),
    },
    format: "esm",
    splitting: true,
    chunkNames: "workbench/[hash]",
    define: { "process.env.NODE_ENV": development ? '"development"' : '"production"' },
  };
  const shim = {
    ...common,
    entryPoints: { "workbench-shim": path.join(host, "office-shim.ts") },
    format: "iife",
  };
  return [page, shim];
}

export function writeWorkbenchPages(web) {
  for (const page of [...pages, ...screenerFiles]) copyFileSync(page, path.join(web, path.basename(page)));
  writeFileSync(path.join(web, "workbench.css"), styles.map((file) => readFileSync(file, "utf8")).join("\n"));
}
