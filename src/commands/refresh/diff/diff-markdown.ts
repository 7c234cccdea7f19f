import { withSeparators } from "../../../contract/counted";
import { CHANGE_WORDS } from "../../../proof/change-words";
import type { LockedCell } from "../../../proof/diff-locks";
import { factsOfLock, type Compared } from "./compared";
import { classCounts, classLabels, datesOf, detailsOf, documentsOf, shownWithUnit, sourcesOf, totalWords } from "./diff-words";

/** Text in a table of Markdown that stays text. */
const plain = (text: string): string =>
  text
    .replace(/[\r\n]+/g, " ")
    .replace(/[\\`*_{}[\]<>#|~]/g, "\\$&")
    .replace(/&/g, "&amp;");
const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const sourceText = (cell: LockedCell | undefined): string =>
  cell ? [...sourcesOf(cell), ...documentsOf(cell).map(({ file, sha256 }) => `${file} ${sha256.slice(0, 12)}`)].map(plain).join("<br>") : "";

/** The differences in Markdown: the two locks, a summary by class, and a table of the cells. */
export function diffMarkdown({ before, after, changes, notes }: Compared): string {
  const [old, now] = [new Map(factsOfLock(before)), new Map(factsOfLock(after))];
  const lines = ["# What changed", "", row(["", "Before", "After"]), row(["---", "---", "---"])];
  for (const name of new Set([...old.keys(), ...now.keys()])) lines.push(row([name, plain(old.get(name) ?? ""), plain(now.get(name) ?? "")]));
  for (const note of notes) lines.push("", plain(note));
  if (changes.length === 0) return [...lines, "", totalWords(changes, Object.keys(after.lock.cells).length), ""].join("\n");
  lines.push("", row(["Cells", "Class", "Meaning"]), row(["---:", "---", "---"]));
  for (const [one, count] of classCounts(changes)) lines.push(row([withSeparators(count), CHANGE_WORDS[one].label, CHANGE_WORDS[one].meaning]));
  lines.push("", row(["Cell", "What changed", "Before", "Date", "After", "Date", "Source before", "Source after"]), row(Array<string>(8).fill("---")));
  for (const change of changes) {
    const cell = (of: LockedCell | undefined): string[] => (of ? [plain(shownWithUnit(of)), plain(datesOf(of).join(", "))] : ["", ""]);
    const what = [...classLabels(change), ...detailsOf(change)].map(plain).join("<br>");
    lines.push(row([plain(change.where), what, ...cell(change.before), ...cell(change.after), sourceText(change.before), sourceText(change.after)]));
  }
  return `${lines.join("\n")}\n`;
}
