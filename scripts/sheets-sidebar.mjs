// The sidebar of Google Sheets as one file, because HtmlService serves a page of one file: script and styles stand in it.
import { build, transform } from "esbuild";
import { readFileSync } from "node:fs";
import path from "node:path";

/** The pane's styles whose views the sidebar shows, then its own. */
const STYLES = [
  ...[
    ...["taskpane", "account/account", "formula/formula", "frame/dense", "frame/frame", "inspect/inspect", "list/reasons-by-count", "notices/notices"],
    ...["refresh/refresh", "words/answer", "work/progress-bar"],
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
 * A script that stands in a page ends at the first closing tag, wherever that is, and an HTML comment or a scriptlet of Google's templates must not begin in it.
 * Google's templates are known to take // within a text for a comment. A backslash before a slash, a bang or a question mark changes no text.
 */
const inPage = (text) => text.replaceAll("://", ":\\/\\/").replace(/<(?=\/script|!--|\?)/gi, "<\\");

/** The whole text of sidebar.html. */
export async function sidebarPage(root) {
  const [js, css] = await Promise.all([script(root), styles(root)]);
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    // The page is shown in a frame within frames: what is followed from here must leave all of them.
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
