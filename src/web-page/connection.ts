import type { Access } from "../core/calls/session";
import type { Checked } from "../core/check-reply";
import { checkService } from "../pane/account/check-service";
import { createListeners } from "../pane/listeners";
import type { ConnectionState, KeyPlace } from "../pane/pane-host";
import { get } from "./http";
import { createKeyStore, type Credentials, type KeyStore, onKeyChange, type StoragePlace } from "./key-store";
import { fetchLocalKey, localOriginOf } from "./local-service";

/** What a connection needs. */
export interface ConnectionParts {
  readonly store: KeyStore;
  /** The page's origin, if a local service may run there. */
  readonly localOrigin: string | undefined;
  readonly fetchLocalKey: (origin: string) => Promise<string | undefined>;
  readonly check: (baseUrl: string, key: string) => Promise<Checked>;
  readonly setAccess: (access: Access, options?: { readonly forget?: boolean }) => void;
  /** Called each time a key takes effect. */
  readonly connected: () => void;
}

/** Wait before a key store that could not be read is read again. No other event may tell of the key in it. */
const AGAIN_MS = 10_000;

const LEFT = "The key is no longer used, but it is still on this device. Clear this page's site data.";

const differ = (a: Credentials | undefined, b: Credentials): boolean => a?.baseUrl !== b.baseUrl || a.key !== b.key;

/**
 * The current service and key: from the store at the start, later from the pane. `start` reads the key store, and without a stored key tries the local service's
 * key; calls wait until it ends. `save` tests a key, and saves and uses it if the service accepts it. `remove` returns why a copy of the key is left, if one could
 * not be removed. `readAgain` reads the key store again, because another window may have saved or removed a key. A store that
 * cannot be read is read again later.
 */
export function createConnection(parts: ConnectionParts) {
  let using: Credentials | undefined;
  /** The service and key whose answers are in the cache. */
  let last: Credentials | undefined;
  let state: ConnectionState = { kind: "loading" };
  /** Reads of the store follow each other: one that began earlier may end later, with older data. */
  let reading: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { notify, onChange } = createListeners();

  const become = (next: ConnectionState) => {
    // A place that can be read again may have an older key than the one that was saved or removed here.
    clearTimeout(timer);
    state = next;
    notify();
  };

  function use(credentials: Credentials, place: KeyPlace): void {
    // Another key may be of another plan: not even an old answer may reach it.
    const forget = last !== undefined && differ(last, credentials);
    using = credentials;
    last = credentials;
    parts.setAccess("present", { forget });
    become({ kind: "connected", baseUrl: credentials.baseUrl, place });
    parts.connected();
  }

  function useNone(): void {
    using = undefined;
    parts.setAccess("none");
    become({ kind: "none" });
  }

  async function useLocalKey(): Promise<Checked | undefined> {
    const origin = parts.localOrigin;
    const key = origin && (await parts.fetchLocalKey(origin));
    if (!origin || !key) return undefined;
    const checked = await parts.check(origin, key);
    if (checked.ok) use({ baseUrl: origin, key }, "local");
    return checked;
  }

  async function readStore(): Promise<void> {
    const before = state;
    const stored = await parts.store.read();
    // What has happened here in the meantime is newer.
    if (state !== before) return;
    if (typeof stored === "object") {
      if (differ(using, stored.credentials)) use(stored.credentials, stored.place);
    } else if (state.kind === "loading") {
      await useLocalKey().catch(() => undefined);
      if (state === before) useNone();
    } else if (stored === "none" && state.kind === "connected" && state.place !== "local") useNone();
    clearTimeout(timer);
    if (stored === "unreadable") timer = setTimeout(readAgain, AGAIN_MS);
  }

  /** Before the start, the store cannot be read yet. */
  const readAgain = () => (reading = reading?.then(readStore));

  return {
    credentials: () => using,
    state: () => state,
    start: () => (reading = readStore()),
    check: parts.check,
    save: async (baseUrl: string, key: string): Promise<Checked> => {
      const checked = await parts.check(baseUrl, key);
      if (checked.ok) use({ baseUrl, key }, await parts.store.write({ baseUrl, key }));
      return checked;
    },
    remove: async () => {
      useNone();
      return (await parts.store.remove()) ? undefined : LEFT;
    },
    useLocalKey,
    readAgain,
    onChange,
  };
}

/** The connection of this page, with the key that these places store. */
export function connectPage(places: readonly StoragePlace[], parts: Pick<ConnectionParts, "setAccess" | "connected">) {
  const localOrigin = localOriginOf(location);
  const check: ConnectionParts["check"] = (baseUrl, key) => checkService(get, Date.now, baseUrl, key);
  const connection = createConnection({ store: createKeyStore(places), localOrigin, fetchLocalKey, check, ...parts });
  onKeyChange(() => void connection.readAgain());
  return { connection, localOrigin };
}
