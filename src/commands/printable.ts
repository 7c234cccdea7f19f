/** Control characters, which could colour or hide lines, and those that turn the direction of a text or end a line. */
const CONTROLS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** A text from a file or a service as a terminal may print it: control characters are replaced. */
export const printable = (text: string): string => text.replace(CONTROLS, "\ufffd");

/** The same for a text of several lines, with tabs. */
export const printableLines = (text: string): string => text.replace(CONTROLS, (control) => (control === "\n" || control === "\t" ? control : "\ufffd"));
