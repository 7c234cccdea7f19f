import { keyTrouble } from "../core/api-key";
import type { KeyPlace } from "../pane/pane-host";
import type { Credentials } from "./credentials";

/** One place that keeps a text. Any call may throw, reject or never answer. */
export interface Place {
  readonly name: "office" | "browser";
  get(): Promise<string | null>;
  set(text: string): Promise<void>;
  remove(): Promise<void>;
}

/** Under which name credentials are stored, wherever that is. */
export const STORED_NAME = "service.connection";

/**
 * The browser's storage. Office on the web gives each document's site a partition of its own to prefix names with; in a frame of another site
 * merely naming `localStorage` may throw.
 */
export const browserPlace = (partition: () => string | undefined = () => undefined): Place => {
  const name = (): string => `${partition() ?? ""}${STORED_NAME}`;
  return {
    name: "browser",
    get: async () => localStorage.getItem(name()),
    set: async (text) => localStorage.setItem(name(), text),
    remove: async () => localStorage.removeItem(name()),
  };
};

export interface KeyStore {
  read(): Promise<{ readonly credentials: Credentials; readonly place: KeyPlace } | undefined>;
  /** Keeps them in the first place that gives them back, and nowhere else. */
  write(credentials: Credentials): Promise<KeyPlace>;
  /** False where a copy could not be removed. */
  remove(): Promise<boolean>;
}

/** A place that does not answer must not hold up every cell. */
const PATIENCE_MS = 4_000;

async function attempt<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
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
  try {
    const raw: unknown = JSON.parse(text ?? "");
    if (typeof raw !== "object" || raw === null) return undefined;
    const { baseUrl, key } = raw as { baseUrl?: unknown; key?: unknown };
    return typeof baseUrl === "string" && typeof key === "string" && key !== "" ? { baseUrl, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps one base URL with its key in the first of these places that works, else in memory. Never in the workbook: that travels. */
export function createKeyStore(places: readonly Place[]): KeyStore {
  let held: Credentials | undefined;

  /** Removal is believed only when nothing is read back. */
  async function clear(place: Place): Promise<boolean> {
    const gone = async (): Promise<boolean> => {
      const read = await attempt(place.get);
      // A place that cannot be read at all (blocked storage) kept nothing for us.
      return !read || parse(read.value) === undefined;
    };
    if (await gone()) return true;
    await attempt(place.remove);
    if (await gone()) return true;
    await attempt(() => place.set(""));
    return gone();
  }

  return {
    read: async () => {
      for (const place of places) {
        const credentials = parse((await attempt(place.get))?.value);
        // One that could not be saved today is asked for again.
        if (credentials && keyTrouble(credentials.key) === undefined) return { credentials, place: place.name };
      }
      return held && { credentials: held, place: "memory" };
    },
    write: async (credentials) => {
      const text = JSON.stringify(credentials);
      held = credentials;
      let kept: Place | undefined;
      for (const place of places) {
        if (!kept && (await attempt(() => place.set(text))) && (await attempt(place.get))?.value === text) kept = place;
        else await clear(place);
      }
      if (!kept) return "memory";
      held = undefined;
      return kept.name;
    },
    remove: async () => {
      held = undefined;
      let all = true;
      for (const place of places) all = (await clear(place)) && all;
      return all;
    },
  };
}
