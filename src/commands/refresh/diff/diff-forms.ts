import { withSeparators } from "../../../contract/counted";
import { groupedBy } from "../../../contract/lists";
import { CHANGE_WORDS } from "../../../proof/change-words";
import { type CellChange, CHANGE_CLASSES, type LockedCell } from "../../../proof/diff-locks";
import { type CsvCell, csvLine } from "../../../service/http/server/csv";
import { type Compared, factsOfLock, type NamedLock } from "./compared";
import { classCounts, classLabels, datesOf, detailsOf, documentsOf, lockedText, shownWithUnit, sourcesOf, totalWords, unitsOf } from "./diff-words";

const OF_EACH = ["shows", "unit", "observation_date", "source", "document", "document_sha256", "question", "formula_without_equals_sign"];
const HEADER = [
  "cell",
  "classes",
  "follows_from",
  "follows_from_classes",
  "kept",
  ...["before", "after"].flatMap((side) => OF_EACH.map((name) => `${name}_${side}`)),
];

const list = (texts: readonly string[]): string => texts.join("; ");

function cells(cell: LockedCell | undefined): CsvCell[] {
  if (!cell) return Array<CsvCell>(OF_EACH.length).fill(null);
  const text = lockedText(cell);
  const documents = documentsOf(cell);
  return [
    // A date stays a date, so that it can be read without the sheet's number format.
    typeof cell.shows === "number" && !/^\d{4}-\d\d-\d\d$/.test(text) ? cell.shows : text,
    list(unitsOf(cell)),
    list(datesOf(cell)),
    list(sourcesOf(cell)),
    list(documents.map(({ file }) => file)),
    list(documents.map(({ sha256 }) => sha256)),
    list(cell.answers.map(({ question }) => question)),
    cell.formula.replace(/^=/, ""),
  ];
}

/** The differences as CSV with a header, a line for each cell. Text that a spreadsheet would read as a formula is in parentheses. */
export const diffCsv = ({ changes }: Compared): string =>
  [
    csvLine(HEADER),
    ...changes.map(({ where, classes, followsFrom, before, after }) =>
      csvLine([where, list(classes), list(followsFrom?.cells ?? []), list(followsFrom?.classes ?? []), after?.kept, ...cells(before), ...cells(after)]),
    ),
  ].join("");

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

const side = ({ name, lock: { book, service, refresh } }: NamedLock) => ({ lock: name, book, service, refresh });

/** A cell as its lock has it, with the answers to its questions. */
function cellOf(cell: LockedCell, { lock }: NamedLock) {
  const { answers, questions, ...rest } = cell;
  return { ...rest, ...(questions ? { questions: Object.fromEntries(answers.map(({ question }) => [question, lock.questions[question]])) } : {}) };
}

/** The differences as JSON: the two locks, the number of cells of each class, and the cells, with answers as in docs/book-lock.schema.json. */
export const diffJson = ({ before, after, changes, notes }: Compared): string =>
  `${JSON.stringify(
    {
      before: side(before),
      after: side(after),
      notes,
      classes: Object.fromEntries(classCounts(changes)),
      cells: changes.map(({ where, classes, followsFrom, before: was, after: now }) => ({
        cell: where,
        classes,
        ...(followsFrom ? { follows_from: followsFrom } : {}),
        ...(was ? { before: cellOf(was, before) } : {}),
        ...(now ? { after: cellOf(now, after) } : {}),
      })),
    },
    null,
    2,
  )}\n`;

/** `4.2 % (2026-11-18, fred)` */
function cellText(cell: LockedCell | undefined): string {
  if (!cell) return "–";
  const facts = [...datesOf(cell), ...sourcesOf(cell)];
  return `${shownWithUnit(cell)}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}

function* changeLines(change: CellChange): Generator<string> {
  yield `  ${change.where}: ${cellText(change.before)} → ${cellText(change.after)}`;
  const others = classLabels(change).slice(1);
  const follows = change.classes[0] === "follows" ? classLabels(change).slice(0, 1) : [];
  for (const line of [...follows, ...others, ...detailsOf(change)]) yield `    ${line}`;
}

/** The differences as text for a terminal: a summary, then the cells by their first class. */
export function diffText({ before, after, changes, notes }: Compared): string {
  const lines = [`${before.name} (${before.lock.service.moment}) → ${after.name} (${after.lock.service.moment})`, ...notes];
  lines.push(totalWords(changes, Object.keys(after.lock.cells).length));
  const groups = groupedBy(changes, ({ classes }) => classes[0]!);
  for (const one of CHANGE_CLASSES) {
    const group = groups.get(one);
    if (!group) continue;
    lines.push("", `${CHANGE_WORDS[one].label}: ${CHANGE_WORDS[one].meaning}`);
    for (const change of group) for (const line of changeLines(change)) lines.push(line);
  }
  return lines.join("\n");
}
