import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reasonInCell } from "../../../src/core/outcome";
import { NO_ADDRESS } from "../../../src/hosts/sheets/credentials";
import { sheetsWords } from "../../../src/hosts/sheets/words";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { reasonFaults } from "../../reason-faults";

const SOURCE = join(__dirname, "../../../src");
const FILES = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("commands"))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), "utf8") }));

/** A one-line literal. In a template, each inserted value becomes a name. */
const LITERAL = '(?:"([^"\\n]+)"|`((?:[^`\\n$]|\\$\\{[^`\\n]*?\\})+)`)';
/** Where short reasons are written. */
const PLACES = [
  new RegExp(`\\bforCell${LITERAL}`, "g"),
  new RegExp(`\\bshort: (?:\\w+ \\? )?${LITERAL}`, "g"),
  new RegExp(`\\bshort: \\w+ \\? (?:"[^"]*"|\`[^\`]*\`) : ${LITERAL}`, "g"),
  new RegExp(`\\breason\\(\\s*"\\w+",\\s*${LITERAL}`, "g"),
  new RegExp(`\\b(?:because\\(|unanswered\\(\\s*"[a-z_]+",)\\s*${LITERAL}`, "g"),
];

const written = FILES.flatMap(({ file, text }) =>
  PLACES.flatMap((place) => [...text.matchAll(place)]).map(([, plain, template]) => ({
    file,
    short: plain ?? template!.replace(/\$\{[^}]*\}(?:[^`$]*?\})*/g, "NAME"),
  })),
);

test("every short reason starts with a capital and ends with a full stop", () => {
  expect(written.length).toBeGreaterThan(120);
  expect(written.flatMap(({ file, short }) => reasonFaults(short).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

test("messages about a missing key or address also start with a capital and end with a full stop", () => {
  const said = [NO_KEY_IN_CELL.replace(/^n\/a: /, ""), sheetsWords({ code: "no_key" }), sheetsWords(NO_ADDRESS), reasonInCell({}).replace(/^n\/a: /, "")];
  expect(said.flatMap((text) => reasonFaults(text))).toEqual([]);
});
