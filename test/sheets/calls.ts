import type { CellArgument, CellResult } from "./cells";
import type { Execution } from "./spreadsheet";
import type { BookState } from "./spreadsheet-services";

/** Owner of the store: the document, the script, or the effective user. */
export type Scope = "document" | "script" | "user";

/** A cell whose formula was entered and has no result yet. */
export interface LoadingCell {
  readonly sheet: string;
  readonly address: string;
  readonly formula: string;
}

/** The same with the result of its formula. */
export interface CalculatedCell extends LoadingCell {
  readonly value: CellResult;
}

/** One request of UrlFetchApp, validated on the script's side. */
export interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly muteHttpExceptions: boolean;
  readonly followRedirects: boolean;
}

/** Header names as the server wrote them. A repeated header is a list. */
export interface FetchReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** Calls of a running script to the outside. Values are JSON; a refusal is thrown in the script like Google's exceptions. */
export interface Calls {
  sleep(ms: number): null;
  /** Spends virtual time on a call of the spreadsheet service; Sheets begins to calculate these cells. */
  spend(ms: number, loading: readonly LoadingCell[]): null;
  fetch(requests: readonly FetchRequest[], all: boolean): readonly FetchReply[];
  log(level: string, text: string): null;
  cacheGet(scope: Scope, keys: readonly string[]): Readonly<Record<string, string>>;
  cachePut(scope: Scope, values: Readonly<Record<string, string>>, seconds: number): null;
  cacheRemove(scope: Scope, keys: readonly string[]): null;
  lockTry(scope: Scope, ms: number): boolean;
  lockRelease(scope: Scope): null;
  propertiesRead(scope: Scope): Readonly<Record<string, string>>;
  propertiesWrite(scope: Scope, values: Readonly<Record<string, string>>, removed: readonly string[]): null;
}

export type CallName = keyof Calls;
export type Call = { readonly [K in CallName]: { readonly name: K; readonly args: Parameters<Calls[K]> } }[CallName];

/** Why an execution runs: a cell's formula, a menu, the sidebar, an installed trigger, or a simple one such as `onOpen`. */
export type Kind = "custom" | "menu" | "sidebar" | "trigger" | "simple";

/** The parts of appsscript.json that the fake enforces. */
export interface Manifest {
  readonly timeZone?: string;
  readonly oauthScopes?: readonly string[];
  readonly urlFetchWhitelist?: readonly string[];
}

/** Everything that an execution needs at its start. */
export interface Setup extends Pick<Execution, "dieAfter" | "failAt" | "typed"> {
  readonly code: string;
  readonly kind: Kind;
  readonly name: string;
  readonly args: readonly CellArgument[] | readonly unknown[];
  readonly now: number;
  readonly user: string;
  readonly owner: string;
  readonly manifest: Manifest;
  /** Whether the script belongs to a spreadsheet: without one there is no document cache, lock or properties. */
  readonly container: boolean;
  readonly book: BookState;
  readonly flushMs: number;
}

/** Message from an execution's thread: a call that waits, the end, or a fault that the test must report. */
export type FromThread =
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "value"; readonly value: unknown; readonly book: BookState }
  | { readonly kind: "error"; readonly message: string; readonly book: BookState }
  | { readonly kind: "dead"; readonly book: BookState }
  | { readonly kind: "fault"; readonly message: string };

/** Reply to a waiting thread, with the cells that were calculated since the last one. After `dead` it sends its last message and is terminated. */
export type ToThread = { readonly now: number; readonly calculated?: readonly CalculatedCell[] } & (
  | { readonly value: unknown }
  | { readonly refusal: string }
  | { readonly dead: true }
);
