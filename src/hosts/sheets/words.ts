import { STANDARD_DISPLAY, withoutArgument } from "../../core/cell-display";
import { errorOf, type Failure } from "../../core/failure";
import { type HostVocabulary, wordsFor } from "../../core/failure-words";
import { failureIn, type Outcome, REASON_PREFIX, reasonInCell } from "../../core/outcome";
import { BASE_URL } from "./credentials";

/** Why an outcome brings no new answer; undefined if it does. A wrong argument is an answer: the cell shows it. */
export function troubleIn(outcome: Outcome): Failure | undefined {
  const failure = failureIn(outcome);
  return failure && errorOf(failure) === "#VALUE!" ? undefined : failure;
}

/** What a wrapped formula shows during a refresh. Never change it: cells of an interrupted refresh contain it. */
export const ASKING_AGAIN = "asking again …";

/** True for what a cell shows while it loads: Google's text, or ours. Cells that refer to it recalculate later. */
export const isUnsettled = (shown: unknown): boolean => shown === "Loading..." || shown === ASKING_AGAIN;

/** The address is set when the script is built, and Google's servers send the requests. */
const SHEETS: HostVocabulary = {
  retry: "Choose Refresh in the SERVICE menu",
  enterKey: (which) => `Save ${which} key in the SERVICE menu`,
  // Cells use the owner's key; another user's key does not change them.
  noKey: "The owner of this spreadsheet must save an API key in the SERVICE menu",
  unreachable:
    "Google's servers cannot reach the service. Choose Refresh in the SERVICE menu in a minute; if this persists, contact the person who set up this script",
  address: "the address that this script was built for",
  correctAddress: "Contact the person who set it up",
  checkAddress: "Contact the person who set up this script",
  correctAsOf: "Change it with As of in the SERVICE menu",
  seePlan: "The sidebar in the SERVICE menu shows the plan",
};

/** Failure messages for cells, menu and sidebar of Google Sheets. */
export const sheetsWords = wordsFor(SHEETS);

/** Failure messages when the spreadsheet's day is set. */
export const asOfFailureWords = wordsFor({
  ...SHEETS,
  retry: "Try again",
  unreachable: "Google's servers cannot reach the service. Try again in a minute; if this persists, contact the person who set up this script",
  correctAsOf: "Enter another day",
});

/** Failure messages of a key test in the sidebar. */
export const sheetsKeyTestWords = wordsFor({
  ...SHEETS,
  retry: "Test again",
  enterKey: (which) => `Paste ${which} key`,
  noKey: "You have no saved key. Enter one and save it",
  unreachable: `No answer from ${BASE_URL ?? "the service"}. Check that it runs and that Google's servers can reach it, then test again`,
  address: BASE_URL ?? "the service's address",
  correctAddress: "Build the script again with the right --base-url",
  checkAddress: "Build the script again with the right --base-url",
  seePlan: "Contact the service operator",
});

/** An outcome as text, for lists and for cells of a range, which cannot be errors. */
export function showing(outcome: Outcome): string {
  switch (outcome.kind) {
    case "answer": {
      const { value } = outcome.answer;
      if (value === null) return reasonInCell(outcome.answer);
      return typeof value === "boolean" ? (value ? "TRUE" : "FALSE") : String(value);
    }
    case "failure":
      if (outcome.failure.code === "no_argument") return withoutArgument(outcome.failure, STANDARD_DISPLAY) ?? "";
      return `${errorOf(outcome.failure)} ${sheetsWords(outcome.failure)}`;
    case "held":
      return String(outcome.held.value);
    case "no_key":
      return `${REASON_PREFIX}${sheetsWords(outcome.failure)}`;
    case "error_in":
      return errorIn(outcome.error, outcome.original);
  }
}

/** An error argument, with its message if it has one. */
export function errorIn(error: string, original: unknown): string {
  const { text } = (typeof original === "object" && original !== null ? original : {}) as { text?: unknown };
  return typeof text === "string" ? text : error;
}
