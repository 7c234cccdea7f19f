import { readAsOf, type AsOf } from "../contract/as-of";

/** Name of the workbook setting; its value is the text of the day or moment. */
export const AS_OF_SETTING = "service.asof";

/** Reads the workbook's setting. Undefined, which means now, if it is missing or malformed. */
export function asOfFrom(text: string | undefined): AsOf | undefined {
  const read = text === undefined ? undefined : readAsOf(text);
  return read?.ok ? read.asOf : undefined;
}
