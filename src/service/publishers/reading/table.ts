import { CsvError, type Options, parse } from "csv-parse/sync";
import { shown } from "../../../contract/arguments";
import { append } from "../../../contract/lists";
import { isComplete, refuseFile, refuseTruncated } from "./text";

/** One line's cells by the header's names. */
export interface NamedLine {
  readonly number: number;
  /** Trimmed; has every name of the header. */
  readonly cells: ReadonlyMap<string, string>;
}

/**
 * Names the cells of the lines under a header. The header must have exactly these columns, in any order; otherwise it is another layout.
 *
 * @throws RefusedFile for an unknown or missing column, and for a line with more or fewer cells.
 */
export function namedLines(
  lines: readonly { readonly number: number; readonly cells: readonly string[] }[],
  names: readonly string[],
  title: string,
): NamedLine[] {
  const [header, ...rest] = lines;
  if (!header) refuseFile("the file is empty; download it again");
  const odd = header.cells.find((c) => !names.includes(c));
  if (odd !== undefined) refuseFile(`${shown(odd)} is not a column of ${title} that this service knows; update the service if it is new`, header.number);
  const missing = names.find((n) => !header.cells.includes(n));
  if (missing !== undefined) refuseFile(`the column ${shown(missing)} of ${title} is missing; download the whole file`, header.number);
  if (header.cells.length !== names.length) refuseFile("a column appears twice in the header; download the file again", header.number);
  if (rest.length === 0) refuseFile("there is no line of data under the header; download the file again");
  return rest.map(({ number, cells }) => {
    if (cells.length !== names.length)
      refuseFile(`expected ${names.length} cells, as in the header, got ${cells.length}: the line seems to be cut; download the file again`, number);
    return { number, cells: new Map(header.cells.map((name, i) => [name, cells[i] ?? ""])) };
  });
}

