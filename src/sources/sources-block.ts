import { asOfWords, momentWords } from "../contract/as-of";
import { caveatWords } from "../contract/caveat-words";
import { counted } from "../contract/counted";
import { functionSpec, isFunctionName } from "../contract/functions";
import { groupedBy } from "../contract/lists";
import { sheetPath } from "../contract/paths";
import { plainText } from "../contract/text";
import { type Answer, REASON_PREFIX, reasonInFull } from "../core/outcome";
import { formulaOf, type Question } from "../core/question";
import type { CellPlace } from "../workbook/cell";
import { runsOf } from "../workbook/cell-address";
import { isSampleFigure, numberWords, unitWords } from "./answer-words";
import { figureName, figureWords } from "./figure-name";
import type { Used } from "./used";

/** What a question asks about, without its field: the same for all fields of a ticker. */
function subjectKey({ key, cell }: Question): string {
  if ("path" in cell) {
    const fn = sheetPath(cell.path)?.fn;
    return fn === undefined ? key : JSON.stringify(["", cell.entity, fn]);
  }
  const { fn, args } = cell;
  if (!isFunctionName(fn)) return key;
  const { parameters } = functionSpec(fn);
  return JSON.stringify([fn, ...args.map((arg, i) => (parameters[i]?.name === "field" ? null : arg))]);
}

/** Numbers, dates and truth values can be listed in one cell. A text may have a semicolon of its own. */
const isListable = (value: string | number | boolean | null): boolean => value !== null && (typeof value !== "string" || !value.includes(";"));

/** What must be equal for two answers to share a row: everything but value and unit. */
function groupKey({ question, answer }: Used): string | undefined {
  if (!answer || !isListable(answer.value)) return undefined;
  const { observationDate, asOf, source, attribution, caveats, sample, receivedAt } = answer;
  return JSON.stringify([subjectKey(question), observationDate, asOf && asOfWords(asOf), source, attribution, caveats, sample, momentWords(receivedAt)]);
}

/** Groups questions that ask for fields of the same figure and got them from the same sources. Each group has at least one question, in the order given. */
function groupFigures(used: readonly Used[]): readonly (readonly [Used, ...Used[]])[] {
  const groups: [Used, ...Used[]][] = [];
  const known = new Map<string, Used[]>();
  for (const one of used) {
    const key = groupKey(one);
    const group = key === undefined ? undefined : known.get(key);
    if (group) {
      group.push(one);
      continue;
    }
    const next: [Used, ...Used[]] = [one];
    groups.push(next);
    if (key !== undefined) known.set(key, next);
  }
  return groups;
}

/** The name of a group's figure with its fields: "GME – days to cover; shares sold short". */
function groupWords([first, ...others]: readonly [Used, ...Used[]]): string {
  const [name, ...fields] = [first, ...others].map(({ question }) => figureName(question));
  if (!name) return formulaOf(first.question);
  return figureWords({ ...name, what: [name, ...fields].map((one) => one?.what).join("; ") });
}

/** The content of a cell of the sheet. */
type SourceContent = string | number | boolean;

/** A table that refreshes in place. */
export interface UsedTable {
  /** Its address: `Sheet1!A3:B262`. */
  readonly cells: string;
  /** What it asks, in words. */
  readonly question: string;
  readonly rows: number;
  /** The line of sources above it. */
  readonly sources: string;
  readonly sample: boolean;
  readonly receivedAt: number;
}

/** Text of the first cell. A sheet with it was written by this add-in. */
export const SOURCES_TITLE = "Sources of the SERVICE data";

const HEAD = ["Figure", "Cells", "Formula", "Value", "Unit", "Observation", "Retrieved", "Source", "Attribution", "Caveats", "Sample", "Received"] as const;
/** The column with the observation dates, from 0: it has nothing but days and periods. */
export const OBSERVED = HEAD.indexOf("Observation");
/** How the Sources sheet looks: the widths of its columns in characters, and the row of its headings, from 0. */
export const SOURCES_LOOK = { widths: [48, 30, 48, 24, 18, 14, 22, 16, 48, 60, 9, 22], head: 3 };
const IN_ORDER = " A row with several fields has their cells, formulas and values in the same order, separated by semicolons.";
/** In characters. Excel allows 32,767 in a cell, but nobody reads a longer list. */
const MOST_ADDRESS = 400;

