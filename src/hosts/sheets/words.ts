import { errorOf } from "../../core/failure";
import { wordsFor, type Vocabulary } from "../../core/failure-words";
import { REASON_PREFIX, reasonInCell, type Outcome } from "../../core/outcome";
import { BASE_URL } from "./credentials";

/** The address is fixed when the script is built, and it is Google's servers that ask. */
const SHEETS: Vocabulary = {
  retry: "Choose Refresh in the SERVICE menu",
  enterKey: (which) => `Save ${which} key in the SERVICE menu`,
  // In cells the owner's key counts; a key that anybody else saves changes nothing in them.
  noKey: "The owner of this spreadsheet must save an API key in the SERVICE menu",
  unreachable:
    "Google's servers cannot reach the service. Choose Refresh in the SERVICE menu in a minute; if this persists, contact the person who set up this script",
  address: "the address that this script was built for",
  correctAddress: "Contact the person who set it up",
  checkAddress: "Ask the person who set up this script",
  seePlan: "The sidebar in the SERVICE menu shows the plan",
};

/** Failures in the words of Google Sheets: cells, menu and sidebar. */
export const sheetsWords = wordsFor(SHEETS);

/** The same for the test of a key in the sidebar. */
export const keyTestWords = wordsFor({
  ...SHEETS,
  retry: "Test again",
  enterKey: (which) => `Paste ${which} key`,
  noKey: "There is no key of yours here. Enter one and save it",
  unreachable: `No answer from ${BASE_URL ?? "the service"}. Google's servers must reach it: check that it runs and is open to the internet, then test again`,
  address: BASE_URL ?? "the service's address",
  correctAddress: "Build the script again with the right --base-url",
  checkAddress: "Build the script again with the right --base-url",
  seePlan: "Contact the service operator",
});

/** What a cell shows for an outcome, as text: for lists, and for cells of a range, which cannot hold an error of their own. */
export function showing(outcome: Outcome): string {
  switch (outcome.kind) {
    case "answer": {
      const { value } = outcome.answer;
      if (value === null) return reasonInCell(outcome.answer);
      return typeof value === "boolean" ? (value ? "TRUE" : "FALSE") : String(value);
    }
    case "failure":
      return `${errorOf(outcome.failure)} ${sheetsWords(outcome.failure)}`;
    case "held":
      return String(outcome.held.value);
    case "no_key":
      return `${REASON_PREFIX}${sheetsWords(outcome.failure)}`;
    case "error_in":
      return errorIn(outcome.error, outcome.original);
  }
}

/** An error that was handed in, with the sentence that may have come with it. */
export function errorIn(error: string, original: unknown): string {
  const { text } = (typeof original === "object" && original !== null ? original : {}) as { text?: unknown };
  return typeof text === "string" ? text : error;
}
