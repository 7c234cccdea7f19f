import { isArgumentCode } from "../contract/codes";
import type { Unit } from "../contract/units";
import type { PublicationBasis } from "../contract/publication";
import type { Failure } from "./failure";

/** One component of a computed answer. `absent` is the reason if it is missing. */
export interface AnswerComponent {
  readonly name: string;
  readonly value?: number;
  readonly unit?: string;
  readonly observationDate?: string;
  readonly source?: string;
  readonly attribution?: string;
  readonly sample: boolean;
  readonly direction?: string;
  /** The share of this component in the answer, 0 to 1. */
  readonly weight?: number;
  readonly contribution?: number;
  readonly evidence?: string;
  readonly absent?: string;
}

/** When the observation of an answer became public, how that is known, and whether its value was revised. */
export interface Published {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly basis: PublicationBasis;
  /** The name of the release rule that gives the moment. */
  readonly rule?: string;
  /** The page or document that confirms the rule, or what is not confirmed. */
  readonly confirmedBy?: string;
  /** How many times the value has changed since the first one that the service has. Undefined if it is made from several rows. */
  readonly revisions?: number;
  /** True if the value may have been revised before the service first saw it. */
  readonly firstUnknown: boolean;
}

/** A document in the service's archive. */
export interface SourceDocument {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly publisher: string;
  readonly file: string;
  /** Its number in the import log. */
  readonly position: number;
  /** When the service imported it, ISO 8601 in UTC. */
  readonly received: string;
  /** Version of the parsing rules that gave its rows; 0 if the service states none. */
  readonly rules?: number;
}

/** A published row that an answer was read from. */
export interface TracedRow {
  /** `observation` for a value of a series, else the kind of record. */
  readonly dataset: string;
  /** The series, or the name that the record is about. */
  readonly entity: string;
  readonly date: string;
  /** What distinguishes records of one name and day. */
  readonly key?: string;
  readonly document: SourceDocument;
}

/** The state of the service when it answered. */
export interface ServiceState {
  /** The moment of the answers to the second, ISO 8601 in UTC. */
  readonly moment: string;
  /** The number of the last entry of the import log. */
  readonly importPosition: number;
  readonly version: string;
}

/** A value or a reason from the service, with its provenance. `value` is null if and only if there is a reason. */
export interface Answer {
  readonly value: number | string | boolean | null;
  readonly code?: string;
  readonly reason?: string;
  /** Full reason, if the service sends one besides the short one for the cell. */
  readonly explanation?: string;
  readonly kind?: "date";
  readonly unit?: Unit | string;
  readonly observationDate?: string;
  readonly asOf?: string;
  readonly source?: string;
  /** Attribution of every source used, as required when quoting. */
  readonly attribution?: string;
  readonly note?: string;
  /** Set if the answer is one published observation. */
  readonly published?: Published;
  /** Components of a computed value. */
  readonly components?: readonly AnswerComponent[];
  /** Of each input, the row that became public last, and the service's state. Only if the client asks for traces; no rows for sample data. */
  readonly trace?: { readonly rows: readonly TracedRow[]; readonly state: ServiceState };
  readonly caveats: readonly string[];
  readonly sample: boolean;
  readonly maxAgeS: number;
  /** Arrival in wall milliseconds. */
  readonly receivedAt: number;
}

/** What a cell showed before recalculation: a value, a date as ISO text, or an error value. */
export interface Held {
  readonly value: number | string | boolean;
  readonly kind?: "date" | "error";
}

/** Outcome of one call. Every host maps all five kinds to cell contents, and words the failures (core/failure-words). */
export type Outcome =
  /** A value, or null with a reason. `stale`: why it is an older answer. */
  | { readonly kind: "answer"; readonly answer: Answer; readonly stale?: Failure }
  /** An error value with a message, so that no total silently omits the cell. */
  | { readonly kind: "failure"; readonly failure: Failure }
  /** The call failed and no answer is known: the cell keeps its held value. `stale` is why. */
  | { readonly kind: "held"; readonly held: Held; readonly stale: Failure }
  /** No key is entered yet: the cell shows a text. Entering a key recalculates it. */
  | { readonly kind: "no_key"; readonly failure: Failure }
  /** An argument was an error value, which passes through. */
  | { readonly kind: "error_in"; readonly error: string; readonly original: unknown };

/** Prefix of every reason in a cell. */
export const REASON_PREFIX = "n/a: ";
const NO_REASON = "The service gave no reason.";

export const failed = (failure: Failure): Outcome => ({ kind: "failure", failure });

/** Outcome of an answer. An answer that reports a wrong question becomes an error value. */
export const outcomeOf = (answer: Answer): Outcome =>
  answer.value === null && isArgumentCode(answer.code ?? "") ? failed({ code: "argument", message: reasonInFull(answer) }) : { kind: "answer", answer };

/** Why an outcome brings no new answer; undefined if it does, or if an argument was an error value. */
export const failureIn = (outcome: Outcome): Failure | undefined =>
  outcome.kind === "failure" || outcome.kind === "no_key" ? outcome.failure : outcome.kind === "error_in" ? undefined : outcome.stale;

/** Reason text for a cell. */
export const reasonInCell = ({ reason }: Pick<Answer, "reason">): string => `${REASON_PREFIX}${reason ?? NO_REASON}`;

/** Why the service doubts a value, with the numbers compared; undefined without a doubt. */
export const doubtOf = (answer: Pick<Answer, "value" | "caveats" | "note"> | undefined): string | undefined =>
  answer !== undefined && answer.value !== null && answer.caveats.includes("value_in_doubt") ? (answer.note ?? "The service doubts it.") : undefined;

/** Full reason, for every place but cells. */
export const reasonInFull = (answer: Pick<Answer, "reason" | "explanation">): string => answer.explanation ?? answer.reason ?? NO_REASON;
