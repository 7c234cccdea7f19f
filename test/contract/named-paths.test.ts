import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const pages = ["README.md", "CONTRIBUTING.md", "SKILL.md", ...readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);

/** Folders from which docs name paths: `src/core/ask.ts`, `core/ask`, `store/archive`. */
const BASES = ["", "src", "src/hosts", "src/service", "src/service/publishers"];
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

/** Files of the code that a page names without a folder, as `endpoints.ts`. */
const modulesIn = (text: string): string[] => [...new Set([...text.matchAll(/(?<=`)[a-z][\w-]*\.tsx?(?=`)/g)].map(([name]) => name))];
const MODULES = new Set(
  ["src", "test", "scripts"]
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }))
    .map((file) => path.basename(file)),
);

test.each(pages)("%s names only modules that exist", (page) => {
  const named = modulesIn(readFileSync(path.join(root, page), "utf8"));
  expect(named.filter((one) => !MODULES.has(one))).toEqual([]);
});

test("pathsIn finds the paths in a page, also those of missing files", () => {
  expect(pathsIn("`src/core/gone.ts` and store/gone, publishers/<name>/ · https://x.org/src/gone")).toEqual(["src/core/gone.ts", "store/gone", "publishers/"]);
  expect(exists("src/core/gone.ts")).toBe(false);
  expect(modulesIn("`gone.ts` in core, `core/ask.ts`, `npm test`")).toEqual(["gone.ts"]);
});

/** Headings of a page as GitHub's anchors. */
function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.replace(/^```[^]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/ /g, "-");
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number++;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return anchors;
}

/** Links of a page to another page or a heading that does not exist. */
function brokenLinks(page: string, text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = "", anchor] = target.split("#");
    const at = file === "" ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(root, at))) return true;
    return anchor !== undefined && !anchorsIn(file === "" ? text : readFileSync(path.join(root, at), "utf8")).has(anchor);
  });
}

test.each([...pages, "CHANGELOG.md"])("%s links only to pages and headings that exist", (page) => {
  expect(brokenLinks(page, readFileSync(path.join(root, page), "utf8"))).toEqual([]);
});

test("brokenLinks finds links to missing headings and pages", () => {
  const text = "# One `a/b`\n\n## One\n\n## One\n\n[a](#one-ab) [b](#one) [c](#one-1) [d](#one-2) [e](CHANGELOG.md) [f](gone.md) [g](https://x.org/#gone)";
  expect(brokenLinks("README.md", text)).toEqual(["#one-2", "gone.md"]);
});
