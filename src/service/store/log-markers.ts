/** Publisher in a log entry that removed a series. */
export const FORGOTTEN = "forget";
/** Publisher in a log entry that removed documents for retention. */
export const EXPIRED = "expire";
/** Publisher in a log entry that rebuilt rows. */
export const REBUILT = "rebuild";
