/** Stands in the log of imports in a publisher's place where a series was taken out again. */
export const FORGOTTEN = "forget";
/** Stands there where rows were made again from their documents. */
export const REBUILT = "rebuild";