/** Addresses such as `Sheet1!B2:B50, Sheet2!C3`, with adjacent cells of a column as one range. */
export function cellsText(cells: readonly CellPlace[]): string {
  const texts = [...groupedBy(cells, ({ sheet }) => sheet)].flatMap(([sheet, list]) => {
    // Without quotes: a text that begins with one would be taken for something else.
    const prefix = `${sheet}!`;
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

function shownValue(answer: Answer): SourceContent {
  const { value } = answer;
  if (value === null) return `${REASON_PREFIX}${reasonInFull(answer)}`;
  return value;
}

/** The units of a group's fields in their order, with a dash for a field without one; once if all have the same. Empty if none has one. */
function unitsText(answers: readonly Answer[]): string {
  const units = answers.map(({ unit }) => (unit === undefined ? "" : unitWords(unit)));
  return new Set(units).size === 1 ? units[0]! : units.map((unit) => unit || "–").join("; ");
}

function row(group: readonly [Used, ...Used[]]): SourceContent[] {
  const [{ answer, why }, ...others] = group;
  const lists = [group.map(({ cells }) => cellsText(cells)), group.map(({ question }) => formulaOf(question))].map((texts) => texts.join("; "));
  const start = [groupWords(group), ...lists];
  if (!answer) return [...start, `no answer: ${why ?? "not requested"}`, "", "", "", "", "", "", "", ""];
  const { observationDate, asOf, source, attribution, caveats, sample, receivedAt } = answer;
  const answers = group.flatMap((one) => one.answer ?? []);
  return [
    ...start,
    others.length === 0 ? shownValue(answer) : answers.map(({ value }) => (typeof value === "number" ? numberWords(value) : String(value))).join("; "),
    unitsText(answers),
    observationDate ?? "",
    asOf === undefined ? "" : asOfWords(asOf),
    source ?? "",
    attribution ?? "",
    caveats.map(caveatWords).join(" "),
    sample ? "yes" : "no",
    momentWords(receivedAt),
  ];
}

/** Of a table: unit, observation, retrieved and source. */
const NOT_OF_TABLES = ["", "", "", ""];
const tableRow = ({ cells, question, rows, sources, sample, receivedAt }: UsedTable): SourceContent[] => {
  return ["Table", cells, question, counted(rows, "row"), ...NOT_OF_TABLES, sources, "", sample ? "yes" : "no", momentWords(receivedAt)];
};

/**
 * The rows of the Sources sheet: title, scope and date, a warning if there is sample data, then a row for each figure with its fields and for each table. The fields
 * of a row have their cells, formulas and values in the same order, separated by semicolons. Formulas have no equals sign, so that they stay text.
 *
 * @param asOf the day or moment that all of it is as of, if one was asked for
 */
export function sourcesBlock(
  used: readonly Used[],
  of: string,
  now: number,
  { tables = [], asOf }: { readonly tables?: readonly UsedTable[]; readonly asOf?: string | undefined } = {},
): SourceContent[][] {
  const pad = (cells: SourceContent[]): SourceContent[] => [...cells, ...HEAD.slice(cells.length).map(() => "")];
  const cells = new Set(used.flatMap((one) => one.cells.map(({ sheet, row: r, column }) => `${sheet}\n${r}\n${column}`))).size;
  const groups = groupFigures(used);
  const samples = groups.filter(([{ answer }]) => answer && isSampleFigure(answer)).length + tables.filter(({ sample }) => sample).length;
  const counts = `${counted(used.length, "question")} in ${counted(cells, "cell")}${tables.length > 0 ? ` and ${counted(tables.length, "table")}` : ""}`;
  return [
    pad([SOURCES_TITLE]),
    pad([
      `${of}${asOf === undefined ? "" : ` as of ${asOf}`}: ${counts}, written ${momentWords(now)}. Quote the data only with its caveats and attribution.${groups.length < used.length ? IN_ORDER : ""}`,
    ]),
    pad(samples > 0 ? [`SAMPLE DATA: ${counted(samples, "row is", "rows are")} generated, not published. Do not quote such figures.`] : []),
    [...HEAD],
    // A service's texts must not become formulas if the sheet is saved as CSV and reopened.
    ...[...groups.map(row), ...tables.map(tableRow)].map((cellsOfRow) =>
      cellsOfRow.map((content) => (typeof content === "string" ? plainText(content) : content)),
    ),
  ];
}
