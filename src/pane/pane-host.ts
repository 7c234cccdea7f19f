import type { Quota } from "../contract/rate-headers";
import type { Failed, Stats } from "../core/journal";
import type { Checked } from "./check-service";

/**
 * Where the key in use is: `office` and `browser` keep it on this device, `memory` until the pane's page ends, `local` is the local
 * service's own key, which is fetched at each start and kept nowhere.
 */
export type KeyPlace = "office" | "browser" | "memory" | "local";

export type ConnectionState =
  /** The key store is still being read. */
  { readonly kind: "loading" } | { readonly kind: "none" } | { readonly kind: "connected"; readonly baseUrl: string; readonly place: KeyPlace };

/**
 * All that the pane needs of the place where it runs. The key goes in and never comes out. No call rejects: what can go wrong comes back as
 * a value with a sentence.
 */
export interface PaneHost {
  /** `unknown` until the host has said who it is. */
  environment(): "excel" | "browser" | "unknown";
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
  /** Evaluates every SERVICE cell again; gives their number, or undefined where the workbook cannot be reached. */
  refreshCells(): Promise<number | undefined>;
  stats(): Stats;
  failures(): readonly Failed[];
  quota(): Quota | undefined;
  /** Hears of changes of anything above; returns a function that ends it. */
  onChange(listener: () => void): () => void;
}
