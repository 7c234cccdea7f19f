import { buildSync } from "esbuild";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";

const PANE = path.join(ROOT, "src", "pane");

/** The script of a page that renders a part of the pane. */
export function paneScript(entry: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2020",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0]?.text ?? "";
}

/** The pane's styles in the build's order. */
export function paneStyles(): string {
  const folders = readdirSync(PANE).filter((name) => statSync(path.join(PANE, name)).isDirectory());
  const files = folders.sort().flatMap((folder) =>
    readdirSync(path.join(PANE, folder))
      .filter((file) => file.endsWith(".css"))
      .map((file) => path.join(PANE, folder, file)),
  );
  return [path.join(PANE, "colours.css"), path.join(PANE, "taskpane.css"), ...files].map((file) => readFileSync(file, "utf8")).join("\n");
}
