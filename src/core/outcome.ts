import { isArgumentCode } from "../contract/codes";
import type { Unit } from "../contract/units";

/** One part of a computed answer; `absent` says why one is not in it. */
export interface AnswerLeg {
  readonly name: string;
  readonly value?: number;
  readonly unit?: string;
  readonly observationDate?: string;
  readonly source?: string;
  readonly attribution?: string;
  readonly sample: boolean;
  readonly direction?: string;
  /** Its share in the answer, 0 to 1. */
  readonly weight?: number;
  readonly contribution?: number;
  readonly evidence?: string;
  readonly absent?: string;
}

/** A value or a reason as the service gave it, with its provenance. `value` is null exactly where there is a reason. */
export interface Answer {
  readonly value: number | string | boolean | null;
  readonly code?: string;
  readonly reason?: string;
  /** The reason in full, where the service sends one beside the short one for the cell. */
  readonly explanation?: string;
  readonly kind?: "date";
  readonly unit?: Unit | string;
  readonly observationDate?: string;
  readonly asOf?: string;
  readonly source?: string;
  /** What must be said when quoting, as the service worded it: of every source that went in. */
  readonly attribution?: string;
  readonly note?: string;
  /** What a computed value is made of; absent where it is not computed. */
  readonly legs?: readonly AnswerLeg[];
  readonly caveats: readonly string[];
  readonly sample: boolean;
  readonly maxAgeS: number;
  /** Wall milliseconds at which it arrived. */
  readonly receivedAt: number;
}

/** Why a call failed, as a closed list; each host shows `message` beside the error value. */
export type FailureCode =
  | "argument"
  | "refused_cell"
  | "network"
  | "timeout"
  | "broken_reply"
  | "server_error"
  | "rate_limited"
  | "key_refused"
  | "over_quota"
  | "forbidden"
  | "not_found"
  | "cancelled"
  | "preview"
  | "rejected";

/** What a cell showed before it was calculated anew: a value, a date as ISO text, or an error value. */
export interface Held {
  readonly value: number | string | boolean;
  readonly kind?: "date" | "error";
}

/** What one call comes to. Every host turns all five into what its cells show. */
export type Outcome =
  /** The service answered: a value, or null with a reason. `stale` says in words why an older answer stands. */
  | { readonly kind: "answer"; readonly answer: Answer; readonly stale?: string }
  /** The call failed: an error value with a message, so that no total over it is silently short. */
  | { readonly kind: "failure"; readonly error: "#N/A" | "#VALUE!"; readonly code: FailureCode; readonly message: string }
  /** The call failed and no answer is known; the cell keeps what it showed. `stale` says in words why. */
  | { readonly kind: "held"; readonly held: Held; readonly stale: string }
  /** There is no key yet: text, evaluated again as soon as there is one. */
  | { readonly kind: "no_key"; readonly text: string }
  /** An error value was handed in as an argument and comes out as it is. */
  | { readonly kind: "error_in"; readonly error: string; readonly original: unknown };

export const NO_KEY_TEXT = "n/a: Add your API key in the SERVICE pane.";
/** What stands before every reason in a cell. */
export const REASON_PREFIX = "n/a: ";
const NO_REASON = "The service gave no reason.";

export const failure = (code: FailureCode, message: string): Outcome => ({
  kind: "failure",
  error: code === "argument" || code === "refused_cell" ? "#VALUE!" : "#N/A",
  code,
  message,
});

/** What an answer comes to for a cell: one that says that the question itself was wrong is an error value, any other stands. */
export const outcomeOf = (answer: Answer): Outcome =>
  answer.value === null && isArgumentCode(answer.code ?? "") ? failure("refused_cell", reasonInFull(answer)) : { kind: "answer", answer };

/** Why there is no value, as a cell shows it. */
export const reasonInCell = ({ reason }: Pick<Answer, "reason">): string => `${REASON_PREFIX}${reason ?? NO_REASON}`;

/** Why there is no value, in full: for every place but a cell. */
export const reasonInFull = (answer: Pick<Answer, "reason" | "explanation">): string => answer.explanation ?? answer.reason ?? NO_REASON;
