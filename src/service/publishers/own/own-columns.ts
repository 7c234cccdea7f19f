import { shown } from "../../../contract/arguments";
import { RefusedFile } from "../reading/text";
import type { TableLine, TextTable } from "../reading/table";

/** The lines of an operator's table, with each line's cells by column name. */
export interface OwnColumns {
  readonly lines: readonly TableLine[];
  readonly cellsOf: (line: TableLine) => OwnColumns["cell"];
  /** The text under a column; blank if the file has no such column. */
  readonly cell: (name: string) => string;
}

/**
 * Reads a table with named columns, in any order and case.
 *
 * @throws RefusedFile for an unknown or missing column, a line of another length, and a file without a final line end.
 */
export function ownColumns({ lines, ended }: TextTable, required: readonly string[], optional: readonly string[], header: string): Omit<OwnColumns, "cell"> {
  const [head, ...rest] = lines;
  if (!ended)
    throw new RefusedFile(
      "the file stops without a line end, so its last line may be cut short; add a line end if it is complete",
      lines[lines.length - 1]?.number,
    );
  const names = head.cells.map((c) => c.toLowerCase());
  const odd = names.find((n, i) => ![...required, ...optional].includes(n) || names.indexOf(n) !== i);
  if (odd !== undefined) throw new RefusedFile(`${shown(odd)} is unknown or appears twice; remove that column: ${header}`, head.number);
  const missing = required.find((n) => !names.includes(n));
  if (missing !== undefined) throw new RefusedFile(`the column ${missing} is missing; the header is ${header}`, head.number);
  const at = new Map(names.map((n, i) => [n, i]));
  const cellsOf = ({ cells, number }: TableLine) => {
    if (cells.length !== names.length)
      throw new RefusedFile(`expected ${names.length} cells, as in the header, got ${cells.length}: the line seems to be cut; correct it`, number);
    return (name: string): string => cells[at.get(name) ?? -1] ?? "";
  };
  return { lines: rest, cellsOf };
}
