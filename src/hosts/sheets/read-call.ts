import { tooMany } from "../../contract/arguments";
import { anyOf, CLASSIC_ERRORS } from "../../contract/error-values";
import { install } from "../../core/ask";
import { readPathQuestion, readQuestion, type Read } from "../../core/question";
import { functions } from "../../functions/index";
import { functionSpec, isFunctionName } from "../../contract/functions";
import { inSheets } from "../../workbook/sheets-calls";
import { isDate, isoOfDate } from "./dates";
import { shapeOf } from "./shape";
import { isUnsettled } from "./unsettled";

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
 * @returns `message` for an unknown function, too many arguments, or ranges that do not fit together
 */
export function cellsOfCall(id: string, raw: readonly unknown[]): CallCells | { readonly message: string } {
  const evaluate = functions[id];
  if (!evaluate) return { message: `There is no function ${inSheets(id)}.` };
  const names = parametersOf(id);
  if (raw.length > names.length) return { message: tooMany(inSheets(id), names.length, raw.length) };
  const shape = shapeOf(raw, names);
  if ("message" in shape) return shape;
  const { rows, columns, single } = shape;
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
