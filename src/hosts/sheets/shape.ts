import { largest } from "../../contract/lists";

/** How the arguments of a call combine: each combination is a cell of the result. */
export interface Shape {
  readonly rows: number;
  readonly columns: number;
  /** No argument is a range: the result is one value. */
  readonly single: boolean;
  /** The arguments of one cell of the result. */
  at(row: number, column: number): readonly unknown[];
  /** True if the ranges are blank at this cell, such as in an unfilled row of a list; in a grid, those of one side. */
  isBlank(row: number, column: number): boolean;
}

interface Read {
  readonly rows: number;
  readonly columns: number;
  at(row: number, column: number): unknown;
}

const blank = (value: unknown): boolean => value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Reads an argument as a block; a single value is a block of one cell. */
function readArgument(raw: unknown): Read {
  if (!Array.isArray(raw)) return { rows: 1, columns: 1, at: () => raw };
  const grid = raw.map((row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [row]));
  return { rows: grid.length, columns: grid[0]?.length ?? 0, at: (row, column) => grid[row]?.[column] };
}

const sizeOf = ({ rows, columns }: Read): string => `${rows} × ${columns}`;

/**
 * Combines the arguments of a call: equal shapes cell by cell, a column with a row as a grid, a single cell repeated. Anything else is refused with a
 * `message`, because a guess could hide a mistake.
 * @param names the parameters' names, for the message
 */
export function shapeOf(raw: readonly unknown[], names: readonly string[]): Shape | { readonly message: string } {
  const read = raw.map(readArgument);
  const ranges = read.filter(({ rows, columns }) => rows !== 1 || columns !== 1);
  const [first] = ranges;
  if (!first) return { rows: 1, columns: 1, single: true, at: () => read.map((r) => r.at(0, 0)), isBlank: () => false };
  const rows = largest(ranges.map((r) => r.rows));
  const columns = largest(ranges.map((r) => r.columns));
  const same = ranges.every((r) => r.rows === first.rows && r.columns === first.columns);
  const grid = ranges.every((r) => (r.columns === 1 && r.rows === rows) || (r.rows === 1 && r.columns === columns));
  if (!same && !grid) {
    const sizes = read.flatMap((r, i) => (ranges.includes(r) ? [`${names[i] ?? `argument ${i + 1}`} is ${sizeOf(r)}`] : []));
    return {
      message: `These ranges do not fit together: ${sizes.join(", ")} (rows × columns). Expected equal sizes, a column with a row, or a range with single cells.`,
    };
  }
  const pick = (r: Read, row: number, column: number): unknown => r.at(r.rows === 1 ? 0 : row, r.columns === 1 ? 0 : column);
  return {
    rows,
    columns,
    single: false,
    at: (row, column) => read.map((r) => pick(r, row, column)),
    isBlank: (row, column) => {
      const all = (some: readonly Read[]): boolean => some.length > 0 && some.every((r) => blank(pick(r, row, column)));
      // In a grid an unfilled row is blank although the header is filled, and vice versa.
      return same ? all(ranges) : all(ranges.filter((r) => r.columns === 1)) || all(ranges.filter((r) => r.rows === 1));
    },
  };
}
