import { shown } from "../../../contract/arguments";
import type { Terms } from "../../records/attribution";
import type { RecordRow } from "../../records/record";
import { symbolOf } from "../../records/symbols";
import type { Document, Feed, ListPart, Publisher, ListedRow } from "../publisher";
import { headOf } from "../reading/read-json";
import { readTextTable, type TableLine, tableParts, type TextTable } from "../reading/table";
import { decodedParts, decodedText, refuseFile, notEmpty } from "../reading/text";

/** The text of a line under a column; blank if the file has no such column. */
export type CellUnder = (name: string) => string;

/** The columns that a header must and may name, and the header as messages show it. */
interface Columns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly header: string;
}

/** Reads the cells of lines by the names in the header, in any order and case. @throws RefusedFile for an unknown or missing column, and later for a line of another length. */
function cellsUnder(head: TableLine, { required, optional, header }: Columns): (line: TableLine) => CellUnder {
  const names = head.cells.map((c) => c.toLowerCase());
  const odd = names.find((n, i) => ![...required, ...optional].includes(n) || names.indexOf(n) !== i);
  if (odd !== undefined) refuseFile(`${shown(odd)} is unknown or appears twice; remove that column: ${header}`, head.number);
  const missing = required.find((n) => !names.includes(n));
  if (missing !== undefined) refuseFile(`the column ${missing} is missing; the header is ${header}`, head.number);
  const at = new Map(names.map((n, i) => [n, i]));
  return ({ cells, number }) => {
    if (cells.length !== names.length)
      refuseFile(`expected ${names.length} cells, as in the header, got ${cells.length}: the line seems to be cut; correct it`, number);
    return (name) => cells[at.get(name) ?? -1] ?? "";
  };
}

/** @throws RefusedFile for a table without a final line end. */
function refuseNotEnded({ ended }: Pick<TextTable, "ended">, last: TableLine | undefined): void {
  if (!ended) refuseFile("the file stops without a line end, so its last line may be cut short; add a line end if it is complete", last?.number);
}

/**
 * Reads a table with named columns, in any order and case.
 *
 * @throws RefusedFile for an unknown or missing column, a line of another length, and a file without a final line end.
 */
export function ownColumns({ lines, ended }: TextTable, required: readonly string[], optional: readonly string[], header: string) {
  const [head, ...rest] = lines;
  refuseNotEnded({ ended }, lines[lines.length - 1]);
  return { lines: rest, cellsOf: cellsUnder(head, { required, optional, header }) };
}

/** True if the first line of a file names these columns. */
export function namesColumns({ bytes }: Document, ...columns: readonly string[]): boolean {
  const [first = ""] = headOf(bytes).trimStart().split(/\r?\n/);
  return columns.every((column) => new RegExp(`(^|,)\\s*"?${column}"?\\s*(,|$)`, "i").test(first));
}

/** An operator's table with one record per line. */
interface OwnList extends Pick<Feed, "id" | "title"> {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** Those of its columns by which it is recognised. */
  readonly recognised: readonly string[];
  /** What a line states, in one word: `split`. */
  readonly what: string;
  /** Reads one line; undefined if it states nothing. */
  readonly rowOf: (cell: CellUnder, line: number, when: Pick<Document, "seen" | "received">) => RecordRow | undefined;
  /** The refusal of two lines about one thing that differ. */
  readonly twice: (before: RecordRow, row: RecordRow) => string;
  /** True if a check compares its rows with each other, so that they are all read at once. */
  readonly comparesRows?: true;
}

/** Some lines of an operator's table, and the bytes read so far. */
interface LinePart {
  readonly lines: readonly { readonly cell: CellUnder; readonly line: TableLine }[];
  readonly done: number;
}

