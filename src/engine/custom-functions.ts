/** What a bundle of custom functions associates with an id. Called with its arguments and, last, an invocation. */
export type CustomFunction = (...args: unknown[]) => unknown;

/** Excel's error values as the functions throw them, with the sentence that Excel shows beside the cell. */
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

/** As much of Excel's global `CustomFunctions` as a bundle of functions uses. */
interface CustomFunctionsGlobal {
  associate(id: string, fn: CustomFunction): void;
  readonly Error: typeof CellFunctionError;
  readonly ErrorCode: typeof ERROR_CODES;
}

/** A place where an unmodified functions' bundle can associate its functions, and the functions by id. */
export function createCustomFunctions(): { readonly global: CustomFunctionsGlobal; readonly functions: ReadonlyMap<string, CustomFunction> } {
  const functions = new Map<string, CustomFunction>();
  return {
    global: { associate: (id, fn) => void functions.set(id.toUpperCase(), fn), Error: CellFunctionError, ErrorCode: ERROR_CODES },
    functions,
  };
}
