import path from "node:path";
import { shown } from "../../../contract/arguments";
import { endWithNearest } from "../../../contract/nearest";
import { diffLocks } from "../../../proof/diff-locks";
import { UsageError } from "../../io";
import { defineCommand } from "../../options";
import { replaceFile } from "../../replace-file";
import { REFRESH } from "../../terminal-words";
import { type Compared, lockPair, notesOn } from "./compared";
import { diffCsv, diffJson, diffMarkdown, diffText } from "./diff-forms";
import { diffHtml } from "./diff-html";
import { totalWords } from "./diff-words";

const HELP = `Says what changed between two refreshes of a book, and why.

  ${REFRESH} diff FIRST SECOND

FIRST and SECOND are locks that refresh --lock wrote, or books next to their locks. For each cell that differs it says whether
it has a new period, was revised, changed its source or formula, became a reason, or follows from another cell.

  --format FORMAT   text, md, csv, json or html; default: that of --out's ending, else text
  --out FILE        writes FILE instead of printing

Exit status: 0 no difference, 1 differences, 2 wrong command line or a lock that cannot be read.`;

type Format = "text" | "md" | "csv" | "json" | "html";
const FORMATS: Readonly<Record<Format, (compared: Compared) => string>> = {
  text: (compared) => `${diffText(compared)}\n`,
  md: diffMarkdown,
  csv: diffCsv,
  json: diffJson,
  html: diffHtml,
};
const NAMES = Object.keys(FORMATS);

const formatNamed = (name: string): Format | undefined => NAMES.find((one) => one === name.toLowerCase()) as Format | undefined;

function formatOf(typed: string | undefined, out: string | undefined): Format {
  if (typed === undefined) return (out === undefined ? undefined : formatNamed(path.extname(out).slice(1))) ?? "text";
  const format = formatNamed(typed);
  if (!format)
    throw new UsageError(`--format: expected ${NAMES.slice(0, -1).join(", ")} or ${NAMES.at(-1)}, got ${shown(typed)}${endWithNearest(typed, NAMES, 2)}`);
  return format;
}

/** `npm run -s refresh -- diff`: compares two locks. Returns 1 if they differ. */
export const diff = defineCommand("refresh diff", HELP, async ({ values, positionals }, io) => {
  const [first, second, ...more] = positionals;
  if (first === undefined || second === undefined || more.length > 0)
    throw new UsageError(`refresh diff: expected two locks or books, got ${positionals.length}. Type: ${REFRESH} diff FIRST SECOND`);
  const format = formatOf(values.format, values.out);
  const [before, after] = lockPair(first, second, io);
  const changes = diffLocks(before.lock, after.lock);
  const compared: Compared = { before, after, changes, notes: notesOn(before, after) };
  const text = FORMATS[format](compared);
  if (values.out === undefined) io.out(text.replace(/\r?\n$/, ""));
  else {
    replaceFile(path.resolve(io.cwd, values.out), new TextEncoder().encode(text));
    io.out(`${values.out}: ${totalWords(changes, Object.keys(after.lock.cells).length)}`);
  }
  return changes.length > 0 ? 1 : 0;
});
