import { isSetSupported, supportedOnce } from "./office";

/** How a date is written: as a formatted number of the new or older type, or as ISO text. */
export type DateForm = "Double" | "FormattedNumber" | "text";

/**
 * The form that this host supports. A function may return formatted values from CustomFunctionsRuntime 1.4 on; ExcelApi 1.19 replaced `FormattedNumber` by a
 * `Double` with a number format.
 */
export const dateForm = supportedOnce<DateForm>("text", () =>
  !isSetSupported("CustomFunctionsRuntime", "1.4") ? "text" : isSetSupported("ExcelApi", "1.19") ? "Double" : "FormattedNumber",
);
