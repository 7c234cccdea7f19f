import { isHostKnown, isSetSupported } from "./office";

/** How a date is written: as a formatted number of the new or older type, or as ISO text. */
export type DateForm = "Double" | "FormattedNumber" | "text";

let known: DateForm | undefined;

/**
 * The form that this host supports. A function may return formatted values from CustomFunctionsRuntime 1.4 on; ExcelApi 1.19 replaced `FormattedNumber` by a
 * `Double` with a number format. Determined once, because a recalculation writes thousands of cells.
 */
export function dateForm(): DateForm {
  // Not stored before the host reports what it supports.
  if (!isHostKnown()) return "text";
  known ??= !isSetSupported("CustomFunctionsRuntime", "1.4") ? "text" : isSetSupported("ExcelApi", "1.19") ? "Double" : "FormattedNumber";
  return known;
}
