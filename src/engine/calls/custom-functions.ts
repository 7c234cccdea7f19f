/** A custom function. Called with its arguments and, last, an invocation. */
export type CustomFunction = (...args: unknown[]) => unknown;

/** An Excel error value that a function throws, with the message that Excel shows next to the cell. */
export class CellFunctionError extends Error {
  override readonly name = "CellFunctionError";
  constructor(
    readonly code: string,
    message?: string,
  ) {
    super(message ?? "");
  }
}

/** Names and values of Excel's `CustomFunctions.ErrorCode`. */
const ERROR_CODES = {
  invalidValue: "#VALUE!",
  notAvailable: "#N/A",
  divisionByZero: "#DIV/0!",
  invalidNumber: "#NUM!",
  nullReference: "#NULL!",
  invalidName: "#NAME?",
  invalidReference: "#REF!",
} as const;

/** The part of Excel's global `CustomFunctions` that a functions bundle uses. */
interface CustomFunctionsGlobal {
  associate(id: string, fn: CustomFunction): void;
  readonly Error: typeof CellFunctionError;
  readonly ErrorCode: typeof ERROR_CODES;
}

/** Creates a `CustomFunctions` global for an unmodified functions bundle, and the map of its functions by id. */
export function createCustomFunctions(): { readonly global: CustomFunctionsGlobal; readonly functions: ReadonlyMap<string, CustomFunction> } {
  const functions = new Map<string, CustomFunction>();
  return {
    global: { associate: (id, fn) => void functions.set(id.toUpperCase(), fn), Error: CellFunctionError, ErrorCode: ERROR_CODES },
    functions,
  };
}
