import { isoOfSerial, serialOf } from "../../src/contract/dates";

/** An argument as a test writes it; each host passes it in its own form. Undefined is omitted, null is a blank cell. */
export type Arg =
  | string
  | number
  | boolean
  | null
  | undefined
  | { readonly error: string }
  | { readonly day: string }
  | { readonly range: readonly (readonly Plain[])[] };
type Plain = string | number | boolean | null;

/** One call by the function's id, such as `SERVICE.FRED`. */
export interface CellCall {
  readonly fn: string;
  readonly args: readonly Arg[];
}

/** What a cell shows, in one form for every host: a value (dates as ISO text), a reason, or an error with its message. */
export type Shown =
  | { readonly kind: "value"; readonly value: string | number | boolean; readonly day?: true }
  | { readonly kind: "reason"; readonly words: string }
  | { readonly kind: "error"; readonly error: string; readonly message: string };

/** How the service treats every request for cells. */
export type Behaviour = "answer" | "unreachable" | "broken" | "truncated" | "large" | { readonly retryAfter: string };

/** A host of cells with the real service, on sample data as of 28 June 2024. */
export interface CellsUnderTest {
  /** Cells that the host calculates together. */
  cells(calls: readonly CellCall[]): Promise<readonly Shown[]>;
  /** One function over a list of first arguments, in the host's usual way. */
  down(fn: string, list: readonly string[], ...rest: readonly Arg[]): Promise<readonly Shown[]>;
  /** Number of questions in each request for cells. */
  batches(): readonly number[];
  key(which: "good" | "none" | "unknown" | "revoked"): Promise<void>;
  service(behaviour: Behaviour): void;
  /** For a host in a page that serves several tests. */
  readonly page?: {
    /** Allows, before the first cell, a page in which earlier tests asked. */
    share(): void;
    /** Says at the end of a test that it has passed: its page may serve the next one. */
    passed(): void;
  };
}

export const REASON = "n/a: ";

/** Text, number or boolean as a cell shows it. */
export const shownValue = (value: string | number | boolean): Shown =>
  typeof value === "string" && value.startsWith(REASON) ? { kind: "reason", words: value.slice(REASON.length) } : { kind: "value", value };

/** Serial number of a day, as in Excel's cells. */
export const serial = (day: string): number => serialOf(day) ?? Number.NaN;
export const dayOf = (serialNumber: number): Shown => ({ kind: "value", value: isoOfSerial(serialNumber) ?? "", day: true });
