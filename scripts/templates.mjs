/**
 * Writes assets/templates from src/workbook/templates: one workbook per subject, starter.xlsx with all sheets, and index.json with the list. Equal
 * definitions give equal bytes. `--check` writes nothing, names each stale file and exits with 1.
 */
import { build } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = path.join(root, "assets", "templates");
const check = process.argv.includes("--check");

// Below node_modules' folder, so that packages are found. The process id keeps runs at the same time apart.
const outfile = path.join(root, "dist", "commands", `templates-${process.pid}.js`);
await build({
  stdin: {
    contents: 'export { starterBook, templateBooks } from "./src/workbook/templates/templates"; export { writeBook } from "./src/workbook/xlsx/write-book";',
    resolveDir: root,
    loader: "ts",
  },
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  packages: "external",
  logLevel: "error",
});
const { starterBook, templateBooks, writeBook } = createRequire(import.meta.url)(outfile);
rmSync(outfile, { force: true });

const templates = templateBooks();
const count = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][templates.length] ?? templates.length;
const starter = { id: "starter", title: "Starter", about: `All ${count} sheets in one workbook.`, book: starterBook() };
const books = [starter, ...templates];
const list = books.map(({ id, title, about }) => ({ id, title, about }));
const wanted = new Map([
  ...books.map(({ id, book }) => [`${id}.xlsx`, Buffer.from(writeBook(book))]),
  ["index.json", Buffer.from(`${JSON.stringify(list, null, 2)}\n`)],
]);

mkdirSync(folder, { recursive: true });
let stale = 0;
for (const [name, bytes] of wanted) {
  const file = path.join(folder, name);
  if (existsSync(file) && readFileSync(file).equals(bytes)) continue;
  stale++;
  if (check) console.error(`assets/templates/${name} is stale. Type: npm run templates`);
  else {
    writeFileSync(file, bytes);
    console.log(`wrote assets/templates/${name}`);
  }
}
for (const name of readdirSync(folder)) {
  if (wanted.has(name)) continue;
  stale++;
  if (check) console.error(`assets/templates/${name} belongs to no template. Type: npm run templates`);
  else {
    rmSync(path.join(folder, name));
    console.log(`removed assets/templates/${name}`);
  }
}
if (check && stale > 0) process.exitCode = 1;
