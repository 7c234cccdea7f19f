import type { KeyRefusal } from "../contract/wire";

/** `detail` is the service's own message, unchanged. */
interface Said {
  readonly detail?: string;
}

/** What each failure carries besides its code. */
interface Parameters extends Record<KeyRefusal | "key_refused", object> {
  /** An argument is wrong. The message is the contract's, the same in every host. */
  readonly argument: { readonly message: string };
  /** The cell of a required argument is empty, or the argument is left out. */
  readonly no_argument: { readonly argument: string };
  /** The service refused this cell, alone or `together` with others of its function. */
  readonly refused_cell: Said & { readonly together?: boolean };
  /** The service cannot answer as of the day or moment that was asked for. `detail` is its sentence. */
  readonly as_of_refused: Said;
  /** The workbook's setting is no day or moment. `text` is what it stores. */
  readonly as_of_unreadable: { readonly text: string };
  /** No key is entered yet. Entering one recalculates the cell. */
  readonly no_key: object;
  /** The host itself did not send the request, for a reason that only this host has. */
  readonly host: { readonly message: string };
  /* Keys that are not worth sending. */
  readonly key_blank: object;
  readonly key_characters: object;
  readonly key_short: { readonly least: number };
  /** The monthly quota is used up. `resetsAt` is an ISO moment. */
  readonly over_quota: { readonly resetsAt?: string };
  readonly rate_limited: { readonly waitMs: number };
  readonly network: object;
  /** One request was not answered in time; with `afterMs`, the deadline of the call passed. */
  readonly timeout: { readonly afterMs?: number };
  readonly broken_reply: object;
  /** The body of the reply has more than `LIMITS.replyBytes`. */
  readonly large_reply: object;
  readonly server_error: object;
  /** The service failed on this cell alone. */
  readonly service_fault: object;
  readonly forbidden: Said;
  /** No service at the base URL. */
  readonly not_found: object;
  /** Something else answers at the base URL. */
  readonly not_the_service: object;
  /** The service has no such name. */
  readonly unknown_name: Said;
  /** Any other status that a retry does not change. */
  readonly rejected: Said & { readonly status: number };
  readonly cancelled: object;
  /** Called while the formula is being typed. */
  readonly preview: object;
}

export type FailureCode = keyof Parameters;
export type FailureOf<C extends FailureCode> = { readonly code: C } & Parameters[C];
/** Why a call failed: a code with its parameters, never a sentence of a host (core/failure-words) and never a key. */
export type Failure = { [C in FailureCode]: FailureOf<C> }[FailureCode];

/** The error value that shows it: `#VALUE!` if the question is wrong, otherwise `#N/A`. */
export const errorOf = ({ code }: Failure): "#N/A" | "#VALUE!" =>
  code === "argument" || code === "no_argument" || code === "refused_cell" ? "#VALUE!" : "#N/A";
