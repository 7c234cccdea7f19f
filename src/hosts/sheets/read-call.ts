import { tooMany } from "../../contract/arguments";
import { anyOf, CLASSIC_ERRORS } from "../../contract/error-values";
import { functionSpec, isFunctionName } from "../../contract/functions";
import { largest } from "../../contract/lists";
import { install } from "../../core/ask";
import { type Read, readPathQuestion, readQuestion } from "../../core/question";
import { functions } from "../../functions/index";
import { inSheets } from "../../workbook/formulas/sheets-calls";
import { isDate, isoOfDate } from "./dates";
import { isUnsettled } from "./words";

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

interface RawBlock {
  readonly rows: number;
  readonly columns: number;
  at(row: number, column: number): unknown;
}

const blank = (value: unknown): boolean => value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** Reads an argument as a block; a single value is a block of one cell. */
function readArgument(raw: unknown): RawBlock {
  if (!Array.isArray(raw)) return { rows: 1, columns: 1, at: () => raw };
  const grid = raw.map((row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [row]));
  return { rows: grid.length, columns: grid[0]?.length ?? 0, at: (row, column) => grid[row]?.[column] };
}

const sizeOf = ({ rows, columns }: RawBlock): string => `${rows} × ${columns}`;

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
  const pick = (r: RawBlock, row: number, column: number): unknown => r.at(r.rows === 1 ? 0 : row, r.columns === 1 ? 0 : column);
  return {
    rows,
    columns,
    single: false,
    at: (row, column) => read.map((r) => pick(r, row, column)),
    isBlank: (row, column) => {
      const all = (some: readonly RawBlock[]): boolean => some.length > 0 && some.every((r) => blank(pick(r, row, column)));
      // In a grid an unfilled row is blank although the header is filled, and vice versa.
      return same ? all(ranges) : all(ranges.filter((r) => r.columns === 1)) || all(ranges.filter((r) => r.rows === 1));
    },
  };
}

/** The questions of a call, one for each cell of its result, row by row. */
export interface CallCells {
  readonly rows: number;
  readonly columns: number;
  /** No argument is a range: the result is one value. */
  readonly single: boolean;
  /** `blank` if the referenced cells are blank. */
  readonly cells: readonly (Read | "blank")[];
}

// Here the generated functions return questions instead of answers, so that all cells of a range are fetched together.
install({ ask: (fn, args) => readQuestion(fn, args), askPath: ([entity, path]) => readPathQuestion(entity, path) });

/** Error values passed to a function, and their texts in a range, which may be followed by a message. */
const ERROR_TEXT = new RegExp(`^(${anyOf([...CLASSIC_ERRORS, "#ERROR!"])})(?:\\s|$)`);

/** The error that a cell's value is; undefined for any other value. */
export const errorText = (value: unknown): string | undefined => (typeof value === "string" ? ERROR_TEXT.exec(value)?.[1] : undefined);

/** Converts a cell's value to an argument: dates to ISO text, error texts to errors, empty cells to null. */
function asArgument(value: unknown): unknown {
  if (isDate(value)) return isoOfDate(value);
  if (value === "") return null;
  const error = errorText(value);
  return error !== undefined || isUnsettled(value) ? { type: "Error", basicValue: error ?? "#N/A", text: value } : value;
}

/** Parameters in their order, by their names. */
function parametersOf(id: string): readonly string[] {
  const fn = id.replace(/^SERVICE\.?/, "");
  return isFunctionName(fn) ? functionSpec(fn).parameters.map((p) => p.name) : ["entity", "path"];
}

const NO_CALL = { onCanceled: undefined };

/**
 * Parses a call as the function itself does.
 * @param id `SERVICE.FRED`, `SERVICE`
 * @param raw its arguments as Sheets passes them: each a value or a 2-D array
 * @returns the cells, without blank rows and columns at the end; `message` for an unknown function, too many arguments, or ranges that do not fit together
 */
export function cellsOfCall(id: string, raw: readonly unknown[]): CallCells | { readonly message: string } {
  const evaluate = functions[id];
  if (!evaluate) return { message: `There is no function ${inSheets(id)}.` };
  const names = parametersOf(id);
  if (raw.length > names.length) return { message: tooMany(inSheets(id), names.length, raw.length) };
  const shape = shapeOf(raw, names);
  if ("message" in shape) return shape;
  const { single } = shape;
  let { rows, columns } = shape;
  // The cells that a call fills must be empty, and `A2:A` goes on to the end of the sheet.
  const isRowBlank = (row: number): boolean => Array.from({ length: columns }, (_, column) => column).every((column) => shape.isBlank(row, column));
  const isColumnBlank = (column: number): boolean => Array.from({ length: rows }, (_, row) => row).every((row) => shape.isBlank(row, column));
  while (rows > 1 && isRowBlank(rows - 1)) rows--;
  while (columns > 1 && isColumnBlank(columns - 1)) columns--;
  const cells: (Read | "blank")[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (shape.isBlank(row, column)) {
        cells.push("blank");
        continue;
      }
      const args = shape.at(row, column);
      cells.push(evaluate(...names.map((_, i) => (i < args.length ? asArgument(args[i]) : null)), NO_CALL) as Read);
    }
  return { rows, columns, single, cells };
}
