import { largest } from "../../contract/lists";

/** How the arguments of one call fit together: each combination is a cell of the result. */
export interface Shape {
  readonly rows: number;
  readonly columns: number;
  /** No argument is a range: the result is one value. */
  readonly single: boolean;
  /** The arguments of one cell of the result. */
  at(row: number, column: number): readonly unknown[];
  /** True where the ranges, or in a grid those along one side of it, are blank at this cell: a row of a list that is not filled in yet. */
  isBlank(row: number, column: number): boolean;
}

interface Read {
  readonly rows: number;
  readonly columns: number;
  at(row: number, column: number): unknown;
}

const blank = (value: unknown): boolean => value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** A range of one cell is that cell. */
function readArgument(raw: unknown): Read {
  if (!Array.isArray(raw)) return { rows: 1, columns: 1, at: () => raw };
  const grid = raw.map((row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [row]));
  return { rows: grid.length, columns: grid[0]?.length ?? 0, at: (row, column) => grid[row]?.[column] };
}

const sizeOf = ({ rows, columns }: Read): string => `${rows} × ${columns}`;

/**
 * Fits the arguments of a call together: equal shapes go cell by cell, a column with a row makes a grid, one cell repeats. Anything else is a mistake
 * that no guess should cover up: `message` says what came.
 * @param names the parameters' names, for the sentence
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
      // In a grid a row that is not filled in is blank under a header that is, and the other way round.
      return same ? all(ranges) : all(ranges.filter((r) => r.columns === 1)) || all(ranges.filter((r) => r.rows === 1));
    },
  };
}
