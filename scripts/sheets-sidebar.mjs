// Builds the sidebar of Google Sheets as one file with its script and styles, because HtmlService serves single files.
import { build, transform } from "esbuild";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Styles of the pane's views in the sidebar, then the sidebar's own. */
const STYLES = [
  ...[
    ...[
      "colours",
      "taskpane",
      "account/account",
      "connection/connection",
      "formula/formula",
      "frame/dense",
      "frame/frame",
      "inspect/inspect",
      "inspect/line-chart",
      "notices/notices",
    ],
    ...["refresh/refresh", "settings/settings", "tables/tables", "words/answer", "work/progress-bar"],
  ].map((name) => `pane/${name}.css`),
  "hosts/sheets/sidebar/sidebar.css",
];

async function script(root) {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "src", "hosts", "sheets", "sidebar", "sidebar.tsx")],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2020",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { "process.env.NODE_ENV": '"production"' },
    legalComments: "none",
    logLevel: "warning",
    outfile: "sidebar.js",
    write: false,
  });
  return outputFiles[0].text.trim();
}

async function styles(root) {
  const all = STYLES.map((name) => readFileSync(path.join(root, "src", name), "utf8")).join("\n");
  return (await transform(all, { loader: "css", minify: true, legalComments: "none" })).code.trim();
}

/**
 * Escapes a script for use in a page: the script must not contain a closing tag, an HTML comment or a scriptlet of Google's templates. Google's templates
 * also read // in a string as a comment. A backslash before a slash, "!" or "?" does not change a string.
 */
const inPage = (text) => text.replaceAll("://", ":\\/\\/").replace(/<(?=\/script|!--|\?)/gi, "<\\");

/** Builds the text of sidebar.html. */
export async function sidebarPage(root) {
  const [js, css] = await Promise.all([script(root), styles(root)]);
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    // The page is in nested frames: links must open outside all of them.
    '<base target="_top">',
    '<meta charset="utf-8">',
    '<meta name="color-scheme" content="light dark">',
    "<title>SERVICE</title>",
    `<style>${css}</style>`,
    "</head>",
    "<body>",
    '<div id="sidebar"></div>',
    `<script>${inPage(js)}</script>`,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}
