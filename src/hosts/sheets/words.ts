import { own } from "../../contract/own";
import { MESSAGES } from "../../core/messages";
import { NO_KEY_TEXT, reasonInCell, type Outcome } from "../../core/outcome";

/** Where the core says to correct the base URL: here it is fixed when the script is built, and it is Google's servers that ask. */
const ADDRESS: Readonly<Record<string, string>> = {
  [MESSAGES.network]:
    "Google's servers cannot reach the service. Choose Refresh in the SERVICE menu in a minute; if this persists, contact the person who set up this script.",
  [MESSAGES.not_found]: "There is no such service at the address that this script was built for. Contact the person who set it up.",
};

/** In cells the owner's key counts; whoever else saves one changes nothing in them. */
const NO_KEY = "n/a: The owner of this spreadsheet must save an API key in the SERVICE menu.";

/** The core's words speak of a pane and a button; here both are in the menu. */
export const inSheets = (message: string): string =>
  (message === NO_KEY_TEXT ? NO_KEY : own(ADDRESS, message)) ??
  message
    .replaceAll("Check the base URL in the SERVICE pane, or contact", "Contact")
    .replaceAll("SERVICE pane", "SERVICE menu")
    .replaceAll("Press Refresh", "Choose Refresh in the SERVICE menu")
    .replaceAll("press Refresh", "choose Refresh there");

/** What a cell shows for an outcome, as text: for lists, and for cells of a range, which cannot hold an error of their own. */
export function showing(outcome: Outcome): string {
  switch (outcome.kind) {
    case "answer": {
      const { value } = outcome.answer;
      if (value === null) return reasonInCell(outcome.answer);
      return typeof value === "boolean" ? (value ? "TRUE" : "FALSE") : String(value);
    }
    case "failure":
      return `${outcome.error} ${inSheets(outcome.message)}`;
    case "held":
      return String(outcome.held.value);
    case "no_key":
      return inSheets(outcome.text);
    case "error_in":
      return errorIn(outcome.error, outcome.original);
  }
}

/** An error that was handed in, with the sentence that may have come with it. */
export function errorIn(error: string, original: unknown): string {
  const { text } = (typeof original === "object" && original !== null ? original : {}) as { text?: unknown };
  return typeof text === "string" ? text : error;
}
