import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const root = path.resolve(__dirname, "../..");
const page = readFileSync(path.join(root, "docs", "pains.md"), "utf8");
const sections = page.split(/^## /m).slice(1);

test("docs/pains.md answers the 25 complaints in their order", () =>
  expect(sections.map((s) => Number.parseInt(s, 10))).toEqual(Array.from({ length: 25 }, (_, i) => i + 1)));

test.each(sections.map((s) => [s.split("\n")[0]!, s]))("the section %s names tests that exist", (_, section) => {
  const named = [...section.matchAll(/^- `([^`]+)`: (.+)$/gm)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file, title] of named) {
    const at = path.join(root, file!);
    const text = existsSync(at) ? readFileSync(at, "utf8").replace(/"\s*\+\s*"/g, "") : "";
    // "group > title", as Jest prints them.
    expect({ file, title, found: title!.split(" > ").every((part) => text.includes(part)) }).toMatchObject({ found: true });
  }
});

const sources = (dir: string): string[] =>
  readdirSync(dir).flatMap((name) => {
    const file = path.join(dir, name);
    return statSync(file).isDirectory() ? sources(file) : /\.(tsx?|xml)$/.test(name) ? [file] : [];
  });

test("no source of the add-in sets a start-up behaviour in the document", () => {
  const found = [...sources(path.join(root, "src")), path.join(root, "manifest.xml")].filter((f) =>
    /setStartupBehavior|AutoShowTaskpane/.test(readFileSync(f, "utf8")),
  );
  expect(found).toEqual([]);
});
