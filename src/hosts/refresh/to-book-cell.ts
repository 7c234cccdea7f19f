import { serialOf } from "../../contract/dates";
import { type CellDisplay, withoutArgument } from "../../core/cell-display";
import type { CellWriter } from "../../core/evaluator";
import type { Failure } from "../../core/failure";
import { reasonInCell } from "../../core/outcome";
import { CellFunctionError, type CustomFunction } from "../../engine/calls/custom-functions";
import type { FunctionMetadata } from "../../engine/calls/function-help";
import { functions } from "../../functions";

/** The functions. Each call that the service did not answer is passed to `failed`, with the cell's address. */
export const reportingFailures = (failed: (address: string, failure: Failure) => void): ReadonlyMap<string, CustomFunction> =>
  new Map(
    Object.entries(functions).map(([id, fn]) => [
      id.toUpperCase(),
      (...args) => {
        const { address } = args.at(-1) as { readonly address: string };
        const note = (e: unknown): never => {
          if (e instanceof UnansweredCall) failed(address, e.failure);
          throw e;
        };
        try {
          const given: unknown = fn(...args);
          return given instanceof Promise ? given.catch(note) : given;
        } catch (e) {
          return note(e);
        }
      },
    ]),
  );
/** Every parameter takes one value of any type; the last one is the invocation. */
export const metadata: readonly FunctionMetadata[] = Object.entries(functions).map(([id, fn]) => ({
  id,
  name: id,
  parameters: Array.from({ length: fn.length - 1 }, (_, i) => ({ name: `argument ${i + 1}`, type: "any", optional: true })),
}));

/** Thrown for a call that the service did not answer. */
class UnansweredCall extends CellFunctionError {
  constructor(readonly failure: Failure) {
    super("#N/A");
  }
}

/** A date as the engine takes it: it makes a serial number of the book's own date system of it. */
function dateOf(iso: string): unknown {
  const basicValue = serialOf(iso);
  return basicValue === undefined ? iso : { type: "Double", basicValue, numberFormat: "yyyy-mm-dd" };
}

/**
 * Writes outcomes as values of a workbook's cells: dates as serial numbers, which the cell's own format shows, reasons as text or `#N/A`, as the workbook's
 * setting says. A call without a new answer is thrown as `UnansweredCall`.
 */
export function createBookCellWriter(display: CellDisplay, words: (failure: Failure) => string): CellWriter<unknown> {
  const unanswered = (failure: Failure): never => {
    throw new UnansweredCall(failure);
  };
  return {
    answer: (answer, stale) => {
      if (stale) return unanswered(stale);
      const { value, kind } = answer;
      if (value !== null) return kind === "date" && typeof value === "string" ? dateOf(value) : value;
      if (display.reasons === "error") throw new CellFunctionError("#N/A", reasonInCell(answer));
      return reasonInCell(answer);
    },
    failure: (error, failure) => {
      if (failure.code === "no_argument") {
        const text = withoutArgument(failure, display);
        if (text !== undefined) return text;
        throw new CellFunctionError("#N/A", words(failure));
      }
      if (error === "#N/A") return unanswered(failure);
      throw new CellFunctionError(error, words(failure));
    },
    held: (_held, stale) => unanswered(stale),
    noKey: unanswered,
    errorIn: (error) => {
      throw new CellFunctionError(error);
    },
  };
}
