import type { LockedCell } from "../../../proof/diff-locks";
import { csvLine, type CsvCell } from "../../../service/http/server/csv";
import type { Compared } from "./compared";
import { datesOf, documentsOf, lockedText, sourcesOf, unitsOf } from "./diff-words";

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
