import { shown } from "../../../contract/arguments";
import { RefusedFile } from "./text";

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
  if (!header) throw new RefusedFile("the file is empty; download it again");
  const odd = header.cells.find((c) => !names.includes(c));
  if (odd !== undefined)
    throw new RefusedFile(`${shown(odd)} is not a column of ${title} that this service knows; update the service if it is new`, header.number);
  const missing = names.find((n) => !header.cells.includes(n));
  if (missing !== undefined) throw new RefusedFile(`the column ${shown(missing)} of ${title} is missing; download the whole file`, header.number);
  if (header.cells.length !== names.length) throw new RefusedFile("a column appears twice in the header; download the file again", header.number);
  if (rest.length === 0) throw new RefusedFile("there is no line of data under the header; download the file again");
  return rest.map(({ number, cells }) => {
    if (cells.length !== names.length)
      throw new RefusedFile(`expected ${names.length} cells, as in the header, got ${cells.length}: the line seems to be cut; download the file again`, number);
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
