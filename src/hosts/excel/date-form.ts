import { isHostKnown, isSetSupported } from "./office";

/** How a date goes into a cell: as a formatted number of the new or the older kind, or as ISO text. */
export type DateForm = "Double" | "FormattedNumber" | "text";

let known: DateForm | undefined;

/**
 * The form that this host shows. A function may return formatted values from CustomFunctionsRuntime 1.4 on; ExcelApi 1.19 replaced
 * `FormattedNumber` by a `Double` with a number format. Asked for once: a recalculation writes thousands of cells.
 */
export function dateForm(): DateForm {
  // Before the host has said what it supports, nothing is known for good.
  if (!isHostKnown()) return "text";
  known ??= !isSetSupported("CustomFunctionsRuntime", "1.4") ? "text" : isSetSupported("ExcelApi", "1.19") ? "Double" : "FormattedNumber";
  return known;
}
