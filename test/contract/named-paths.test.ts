import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`)].filter((name) => name.endsWith(".md"));

/** Folders from which docs name paths: `src/core/ask.ts`, `core/ask`, `store/archive`. */
const BASES = ["", "src", "src/hosts", "src/service"];
const foldersIn = (base: string): string[] =>
  readdirSync(path.join(root, base), { withFileTypes: true })
    .filter((e) => e.isDirectory() && !e.name.startsWith(".") && !["node_modules", "dist"].includes(e.name))
    .map((e) => e.name);
const FIRST = new Set(BASES.flatMap(foldersIn));

const exists = (named: string): boolean => BASES.some((base) => ["", ".ts", ".tsx"].some((end) => existsSync(path.join(root, base, named + end))));

/** Paths such as `store/archive` in a text. A placeholder ends the path: `publishers/<name>` is `publishers/`. */
function pathsIn(text: string): string[] {
  const words = [...text.matchAll(/(?<![\w/.:@~<-])([a-z][\w-]*\/[\w./-]*)/g)].map(([, word = ""]) => word.replace(/[.-]+$/, ""));
  return [...new Set(words)].filter((word) => FIRST.has(word.split("/")[0] ?? ""));
}

test.each(pages)("%s names only files and folders that exist", (page) => {
  const named = pathsIn(readFileSync(path.join(root, page), "utf8"));
  expect(named.filter((one) => !exists(one))).toEqual([]);
});

test("finds the paths that docs name", () => {
  expect(pathsIn("`src/core/gone.ts` and store/gone, publishers/<name>/ · https://x.org/src/gone")).toEqual(["src/core/gone.ts", "store/gone", "publishers/"]);
  expect(exists("src/core/gone.ts")).toBe(false);
});