/** Splits lines into cells at `|`, which no cell contains. Blank lines are left out. */
export function pipedLines(text: string): { readonly number: number; readonly cells: readonly string[] }[] {
  return text
    .split(/\r?\n/)
    .map((line, i) => ({ number: i + 1, cells: line.split("|").map((c) => c.trim()) }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== "");
}

/** Splits a text that arrives in pieces into lines. A last line without a line end counts. Holds at most one piece and one line in memory. */
export function* textLines(
  pieces: Iterable<{ readonly bytes: Uint8Array; readonly done: number }>,
  encoding: "utf-8" | "latin1",
): Generator<{ readonly lines: readonly string[]; readonly done: number }> {
  const decoder = new TextDecoder(encoding);
  let rest = "";
  let done = 0;
  for (const piece of pieces) {
    const lines = (rest + decoder.decode(piece.bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    done = piece.done;
    yield { lines: lines.map((l) => (l.endsWith("\r") ? l.slice(0, -1) : l)), done };
  }
  rest += decoder.decode();
  if (rest !== "") yield { lines: [rest.replace(/\r$/, "")], done };
}

/** One line of a file: its number, from 1, and its trimmed cells. */
export interface TableLine {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A file's lines without blank ones; at least one. */
export interface TextTable {
  readonly lines: readonly [TableLine, ...TableLine[]];
  /** False if the file has no final line end. A broken download may have truncated its last cell. */
  readonly ended: boolean;
}

const AS_CSV = "download the CSV form of the file";

/** Says what a text is if it does not begin as a table. */
function otherThanTable(text: string): string | undefined {
  const start = text.trimStart().slice(0, 300).toLowerCase();
  if (/^<(!doctype html|html|head|body|!--)/.test(start))
    return "this is a web page (HTML), not CSV: the site may have returned an error or a login page; open the address in a browser and download the CSV there";
  if (start.startsWith("<")) return `this is XML, not CSV; ${AS_CSV}`;
  if (/^[{[]/.test(start)) return `this is JSON, not CSV; ${AS_CSV}`;
  return undefined;
}

/** The parts of a text without a byte-order mark. @throws RefusedFile if the text is not a table. */
function* tableTexts(texts: Iterable<string>): Generator<string> {
  let isFirst = true;
  let isBlank = true;
  for (const part of texts) {
    const text = isFirst ? part.replace(/^\uFEFF/, "") : part;
    isFirst = false;
    if (text.includes("\0")) refuseFile("this is not plain text (it contains NUL bytes, as UTF-16 does); save it as CSV in UTF-8");
    const other = isBlank ? otherThanTable(text) : undefined;
    if (other) refuseFile(other);
    isBlank &&= text.trim() === "";
    yield text;
  }
  if (isBlank) refuseFile("the file is empty; download it again");
}

/** Far above any table's line. Text without line ends is never held as a whole. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** Splits a text that arrives in parts into lines. `ended` is false for a last line without a line end. */
function* wholeLines(texts: Iterable<string>): Generator<{ readonly lines: readonly string[]; readonly ended: boolean }> {
  let rest = "";
  let read = 0;
  for (const text of texts) {
    if (rest.length > LONGEST_LINE) refuseFile("the line is longer than any line of a table; check that it is the right file", read + 1);
    const all = rest + text;
    // A carriage return at the end may be the first half of a line end.
    const held = all.endsWith("\r") ? 1 : 0;
    const lines = all
      .slice(0, all.length - held)
      .replace(/\r\n?/g, "\n")
      .split("\n");
    rest = lines.pop() + (held === 1 ? "\r" : "");
    read += lines.length;
    yield { lines, ended: rest === "" };
  }
  if (rest !== "") yield { lines: [rest.replace(/\r$/, "")], ended: rest.endsWith("\r") };
}

/** Splits lines into cells. @throws RefusedFile for broken quotes. */
function cellsOfLines(lines: readonly { readonly line: string; readonly number: number }[], delimiter: string): TableLine[] {
  // Several times as fast as the parser. Long tables have no quotes.
  if (!lines.some(({ line }) => line.includes('"')))
    return lines.map(({ line, number }) => ({ number, cells: line.split(delimiter).map((cell) => cell.trim()) }));
  const numberOf = (line: number): number | undefined => lines[line - 1]?.number;
  // The parser does not trim a last cell without a line end.
  const records = parseCsv(lines.map(({ line }) => `${line}\n`).join(""), { delimiter, record_delimiter: "\n" }, numberOf) as string[][];
  return records.map((cells, i) => ({ number: numberOf(i + 1) ?? 0, cells }));
}

/** Some lines of a table, without blank ones. `ended` is as in `TextTable`, of the text so far. */
interface TablePart extends Pick<TextTable, "ended"> {
  readonly lines: readonly TableLine[];
}

/** Reads a text that arrives in parts as `readTextTable` does, one part of its lines after the other. Holds only one of them. @throws RefusedFile as it does. */
export function* tableParts(texts: Iterable<string>, allowTabs = false): Generator<TablePart> {
  let delimiter: string | undefined;
  let read = 0;
  for (const { lines, ended } of wholeLines(tableTexts(texts))) {
    const first = delimiter === undefined ? lines.find((line) => line.trim() !== "") : undefined;
    if (first !== undefined) delimiter = allowTabs && first.includes("\t") ? "\t" : ",";
    if (first !== undefined && delimiter === "," && !first.includes(",") && first.includes(";"))
      refuseFile(`the columns are separated by semicolons; save the file with commas${allowTabs ? " or tabs" : ""} and a decimal point`, 1);
    const before = read;
    read += lines.length;
    // An open quote would swallow the following lines. No cell of these layouts spans two lines.
    lines.forEach((line, i) => {
      if ((line.split('"').length - 1) % 2 !== 0)
        refuseFile("a quotation mark is opened and not closed, so the line seems to be cut; download the file again", before + i + 1);
    });
    // Split here, because the CSV parser would lose the line numbers after blank lines.
    const kept = lines.map((line, i) => ({ line, number: before + i + 1 })).filter(({ line }) => line.trim() !== "");
    yield { lines: cellsOfLines(kept, delimiter ?? ","), ended };
  }
}

/** Characters of a table that are split at once. */
const SLICE = 1024 * 1024;

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE);
}

/**
 * Reads text separated by commas, or by tabs if allowed and the first line has one. Accepts a byte-order mark, both line ends, quotes and blank lines. Line
 * numbers are those of the file.
 *
 * @throws RefusedFile for text that is not a table (empty, HTML, XML, JSON, a workbook) and for broken quotes.
 */
export function readTextTable(text: string, allowTabs = false): TextTable {
  const lines: TableLine[] = [];
  let ended = false;
  for (const part of tableParts(slicesOf(text), allowTabs)) {
    append(lines, part.lines);
    ended = part.ended;
  }
  const [head] = lines;
  if (!head) refuseFile("the file is empty; download it again");
  return { lines: lines as [TableLine, ...TableLine[]], ended };
}

/** Parses CSV, whose lines may have any number of cells. `numberOf` is the number in the file of a line of the text. @throws RefusedFile for broken quotes. */
export function parseCsv(text: string, options: Options, numberOf = (line: number): number | undefined => line): unknown[] {
  try {
    return parse(text, { ...options, relax_column_count: true, trim: true });
  } catch (e) {
    if (!(e instanceof CsvError)) throw e;
    const line: unknown = e["lines"];
    const what =
      e.code === "CSV_QUOTE_NOT_CLOSED" ? "a quotation mark is opened and not closed, so the file seems to be cut" : "a quotation mark is inside a value";
    return refuseFile(`${what}; download the file again`, typeof line === "number" ? numberOf(line) : undefined);
  }
}

/** @throws RefusedFile if the last value of a table without a final line end may be truncated: it has fewer decimals. */
export function refuseCutEnd({ lines, ended }: Pick<TextTable, "ended"> & { readonly lines: readonly TableLine[] }, decimals: number): void {
  const last = lines[lines.length - 1]!;
  const cell = last.cells[last.cells.length - 1] ?? "";
  if (!ended && !isComplete(cell, decimals)) refuseTruncated(cell, last.number);
}