/** Reads an operator's table of any length part by part. @throws RefusedFile as `ownColumns`. */
export function* lineParts(document: Parameters<typeof decodedParts>[0], columns: Columns): Generator<LinePart> {
  let done = 0;
  function* texts(): Generator<string> {
    for (const part of decodedParts(document)) {
      ({ done } = part);
      yield part.text;
    }
  }
  let cellsOf: ReturnType<typeof cellsUnder> | undefined;
  let last: TableLine | undefined;
  let ended = true;
  for (const part of tableParts(texts())) {
    const [head] = part.lines;
    const skipped = cellsOf === undefined && head !== undefined ? 1 : 0;
    if (skipped === 1) cellsOf = cellsUnder(head!, columns);
    yield { lines: part.lines.slice(skipped).map((line) => ({ cell: cellsOf!(line), line })), done };
    last = part.lines.at(-1) ?? last;
    ({ ended } = part);
  }
  refuseNotEnded({ ended }, last);
}

/** Reads an operator's list part by part. @throws RefusedFile as `lineParts`, for a line that states nothing that can be, and for a list without rows. */
function* listParts(
  document: Parameters<typeof decodedParts>[0],
  { columns, what, rowOf, when }: Pick<OwnList, "what" | "rowOf"> & { readonly columns: Columns; readonly when: Pick<Document, "seen" | "received"> },
): Generator<ListPart> {
  let any = false;
  for (const { lines, done } of lineParts(document, columns)) {
    const rows = lines.flatMap(({ cell, line }): ListedRow[] => {
      const row = rowOf(cell, line.number, when);
      return row ? [{ row, line: line.number }] : [];
    });
    any ||= rows.length > 0;
    yield { rows, done };
  }
  if (!any) refuseFile(`there is no ${what} in the file; add lines under the header`);
}

/** What a row is about: two rows with one name state one thing. */
const statedName = ({ entity, date, key }: Pick<RecordRow, "entity" | "date" | "key">): string => `${entity} ${date} ${key}`;

/** Creates the feed of an operator's table. Equal lines count once. */
export function ownList({ id, title, required, optional = [], recognised, what, rowOf, twice, comparesRows }: OwnList): Feed {
  const header = required.join() + (optional.length > 0 ? `[,${optional.join()}]` : "");
  const columns = { required, optional, header };
  return {
    id,
    title,
    looksLike: header,
    recognises: (document) => namesColumns(document, ...recognised),
    parse: ({ bytes, ...when }) => {
      const { lines, cellsOf } = ownColumns(readTextTable(decodedText(bytes)), required, optional, header);
      const taken = new Map<string, RecordRow>();
      for (const line of lines) {
        const row = rowOf(cellsOf(line), line.number, when);
        if (!row) continue;
        const before = taken.get(statedName(row));
        if (before && JSON.stringify(before.body) !== JSON.stringify(row.body)) refuseFile(twice(before, row), line.number);
        taken.set(statedName(row), row);
      }
      return { records: notEmpty([...taken.values()], `there is no ${what} in the file; add lines under the header`) };
    },
    ...(comparesRows ? {} : { list: { parts: (document, when) => listParts(document, { columns, what, rowOf, when }), twice } }),
  };
}

/** @throws RefusedFile for text that is no symbol. */
export function readSymbol(text: string, line: number): string {
  const symbol = symbolOf(text);
  return /^[A-Z0-9.]{1,12}$/.test(symbol) ? symbol : refuseFile(`expected a symbol such as AAPL, got ${shown(text)}`, line);
}

/** The publisher of an operator's own files. Nothing is fetched. */
export const ownPublisher = (id: string, name: string, feeds: readonly Feed[], terms: Partial<Terms> = {}): Publisher => ({
  id,
  name,
  terms: {
    licence: "your own",
    url: "docs/own-files.md",
    text: "You bring the file and are responsible for the right to use it. Nothing is fetched.",
    defaultOn: true,
    redistribution: "unconfirmed",
    ...terms,
  },
  feeds,
  msBetween: 0,
});
