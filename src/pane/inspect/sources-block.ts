import { REASON_PREFIX, reasonInFull, type Answer } from "../../core/outcome";
import { formulaOf, type Question } from "../../core/question";
import type { CellPlace } from "../../workbook/cell";
import { addressOf, runsOf } from "../../workbook/cell-address";
import { asOfWords, caveatWords, momentWords, unitWords } from "../words/answer-words";
import { plainContent } from "../export/plain-text";
import type { PlainContent } from "../workbook";
import { counted } from "../../contract/counted";

/** One question of the workbook, the cells that ask it, and its answer, or why there is none. */
export interface Used {
  readonly question: Question;
  readonly cells: readonly CellPlace[];
  readonly answer: Answer | undefined;
  readonly why: string | undefined;
}

/** What stands in the first cell: by it a sheet is known as one of these. */
export const SOURCES_TITLE = "Sources of the SERVICE data";

const HEAD = ["Cells", "Formula", "Value", "Unit", "Observation", "As of", "Source", "Attribution", "Caveats", "Sample", "Retrieved"] as const;
/** Longest text of one cell in a workbook is 32,767 characters; a list of cells that long is no use anyway. */
const MOST_ADDRESS = 400;

/** `Sheet1!B2:B50, Sheet2!C3`: cells below each other as one range. */
export function cellsText(cells: readonly CellPlace[]): string {
  const bySheet = new Map<string, CellPlace[]>();
  for (const cell of cells) {
    const list = bySheet.get(cell.sheet);
    if (list) list.push(cell);
    else bySheet.set(cell.sheet, [cell]);
  }
  const texts = [...bySheet].flatMap(([sheet, list]) => {
    const prefix = addressOf({ sheet, row: 0, column: 0 }).slice(0, -2);
    return runsOf(list.map(({ row, column }) => ({ row, column, formula: "" }))).map((run) => `${prefix}${run.address}`);
  });
  let text = "";
  for (const [i, part] of texts.entries()) {
    const next = text === "" ? part : `${text}, ${part}`;
    if (next.length > MOST_ADDRESS) return `${text} and ${texts.length - i} more`;
    text = next;
  }
  return text;
}

function shownValue(answer: Answer): PlainContent {
  const { value } = answer;
  if (value === null) return `${REASON_PREFIX}${reasonInFull(answer)}`;
  return value;
}

function row({ question, cells, answer, why }: Used): PlainContent[] {
  const start = [cellsText(cells), formulaOf(question)];
  if (!answer) return [...start, `not known: ${why ?? "not requested"}`, "", "", "", "", "", "", "", ""];
  const { unit, observationDate, asOf, source, attribution, caveats, sample, receivedAt } = answer;
  return [
    ...start,
    shownValue(answer),
    unit === undefined ? "" : unitWords(unit),
    observationDate ?? "",
    asOf === undefined ? "" : asOfWords(asOf),
    source ?? "",
    attribution ?? "",
    caveats.map(caveatWords).join(" "),
    sample ? "yes" : "no",
    momentWords(receivedAt),
  ];
}

/**
 * The block that says where a workbook's data comes from: a title, when and of what, and one row for each distinct question. Formulas stand without
 * their equals sign, so that they stay text.
 */
export function sourcesBlock(used: readonly Used[], of: string, now: number): PlainContent[][] {
  const pad = (cells: PlainContent[]): PlainContent[] => [...cells, ...HEAD.slice(cells.length).map(() => "")];
  const cells = used.reduce((n, u) => n + u.cells.length, 0);
  const counts = `${counted(used.length, "question")} in ${counted(cells, "cell")}`;
  return [
    pad([SOURCES_TITLE]),
    pad([`${of}: ${counts}, written ${momentWords(now)}. Caveats and attribution must stay with the data when it is quoted.`]),
    pad([]),
    [...HEAD],
    // Texts of a service stay text also where somebody saves the sheet as CSV and opens that.
    ...used.map((u) => row(u).map(plainContent)),
  ];
}
