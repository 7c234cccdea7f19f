import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { forCell, MAX_REASON } from "../../../src/contract/reason";
import { reasonInCell } from "../../../src/core/outcome";
import { NO_ADDRESS } from "../../../src/hosts/sheets/credentials";
import { sheetsWords } from "../../../src/hosts/sheets/words";
import { NO_KEY_IN_CELL } from "../../../src/pane/pane-words";
import { reasonFaults } from "../../reason-faults";

describe("a reason for a cell", () => {
  it("quotes a name in full if it fits", () => {
    expect(forCell`no ticker ${"ACME"} is covered`).toBe("no ticker ACME is covered");
    expect(forCell`expected at most ${3} arguments, got ${5}`).toBe("expected at most 3 arguments, got 5");
    expect(forCell`no trades`).toBe("no trades");
  });

  it("shortens the quoted name, never the sentence, if the reason is too long", () => {
    const short = forCell`no market matches "${"will the committee cut its rate before the end of the year"}"`;
    expect(short).toBe('no market matches "will the committee cut its rate before…"');
    expect(short.length).toBeLessThanOrEqual(MAX_REASON);
  });

  it("shortens the longest of several names first", () => {
    const short = forCell`${"NVDA"} is not in the list of ${"a publisher whose name goes on and on and on and on"}`;
    expect(short).toBe("NVDA is not in the list of a publisher whose name goes on a…");
  });

  it("never cuts an emoji in two when a name is shortened", () => {
    const short = forCell`no series ${"😀".repeat(60)}`;
    expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    expect(short.length).toBeLessThanOrEqual(MAX_REASON);
  });

  it("has at most 60 characters, whatever text it quotes", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (a, b) => {
        const short = forCell`no ${a} of ${b} is known`;
        expect(short.length).toBeLessThanOrEqual(MAX_REASON);
        expect(short).toMatch(/^no .* is known$/s);
      }),
    );
  });
});

const SOURCE = join(__dirname, "../../../src");
const FILES = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: file.split(sep).join("/"), text: readFileSync(join(SOURCE, file), "utf8") }));

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

const written = FILES.filter(({ file }) => !file.startsWith("commands")).flatMap(({ file, text }) =>
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

/*
 * A cell shows the short reason, everything beside it the full one. Each place that shows a reason is listed with the functions that it uses for it; a new
 * place is added here with its decision.
 */
const CELLS: readonly string[] = [
  "hosts/excel/to-cell.ts",
  "hosts/refresh/to-book-cell.ts",
  "hosts/sheets/words.ts",
  "commands/eval.ts",
  "sources/answer-words.ts",
];

/** They recognise the cell's short text, and show the full one instead. */
const READ_CELLS: readonly string[] = ["hosts/workbench/beside-cell/written-notes.ts", "pane/audit/audit-of.ts", "pane/inspect/call-view.tsx"];

const BESIDE: readonly string[] = [
  ...READ_CELLS,
  // The message of an error value, which Excel shows when the pointer is over it.
  "hosts/excel/to-cell.ts",
  "commands/refresh/trace.ts",
  "core/outcome.ts",
  "pane/formula/preview-box.tsx",
  "pane/inspect/answer-facts.tsx",
  "pane/inspect/citation.tsx",
  "pane/inspect/curve-view.tsx",
  "sources/answer-words.ts",
  "sources/sources-block.ts",
];

const using = (pattern: RegExp): string[] => FILES.flatMap(({ file, text }) => (!file.startsWith("service/") && pattern.test(text) ? [file] : [])).sort();

describe("every place that shows a reason", () => {
  it("shows the short one if it is a cell", () => expect(using(/\breasonInCell\(/)).toEqual([...CELLS, ...READ_CELLS].sort()));

  it("shows the full one if it is beside a cell", () => expect(using(/\b(reasonInFull|whyWords)\(/)).toEqual([...BESIDE].sort()));

  it("reads neither from an answer itself", () =>
    expect(using(/\banswer\.(reason|explanation)\b/)).toEqual(["commands/eval.ts", "core/outcome.ts", "core/reply.ts", "proof/lock-of.ts"]));
});
