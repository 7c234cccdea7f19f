import { CsvError, parse } from "csv-parse/sync";
import { RefusedFile } from "./refused-file";

/** One line of a file: its number, counted from 1, and its cells without surrounding blanks. */
export interface Line {
  readonly number: number;
  readonly cells: readonly string[];
}

/** A file's lines, blank ones left out; never without a line. */
export interface Table {
  readonly lines: readonly [Line, ...Line[]];
  /** False where the file stops without a line end: then its last cell may have been cut short by a broken download. */
  readonly ended: boolean;
}

const AS_CSV = "download the CSV form of the file";

/** What the text is if it is no table at all, from its first characters. */
function otherThanTable(text: string): string | undefined {
  if (text.trim() === "") return "the file is empty; download it again";
  const start = text.trimStart().slice(0, 300).toLowerCase();
  if (text.includes("\0")) return "this is not plain text (it holds NUL bytes, as UTF-16 does); save it as CSV in UTF-8";
  if (/^<(!doctype html|html|head|body|!--)/.test(start))
    return "this is a web page (HTML), not CSV: the site may have answered with an error or a login page; open the address in a browser and download the CSV from there";
  if (start.startsWith("<")) return `this is XML, not CSV; ${AS_CSV}`;
  if (/^[{[]/.test(start)) return `this is JSON, not CSV; ${AS_CSV}`;
  return undefined;
}

/**
 * Reads delimited text: commas, or tabs where the caller allows them and the first line holds one. A byte-order mark, either
 * kind of line end, quotes and blank lines are all fine; lines keep their numbers.
 *
 * @throws RefusedFile for a text that is no table (empty, HTML, XML, JSON, a workbook) and for broken quotes.
 */
export function readTable(raw: string, allowTabs = false): Table {
  const text = raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const other = otherThanTable(text);
  if (other) throw new RefusedFile(other);
  const physical = text.split("\n");
  const first = physical.find((line) => line.trim() !== "") ?? "";
  const delimiter = allowTabs && first.includes("\t") ? "\t" : ",";
  if (!first.includes(delimiter) && first.includes(";"))
    throw new RefusedFile(`the columns are separated by semicolons; save the file with commas${allowTabs ? " or tabs" : ""} and a decimal point`, 1);
  // An open quote would swallow the lines after it; no cell of these layouts spans two lines.
  physical.forEach((line, i) => {
    if ((line.split('"').length - 1) % 2 !== 0)
      throw new RefusedFile("a quotation mark is opened and not closed, so the line seems to be cut; download the file again", i + 1);
  });
  // Broken into lines here, so that every line keeps its number however many blank ones come before it.
  const kept = physical.map((line, i) => ({ line, number: i + 1 })).filter(({ line }) => line.trim() !== "");
  const [head, ...rest] = cellsOf(kept, delimiter).map((cells, i) => ({ number: kept[i]?.number ?? 0, cells }));
  if (!head) throw new RefusedFile("the file is empty; download it again");
  return { lines: [head, ...rest], ended: text.endsWith("\n") };
}

function cellsOf(kept: readonly { line: string; number: number }[], delimiter: string): string[][] {
  try {
    return parse(kept.map((k) => k.line).join("\n"), { delimiter, record_delimiter: "\n", relax_column_count: true, trim: true });
  } catch (e) {
    if (!(e instanceof CsvError)) throw e;
    const at: unknown = e["lines"];
    throw new RefusedFile("a quotation mark stands inside a value; download the file again", typeof at === "number" ? kept[at - 1]?.number : undefined);
  }
}
