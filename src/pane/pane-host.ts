import type { Quota } from "../contract/rate-headers";
import type { CellDisplay } from "../core/cell-display";
import type { Failed, Stats } from "../core/metrics";
import type { CallLog } from "../core/call-log";
import type { Answer, Held, Outcome } from "../core/outcome";
import type { Question } from "../core/question";
import type { Checked } from "./account/check-service";
import type { Workbook } from "./workbook";

/**
 * Where the key in use is: `office` and `browser` keep it on this device, `memory` until the pane's page ends, `local` is the local
 * service's own key, which is fetched at each start and kept nowhere.
 */
export type KeyPlace = "office" | "browser" | "memory" | "local";

export type ConnectionState =
  /** The key store is still being read. */
  { readonly kind: "loading" } | { readonly kind: "none" } | { readonly kind: "connected"; readonly baseUrl: string; readonly place: KeyPlace };

export type Environment = "excel" | "workbench" | "browser" | "unknown";

/** What the service said to a GET, or a sentence that says what went wrong and what to do. */
export type Fetched = { readonly ok: true; readonly body: unknown } | { readonly ok: false; readonly message: string };

/** Questions and answers, shared with the cells: what the pane asks is not asked again by a cell, and the other way round. */
export interface PaneCells {
  /** Gives the cached answer while it is fresh, else asks. Never rejects. */
  ask(question: Question, signal?: AbortSignal): Promise<Outcome>;
  /** Asks anew whatever is cached, and keeps what comes for the cells. An old answer stands, `stale`, where none comes. Never rejects. */
  renew(question: Question, signal?: AbortSignal): Promise<Outcome>;
  /** The answer last known, however old; asks nothing. */
  last(question: Question): Answer | undefined;
  /**
   * What a cell's call gives when it fails and no answer is known: what the cell showed; `questions` are the keys of what the cells ask, where that is
   * known. Both by address. Replaces what was held before.
   */
  hold(cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void;
  readonly callLog: CallLog;
  /** Hears of every answer as it arrives. */
  onAnswer(listener: (question: Question, answer: Answer) => void): () => void;
}

/**
 * All that the pane needs of the place where it runs. The key goes in and never comes out. No call rejects: what can go wrong comes back as
 * a value with a sentence. Only the workbook's calls may reject, with a `WorkbookRefusal`.
 */
export interface PaneHost {
  /** `unknown` until the host has said who it is. */
  environment(): Environment;
  /** The workbook beside the pane; undefined where there is none, and until the host is ready. */
  workbook(): Workbook | undefined;
  /** Wall milliseconds. */
  now(): number;
  /** The page's own origin where that is this computer, so that a local service can be meant. */
  readonly localOrigin: string | undefined;
  connection(): ConnectionState;
  /** Asks a service whether it takes this key. Nothing is kept. */
  check(baseUrl: string, key: string): Promise<Checked>;
  /** The same for the key in use. */
  checkCurrent(): Promise<Checked>;
  /** Keeps a key that was checked and uses it from now on; says where it is kept. */
  save(baseUrl: string, key: string): Promise<KeyPlace>;
  /** Forgets the key everywhere; false where a copy could not be removed. */
  remove(): Promise<boolean>;
  /** Fetches, checks and uses the local service's own key; undefined where there is no local service. */
  useLocalKey(): Promise<Checked | undefined>;
  /** GET of the service in use with the key in use, such as `/v1/fields?q=yield`; the reply as JSON. */
  fetch(path: string, signal?: AbortSignal): Promise<Fetched>;
  readonly cells: PaneCells;
  /** How cells show reasons and values; cells that were calculated before keep their look until they are calculated again. */
  display(): CellDisplay;
  setDisplay(display: CellDisplay): void;
  stats(): Stats;
  failures(): readonly Failed[];
  quota(): Quota | undefined;
  /** Hears of changes of anything above; returns a function that ends it. */
  onChange(listener: () => void): () => void;
}
