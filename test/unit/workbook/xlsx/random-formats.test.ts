import { many, SEED, TESTED } from "../../../corpus";
import { openedBook } from "../../../../src/engine/book/opened-book";
import type { Block } from "../../../../src/workbook/block";
import type { ConditionalFormat } from "../../../../src/workbook/conditional-format";
import type { BookEdit } from "../../../../src/workbook/edits/moved-areas";
import { readBook } from "../../../../src/workbook/xlsx/read/read-book";
import { savedBook } from "../../../../src/workbook/xlsx/save/save-book";
import { afterEdits } from "../../../lossless/edit-sheets";
import { one, randomOf } from "../../engine/names-edits";
import { smallFile } from "./small-file";

type Random = (below: number) => number;
const [ROWS, COLUMNS] = [12, 6];
const ALL = [0, Infinity] as const;

const FORMULAS = ["A1&gt;1", "A1&gt;$A1", "A1&gt;A$1", "B2=A1", "$C$3&gt;4", "A1&gt;$C$3", "SUM($A$1:A1)&gt;3", "TRUE"];

/** A file whose rules share elements, areas and formulas. */
function fileOf(random: Random): Uint8Array {
  let priority = 0;
  const area = (): string => {
    const [row, column] = [1 + random(ROWS), random(COLUMNS)];
    const letters = (at: number): string => String.fromCharCode(65 + at);
    const kind = random(6);
    if (kind === 0) return `${letters(column)}1:${letters(column)}1048576`;
    return `${letters(column)}${row}:${letters(column + random(3))}${row + random(4)}`;
  };
  const elements = Array.from({ length: 4 }, () => {
    const rules = Array.from({ length: 1 + random(2) }, () =>
      random(3) > 0
        ? `<cfRule type="expression" priority="${++priority}"><formula>${one(random, FORMULAS)}</formula></cfRule>`
        : `<cfRule type="uniqueValues" priority="${++priority}"/>`,
    );
    return `<conditionalFormatting sqref="${area()}${random(3) === 0 ? ` ${area()}` : ""}">${rules.join("")}</conditionalFormatting>`;
  });
  return smallFile({ sheets: { S: '<row r="1"><c r="A1"><v>1</v></c></row>', T: "" }, after: elements.join("") });
}

function editOf(random: Random): BookEdit {
  const [row, column] = [random(ROWS), random(COLUMNS)];
  const isRows = random(2) === 0;
  const axis = isRows ? "rows" : "columns";
  const first = isRows ? row : column;
  const strip = { sheet: "S", axis, lines: [first, first + random(3)], across: ALL } as const;
  const kind = random(6);
  if (kind === 0) return { kind: "insert", ...strip };
  if (kind === 1) return { kind: "delete", ...strip };
  if (kind === 2) return { kind: one(random, ["insert", "delete"] as const), ...strip, across: isRows ? [column, column + random(3)] : [row, row + random(3)] };
  if (kind === 3) {
    const to = random(isRows ? ROWS : COLUMNS);
    return { kind: "reorder", ...strip, to: to >= first && to <= strip.lines[1] + 1 ? strip.lines[1] + 2 : to };
  }
  const block: Block = { row, column, rows: 1 + random(4), columns: 1 + random(3) };
  return { kind: "move", sheet: "S", block, to: { sheet: random(4) === 0 ? "T" : "S", row: random(ROWS), column: random(COLUMNS) } };
}

/** Formats without what only the file has. */
const bare = (formats: readonly ConditionalFormat[] = []) => formats.map(({ areas, rule }) => JSON.stringify({ areas, rule })).sort();

it(`saved conditional formats are those of the grid after random edits (${TESTED})`, () => {
  const wrong: string[] = [];
  for (let i = 0; i < many(3_000, 300) && wrong.length < 5; i++) {
    const random = randomOf(Number(SEED) * 10_000 + i);
    const file = fileOf(random);
    const opened = { file, book: openedBook(readBook(file)) };
    const edits = Array.from({ length: 1 + random(4) }, () => editOf(random));
    const now = afterEdits(opened.book, edits);
    const saved = readBook(savedBook(opened, now, { trusts: () => true }).file);
    const [found, expected] = [bare(saved.sheets[0]!.formats), bare(now.book.sheets[0]!.formats)];
    for (const [what, one, other] of [
      ["lost", expected, found],
      ["instead", found, expected],
    ] as const)
      for (const format of one) if (!other.includes(format)) wrong.push(`${i}: ${what} ${format} after ${JSON.stringify(edits)}`);
  }
  expect(wrong).toEqual([]);
}, 600_000);
