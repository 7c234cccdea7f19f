import { shown } from "../contract/arguments";
import { inWords } from "./in-words";
import type { Failure, FailureCode, FailureOf } from "./failure";
import { LIMITS } from "./limits";

/** A host's own phrases: where things are in it, and how to try again. They have no full stop. */
export interface HostVocabulary {
  /** Starts a sentence: "Press Refresh". */
  readonly retry: string;
  /** What to do about the key: "Save another key in the SERVICE pane". */
  readonly enterKey: (which: "your" | "another" | "a new" | "the right" | "the whole") => string;
  /** Shown without a key, also in cells. */
  readonly noKey: string;
  /** Without a connection. */
  readonly unreachable: string;
  /** The service's address: "the base URL". */
  readonly address: string;
  /** If the address is wrong: "Correct it in the SERVICE pane". */
  readonly correctAddress: string;
  /** If the address may be wrong: "Check the base URL in the SERVICE pane". */
  readonly checkAddress: string;
  /** If the service cannot answer as of a day: "Change it in Settings". */
  readonly correctAsOf: string;
  /** Where to find the plan: "The SERVICE pane shows the plan". */
  readonly seePlan: string;
}

/** One host's message for a failure: what happened, then what to do. */
export type FailureWords = (failure: Failure) => string;

/** Wait in words. Rounds down the extra second of the gate. */
const wait = (ms: number): string => (ms < 120_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil((ms - 1_000) / 60_000)} min`);

const withDetail = (detail: string | undefined): string => (detail ? `: ${detail.replace(/[.\s]+$/, "")}` : "");
/** A text as a sentence: a question keeps its mark. */
const sentence = (text: string): string => (/[?!]$/.test(text) ? text : `${text}.`);
const until = (moment: string | undefined): string => (moment === undefined ? "" : ` until ${inWords(moment)}`);

const PERSISTS = "if this persists, contact the service operator";

/** The message of every failure. Messages never contain a key or a URL with one. */
const CATALOGUE: { readonly [C in FailureCode]: (failure: FailureOf<C>, host: HostVocabulary) => string } = {
  argument: ({ message }) => message,
  no_argument: ({ argument }) => `No ${argument}: the cell of this argument is empty. Enter a value there.`,
  refused_cell: ({ detail, together }, { retry }) =>
    together
      ? `${sentence(`The service refused this cell together with others of its function${withDetail(detail)}`)} ${retry} after correcting the arguments.`
      : `${sentence(`The service refused this cell${withDetail(detail)}`)} Correct the arguments.`,
  as_of_refused: ({ detail }, { correctAsOf }) => `${sentence(`The service cannot answer as of this day${withDetail(detail)}`)} ${correctAsOf}.`,
  as_of_unreadable: ({ text }, { correctAsOf }) => `The stored day cannot be read: ${shown(text)}. ${correctAsOf}.`,
  no_key: (_, { noKey }) => `${noKey}.`,
  host: ({ message }) => message,
  key_blank: () => "Enter your API key.",
  key_characters: (_, { enterKey }) => `The key contains a blank or an invalid character. ${enterKey("the whole")}.`,
  key_short: ({ least }, { enterKey }) => `Incomplete key: an API key has at least ${least} characters. ${enterKey("the whole")}.`,
  missing_key: (_, { enterKey }) => `The service got no API key. ${enterKey("your")}.`,
  malformed_key: (_, { enterKey }) => `Incomplete key. ${enterKey("the whole")}.`,
  unknown_key: (_, { enterKey }) => `The service does not know this API key. ${enterKey("the right")}.`,
  revoked_key: (_, { enterKey }) => `The API key has been revoked. ${enterKey("a new")}.`,
  key_refused: (_, { enterKey }) => `The service refused the API key. ${enterKey("the right")}.`,
  over_quota: ({ resetsAt }, { enterKey }) => `The key's quota is used up${until(resetsAt)}. ${enterKey("another")}, or wait.`,
  rate_limited: ({ waitMs }, { retry }) => `Too many requests. ${retry} in ${wait(waitMs)}.`,
  network: (_, { unreachable }) => `${unreachable}.`,
  timeout: ({ afterMs }, { retry }) =>
    `${afterMs === undefined ? "The service did not answer in time" : `No answer within ${Math.round(afterMs / 1000)} seconds`}. ${retry}.`,
  broken_reply: (_, { retry }) => `The service's answer was broken or incomplete. ${retry}; ${PERSISTS}.`,
  large_reply: (_, { checkAddress }) =>
    `The service's reply is larger than ${LIMITS.replyBytes / 1024 ** 2} MB and was not read. ${checkAddress}, or contact the service operator.`,
  server_error: (_, { retry }) => `The service had an error. ${retry} in a minute; ${PERSISTS}.`,
  service_fault: (_, { retry }) => `The service had an error with this cell. ${retry} in a minute; ${PERSISTS}.`,
  forbidden: ({ detail }, { seePlan }) => `${sentence(`The service does not allow this with your key's plan${withDetail(detail)}`)} ${seePlan}.`,
  not_found: (_, { address, correctAddress }) => `There is no SERVICE at ${address}. ${correctAddress}.`,
  not_the_service: (_, { address, correctAddress }) => `Something answers at ${address}, but it is not SERVICE. ${correctAddress}.`,
  unknown_name: ({ detail }) => `${sentence(`The service has nothing under this name${withDetail(detail)}`)} Correct the name.`,
  rejected: ({ status, detail }, { checkAddress }) =>
    `The service rejected the request with status ${status}${withDetail(detail)}. ${checkAddress}, or contact the service operator.`,
  cancelled: (_, { retry }) => `The call was cancelled. ${retry}.`,
  preview: () => "The formula is not entered yet. Enter it to get its value.",
};

/** The catalogue with one host's vocabulary. */
export const wordsFor =
  (host: HostVocabulary): FailureWords =>
  (failure) =>
    (CATALOGUE[failure.code] as (failure: Failure, host: HostVocabulary) => string)(failure, host);
