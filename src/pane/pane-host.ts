import type { AsOf } from "../contract/as-of";
import type { Quota } from "../contract/rate-headers";
import type { UnreadableAsOf } from "../core/as-of-setting";
import type { CellDisplay } from "../core/cell-display";
import type { Failure } from "../core/failure";
import type { LocalUpdate } from "../contract/local-update";
import type { Failed, Stats } from "../core/calls/metrics";
import type { CallLog } from "../core/call-log";
import type { Answer, Held, Outcome } from "../core/outcome";
import type { Question } from "../core/question";
import type { Outage } from "../core/calls/unanswered";
import type { Fetched } from "../tables/read-table";
import type { PaneView } from "./pane-view";
import type { Checked } from "../core/check-reply";
import type { HostCheck } from "./host-check";
import type { Spreadsheet } from "./spreadsheet";
import type { Workbook } from "./workbook";

/**
 * Where the current key is stored: `office` and `browser` on this device, `google` in the user's Google account, `memory` until the page closes, `local`
 * nowhere: it is the local service's key, fetched at each start.
 */
export type KeyPlace = "office" | "browser" | "google" | "memory" | "local";

export type ConnectionState =
  /** The key store is still being read. */
  { readonly kind: "loading" } | { readonly kind: "none" } | { readonly kind: "connected"; readonly baseUrl: string; readonly place: KeyPlace };

export type Environment = "excel" | "workbench" | "sheets" | "browser" | "unknown";

/** The state of the local service's update, or a message that says why there is none and what to do. */
export type LocalUpdateReply = { readonly ok: true; readonly update: LocalUpdate } | { readonly ok: false; readonly message: string };

export type OriginOfCells = "sample" | "partly_sample" | "published";

/** Whether the cells show sample data. */
export interface DataOrigin {
  /** Of the cells' answers; without any, of the service: sample data only while it has no published rows at all. Undefined until it is known. */
  origin(): OriginOfCells | undefined;
  /** True if the service serves sample data and has no published rows: nobody has updated it yet. */
  isFirstRun(): boolean;
  /** Reads the service's status again, and forgets the answers of the cells: new data was imported. */
  renew(): Promise<void>;
  onChange(listener: () => void): () => void;
}

/** Questions and answers, shared with the cells: an answer that the pane fetched is cached for the cells, and vice versa. */
export interface PaneCells {
  /** Returns the cached answer while it is fresh, else fetches one. Never rejects. */
  ask(question: Question, signal?: AbortSignal): Promise<Outcome>;
  /** Fetches a new answer whatever is cached, and caches it for the cells. If that fails, returns the old answer as `stale`. Never rejects. */
  renew(question: Question, signal?: AbortSignal): Promise<Outcome>;
  /** The last known answer, however old. Sends no request. */
  last(question: Question): Answer | undefined;
  /**
   * Sets the values that cells keep if their calls fail and no answer is known, by address. `questions` has the known question keys of these cells.
   * Replaces previously held values.
   */
  hold(cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void;
  readonly callLog: CallLog;
  /** Calls the listener with every answer that arrives. Returns a function that removes it. */
  onAnswer(listener: (question: Question, answer: Answer) => void): () => void;
}

/**
 * What the pane needs from its host. The key can be set but never read. No call rejects: failures are returned as values with a message. Only the
 * workbook's calls may reject, with a `WorkbookRefusal`.
 */
export interface PaneHost {
  /** `unknown` until the host is ready. */
  environment(): Environment;
  /** The open workbook; undefined if there is none, until the host is ready, and for a `spreadsheet`. */
  workbook(): Workbook | undefined;
  /** The open spreadsheet, if the host's script does the longer work. */
  readonly spreadsheet?: Spreadsheet;
  /** Wall milliseconds. */
  now(): number;
  /** The page's origin if it is this computer: a local service may run there. */
  readonly localOrigin: string | undefined;
  /** The address of the only service that this host can reach, empty if it was built without one. Missing if the user enters the address. */
  readonly builtFor?: string;
  /** The same object until the service or the key changes. */
  connection(): ConnectionState;
  /** Tests a key with a service. Nothing is saved. */
  check(baseUrl: string, key: string): Promise<Checked>;
  /** Tests the current key. */
  checkCurrent(): Promise<Checked>;
  /** Tests a key, and saves and uses it if the service accepts it. */
  save(baseUrl: string, key: string): Promise<Checked>;
  /** Deletes the key everywhere; returns why a copy is left and what to do, if one could not be removed. */
  remove(): Promise<string | undefined>;
  /** Fetches, tests and uses the local service's key; undefined if there is no local service. */
  useLocalKey(): Promise<Checked | undefined>;
  /** Sends a GET to the current service with the current key, such as `/v1/fields?q=yield`. */
  fetch(path: string, signal?: AbortSignal): Promise<Fetched>;
  readonly cells: PaneCells;
  /** How cells show reasons and values. Applies to a cell from its next calculation on. */
  display(): CellDisplay;
  setDisplay(display: CellDisplay): void;
  /** The day or moment that all answers are as of, as text; undefined for now. */
  asOf(): string | undefined;
  /** Why no cell can be answered as of it: it is unreadable, or the service refused it last. */
  asOfProblem(): Failure | undefined;
  /** Applies to every answer from now on. The caller recalculates the cells. */
  setAsOf(asOf: AsOf | UnreadableAsOf | undefined): void;
  stats(): Stats;
  failures(): readonly Failed[];
  quota(): Quota | undefined;
  /** Since when the service does not answer. */
  outage(): Outage | undefined;
  /** Why the service refuses the key, or that its quota is used up. */
  keyProblem(): Failure | undefined;
  /** Number of cells whose last call failed because the service did not answer. */
  unanswered(): number;
  /** Returns and clears the addresses of these cells. */
  takeUnanswered(): string[];
  /** Returns addresses that were taken and could not be recalculated. */
  putBackUnanswered(cells: readonly string[]): void;
  /** True if the service can be reached. Sends one request that needs no key and is not counted. */
  probe(): Promise<boolean>;
  /** Shows, starts or cancels an update of the service on this computer. `contact` is for publishers that require one. */
  localUpdate(action: "show" | "start" | "cancel", contact?: string): Promise<LocalUpdateReply>;
  /** Whether the cells show sample data. */
  readonly dataOrigin: DataOrigin;
  /** Calls the listener when the page around the pane asks for a view. Returns a function that removes it. Missing if no page is around it. */
  readonly onShow?: (listener: (view: PaneView) => void) => () => void;
  /** Missing if there is nothing to try: what the workbench supports is known. */
  readonly hostCheck?: HostCheck;
  /** Calls the listener when anything above changes. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
}
