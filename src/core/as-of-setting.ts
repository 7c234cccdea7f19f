import { readAsOf, type AsOf } from "../contract/as-of";

/** Name of the workbook setting; its value is the text of the day or moment. */
export const AS_OF_SETTING = "service.asof";

/** A stored text that is no day or moment. Cells then say so: the values of another day would be taken for those of the stored one. */
export interface UnreadableAsOf {
  readonly unreadable: string;
}

export const isUnreadable = (asOf: AsOf | UnreadableAsOf | undefined): asOf is UnreadableAsOf => asOf !== undefined && "unreadable" in asOf;

/** Reads the workbook's setting. Undefined, which means now, if it is missing or blank. */
export function asOfFrom(text: string | undefined): AsOf | UnreadableAsOf | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const read = readAsOf(text);
  return read.ok ? read.asOf : { unreadable: text };
}
