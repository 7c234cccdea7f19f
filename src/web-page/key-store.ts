import { isRecord, parsedJson } from "../contract/json";
import { keyTrouble } from "../core/api-key";
import type { KeyPlace } from "../pane/pane-host";

/** The current service and its key. */
export interface Credentials {
  readonly baseUrl: string;
  readonly key: string;
}

/** A place that stores a text. Any call may throw, reject or never settle. */
export interface StoragePlace {
  readonly name: "office" | "browser";
  get(): Promise<string | null>;
  set(text: string): Promise<void>;
  remove(): Promise<void>;
  /** Has the other windows of this origin read the key again. */
  announce?(): Promise<void>;
}

/** Name of the stored credentials in every place, after the partition if there is one. */
const STORED_NAME = "service.connection";

/** The names under which a storage may have the credentials: the first is written. The second has no partition, and is read because a key may have been saved so. */
export const storedNames = (partition: string | undefined): readonly [name: string, unpartitioned?: string] =>
  partition === undefined || partition === "" ? [STORED_NAME] : [`${partition}${STORED_NAME}`, STORED_NAME];

/**
 * The browser's storage. In Office on the web, names are prefixed with the partition of the document's site. In a frame of another site, accessing
 * `localStorage` may throw.
 */
export const browserPlace = (partition: () => string | undefined = () => undefined): StoragePlace => {
  const name = (): string => storedNames(partition())[0];
  return {
    name: "browser",
    get: async () => localStorage.getItem(name()),
    set: async (text) => localStorage.setItem(name(), text),
    remove: async () => localStorage.removeItem(name()),
    // Windows hear of a change of this storage only, and Office's may hold the key.
    announce: async () => {
      localStorage.setItem(`${name()}.changed`, "");
      localStorage.removeItem(`${name()}.changed`);
    },
  };
};

/** Calls the listener when another window of this origin has saved or removed a key. */
export const onKeyChange = (changed: () => void): void =>
  addEventListener("storage", ({ key }) => {
    if (key === null || key.includes(STORED_NAME)) changed();
  });

export type KeyStore = ReturnType<typeof createKeyStore>;

/** Limit for each call, because a place that never answers must not block every cell. */
const TIMEOUT_MS = 4_000;

async function attempt<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  try {
    return await Promise.race([work().then((value) => ({ value })), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function parse(text: string | null | undefined): Credentials | undefined {
  const raw = parsedJson(text ?? "");
  const { baseUrl, key } = isRecord(raw) ? raw : {};
  return typeof baseUrl === "string" && typeof key === "string" && key !== "" ? { baseUrl, key } : undefined;
}

/** Stores one base URL with its key in the first of these places that works, else in memory. Never in the workbook, because workbooks are shared. */
export function createKeyStore(places: readonly StoragePlace[]) {
  let inMemory: Credentials | undefined;

  /** Removes the credentials from a place; true only if reading it again returns none. */
  async function clear(place: StoragePlace): Promise<boolean> {
    // A place that cannot be read (blocked storage) cannot have stored anything.
    const gone = async (): Promise<boolean> => parse((await attempt(place.get))?.value) === undefined;
    if (await gone()) return true;
    await attempt(place.remove);
    if (await gone()) return true;
    await attempt(() => place.set(""));
    return gone();
  }

  const announce = (): Promise<unknown> => Promise.all(places.map((place) => attempt(async () => place.announce?.())));

  return {
    /** `unreadable` if no key was found, and a place threw or did not answer: it may have one. */
    read: async (): Promise<{ readonly credentials: Credentials; readonly place: KeyPlace } | "none" | "unreadable"> => {
      let none: "none" | "unreadable" = "none";
      for (const place of places) {
        const read = await attempt(place.get);
        const credentials = parse(read?.value);
        // A stored key that would be refused today counts as none.
        if (credentials && keyTrouble(credentials.key) === undefined) return { credentials, place: place.name };
        if (!read) none = "unreadable";
      }
      return inMemory ? { credentials: inMemory, place: "memory" } : none;
    },
    /** Stores them in the first place that returns them again, and removes them from the others. */
    write: async (credentials: Credentials): Promise<KeyPlace> => {
      const text = JSON.stringify(credentials);
      inMemory = credentials;
      let stored: StoragePlace | undefined;
      for (const place of places) {
        if (!stored && (await attempt(() => place.set(text))) && (await attempt(place.get))?.value === text) stored = place;
        else await clear(place);
      }
      if (!stored) return "memory";
      inMemory = undefined;
      await announce();
      return stored.name;
    },
    /** False if a copy could not be removed. */
    remove: async () => {
      inMemory = undefined;
      let all = true;
      for (const place of places) all = (await clear(place)) && all;
      await announce();
      return all;
    },
  };
}
