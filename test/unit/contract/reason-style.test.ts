import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MESSAGES } from "../../../src/core/messages";
import { NO_KEY_TEXT, reasonInCell } from "../../../src/core/outcome";
import { NO_ADDRESS_TEXT } from "../../../src/hosts/sheets/credentials";
import { inSheets } from "../../../src/hosts/sheets/words";
import { reasonFaults } from "../../reason-faults";

const SOURCE = join(__dirname, "../../../src");
const FILES = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("commands"))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), "utf8") }));

/** A literal of one line. In a template, what is put in becomes a name. */
const LITERAL = '(?:"([^"\\n]+)"|`((?:[^`\\n$]|\\$\\{[^`\\n]*?\\})+)`)';
/** Where a short reason is written. */
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

test("every short reason in the source begins with a capital letter and ends with a full stop", () => {
  expect(written.length).toBeGreaterThan(120);
  expect(written.flatMap(({ file, short }) => reasonFaults(short).map((fault) => `${file}: ${fault}`))).toEqual([]);
});

test("what the add-in says itself follows the same rule", () => {
  const prefix = /^n\/a: /;
  const said = [NO_KEY_TEXT, inSheets(NO_KEY_TEXT), NO_ADDRESS_TEXT, reasonInCell({}), ...Object.values(MESSAGES), ...Object.values(MESSAGES).map(inSheets)];
  expect(said.flatMap((text) => reasonFaults(text.replace(prefix, "").replace(/npm .*$/, "it.")))).toEqual([]);
});
