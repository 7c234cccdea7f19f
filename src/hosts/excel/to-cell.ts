import { serialOf } from "../../contract/dates";
import { type CellDisplay, STANDARD_DISPLAY, withoutArgument } from "../../core/cell-display";
import type { CellWriter } from "../../core/evaluator";
import { REASON_PREFIX, reasonInCell, reasonInFull } from "../../core/outcome";
import { paneWords } from "../../pane/pane-words";
import type { DateForm } from "./date-form";

/** Errors that a custom function can throw; Excel shows any other as #VALUE!. */
const THROWABLE = ["#VALUE!", "#N/A", "#DIV/0!", "#NUM!", "#NULL!"];

/**
 * Creates an error value with its message. `CustomFunctions.Error` exists only once the host's script has loaded; before that, a plain error is used, which
 * Excel shows as #VALUE!.
 */
function cellError(code: string, message?: string): Error {
  const CellError = typeof CustomFunctions === "undefined" ? undefined : (CustomFunctions.Error as typeof CustomFunctions.Error | undefined);
  return CellError ? (new CellError(code as CustomFunctions.ErrorCode, message) as unknown as Error) : new Error(message ?? code);
}

const isErrorValue = (raw: unknown): boolean => typeof raw === "object" && raw !== null && (raw as { type?: unknown }).type === "Error";

/**
 * Writes outcomes to Excel cells: numbers, text and booleans as they are, dates as formatted numbers if the host supports them, reasons as text, failures as
 * thrown error values with their message. Dates before 1900 are ISO text, because Excel has no number for them.
 */
export function createCellWriter(dateForm: () => DateForm, display: () => CellDisplay = () => STANDARD_DISPLAY): CellWriter<unknown> {
  const date = (iso: string): unknown => {
    const type = dateForm();
    const basicValue = serialOf(iso);
    if (basicValue === undefined) return iso;
    if (display().values === "plain") return basicValue;
    return type === "text" ? iso : { type, basicValue, numberFormat: "yyyy-mm-dd" };
  };
  const errorIn = (error: string, original: unknown): unknown => {
    if (THROWABLE.includes(error)) throw cellError(error);
    // #REF!, #NAME? and newer errors cannot be thrown; a host with rich values gets the error value back instead.
    if (dateForm() !== "text") return isErrorValue(original) ? original : { type: "Error", basicType: "Error", basicValue: error };
    throw cellError("#VALUE!", `An argument is ${error}.`);
  };

  return {
    answer: (answer) => {
      const { value, kind } = answer;
      if (value === null) {
        // An error's message is a tooltip, which has room.
        if (display().reasons === "error") throw cellError("#N/A", `${REASON_PREFIX}${reasonInFull(answer)}`);
        return reasonInCell(answer);
      }
      return kind === "date" && typeof value === "string" ? date(value) : value;
    },
    failure: (error, failure) => {
      if (failure.code === "no_argument") {
        const text = withoutArgument(failure, display());
        if (text !== undefined) return text;
        throw cellError("#N/A", `${REASON_PREFIX}${paneWords(failure)}`);
      }
      throw cellError(error, paneWords(failure));
    },
    held: ({ value, kind }) => {
      if (kind === "error") return errorIn(String(value), undefined);
      return kind === "date" ? date(String(value)) : value;
    },
    noKey: (failure) => `${REASON_PREFIX}${paneWords(failure)}`,
    errorIn,
  };
}
