import { createConnection, type ConnectionParts } from "../../../src/web-page/connection";
import { createKeyStore, type StoragePlace } from "../../../src/web-page/key-store";
import type { Checked } from "../../../src/core/check-reply";
import { fakeTimers } from "../../time";

const OK = { ok: true, status: {} } as unknown as Checked;
const STORED = { baseUrl: "https://api.example.com", key: "stored" };

function connection(parts: Partial<ConnectionParts> = {}) {
  const access: unknown[][] = [];
  let connected = 0;
  const made = createConnection({
    store: createKeyStore([]),
    localOrigin: undefined,
    fetchLocalKey: async () => undefined,
    check: async () => OK,
    setAccess: (...args) => void access.push(args),
    connected: () => void connected++,
    ...parts,
  });
  return { ...made, access, connected: () => connected };
}

const storing = () => {
  const store = createKeyStore([]);
  void store.write(STORED);
  return store;
};

describe("the connection to the service", () => {
  it("is loading until the key store is read, and then has the stored key", async () => {
    const c = connection({ store: storing() });
    expect(c.state()).toEqual({ kind: "loading" });
    expect(c.access).toEqual([]);
    await c.start();
    expect(c.credentials()).toEqual(STORED);
    expect(c.access).toEqual([["present", { forget: false }]]);
    expect(c.connected()).toBe(1);
  });

  it("reports no key if nothing is stored", async () => {
    const c = connection();
    await c.start();
    expect(c.state()).toEqual({ kind: "none" });
    expect(c.access).toEqual([["none"]]);
  });

  it("has the local service's key if nothing is stored and the service accepts it", async () => {
    const checks: string[][] = [];
    const local = { localOrigin: "https://localhost:3000", fetchLocalKey: async () => "local" };
    const c = connection({ ...local, check: async (...asked) => (checks.push(asked), OK) });
    await c.start();
    expect(checks).toEqual([["https://localhost:3000", "local"]]);
    expect(c.state()).toEqual({ kind: "connected", baseUrl: "https://localhost:3000", place: "local" });

    const refused = connection({ ...local, check: async () => ({ ok: false, failure: { code: "unknown_key" } }) });
    await refused.start();
    expect(refused.state()).toEqual({ kind: "none" });
  });

  it("has the stored key rather than the local one", async () => {
    const c = connection({ store: storing(), localOrigin: "https://localhost:3000", fetchLocalKey: () => Promise.reject(new Error("asked")) });
    await c.start();
    expect(c.credentials()).toEqual(STORED);
  });

  it("keeps a key that is saved while the key store is being read", async () => {
    const store = storing();
    let goOn: (() => void) | undefined;
    const c = connection({ store: { ...store, read: () => new Promise((resolve) => (goOn = () => resolve("none"))) } });
    const started = c.start();
    await c.save("https://new.example.com", "new");
    goOn?.();
    await started;
    expect(c.credentials()).toEqual({ baseUrl: "https://new.example.com", key: "new" });
  });

  it("forgets answers when the service's address or the key changes, also if the key was removed in between", async () => {
    const c = connection({ store: storing() });
    await c.start();
    await c.save(STORED.baseUrl, STORED.key);
    await c.save(STORED.baseUrl, "other");
    await c.save("https://other.example.com", "other");
    await c.remove();
    await c.save("https://other.example.com", "third");
    expect(c.access.map(([, options]) => options)).toEqual([
      { forget: false },
      { forget: false },
      { forget: true },
      { forget: true },
      undefined,
      { forget: true },
    ]);
  });

  it("saves and uses a key only if the service accepts it", async () => {
    const c = connection({ store: storing(), check: async () => ({ ok: false, failure: { code: "unknown_key" } }) });
    await c.start();
    expect(await c.save(STORED.baseUrl, "wrong")).toEqual({ ok: false, failure: { code: "unknown_key" } });
    expect(c.credentials()).toEqual(STORED);
  });

  describe("after another window has changed the stored key", () => {
    const OTHER = { baseUrl: "https://other.example.com", key: "o".repeat(24) };
    /** A storage that two windows share. */
    const twoWindows = () => {
      let text: string | null = null;
      let fails = false;
      const place: StoragePlace = {
        name: "office",
        get: async () => {
          if (fails) throw new Error("busy");
          return text;
        },
        set: async (next) => void (text = next),
        remove: async () => void (text = null),
      };
      const open = () => connection({ store: createKeyStore([place]) });
      return { first: open(), second: open(), open, setFails: (to: boolean) => void (fails = to) };
    };

    describe("reads the store again if it did not answer", () => {
      beforeEach(() => fakeTimers());
      afterEach(() => jest.useRealTimers());

      it("when the other window saved a key, and then has that key", async () => {
        const { first, second, setFails } = twoWindows();
        await Promise.all([first.start(), second.start()]);
        await first.save(OTHER.baseUrl, OTHER.key);
        setFails(true);
        await second.readAgain();
        await jest.advanceTimersByTimeAsync(600_000);
        expect(second.state()).toEqual({ kind: "none" });
        setFails(false);
        await jest.advanceTimersByTimeAsync(60_000);
        expect([second.credentials(), second.connected()]).toEqual([OTHER, 1]);
        expect(jest.getTimerCount()).toBe(0);
      });

      it("at the start, and then has the stored key", async () => {
        const { first, open, setFails } = twoWindows();
        await first.save(OTHER.baseUrl, OTHER.key);
        setFails(true);
        const late = open();
        await late.start();
        expect(late.state()).toEqual({ kind: "none" });
        setFails(false);
        await jest.advanceTimersByTimeAsync(10_000);
        expect([late.credentials(), late.connected()]).toEqual([OTHER, 1]);
      });

      it("but not for a key that is older than the one that was saved or removed here", async () => {
        const { first, open, setFails } = twoWindows();
        await first.save(OTHER.baseUrl, OTHER.key);
        setFails(true);
        const [saved, removed] = [open(), open()];
        await Promise.all([saved.start(), removed.start()]);
        await saved.save(OTHER.baseUrl, "n".repeat(24));
        await removed.save(OTHER.baseUrl, "n".repeat(24));
        await removed.remove();
        setFails(false);
        await jest.advanceTimersByTimeAsync(60_000);
        expect([saved.credentials()?.key, removed.credentials()]).toEqual(["n".repeat(24), undefined]);
      });
    });

    it("has the key that was saved there, forgets answers of another one, and lets waiting cells calculate", async () => {
      const { first, second } = twoWindows();
      await Promise.all([first.start(), second.start()]);
      await first.save(OTHER.baseUrl, "k".repeat(24));
      await second.readAgain();
      expect(second.credentials()).toEqual({ baseUrl: OTHER.baseUrl, key: "k".repeat(24) });
      await first.save(OTHER.baseUrl, OTHER.key);
      await second.readAgain();
      await second.readAgain();
      expect(second.access).toEqual([["none"], ["present", { forget: false }], ["present", { forget: true }]]);
      expect([second.connected(), second.state()]).toEqual([2, { kind: "connected", baseUrl: OTHER.baseUrl, place: "office" }]);
    });

    it("has no key if it was removed there, but keeps it if the storage cannot be read now", async () => {
      const { first, second, setFails } = twoWindows();
      await Promise.all([first.start(), second.start()]);
      await first.save(OTHER.baseUrl, OTHER.key);
      await second.readAgain();
      setFails(true);
      await second.readAgain();
      expect(second.credentials()).toEqual(OTHER);
      setFails(false);
      await first.remove();
      await second.readAgain();
      expect(second.state()).toEqual({ kind: "none" });
    });

    it.each(["started", "connected"])("has the key that was stored last, whenever the reads of the store end, also while it is being %s", async (is) => {
      let text: string | null = JSON.stringify({ ...OTHER, key: "k".repeat(24) });
      const reads: (() => void)[] = [];
      const get = () => new Promise<string | null>((resolve) => reads.push(resolve.bind(undefined, text)));
      const slow: StoragePlace = { name: "office", get, set: async () => undefined, remove: async () => undefined };
      const c = connection({ store: createKeyStore([slow]) });
      const endReads = async (count: number) => {
        for (let i = 0; i < count; i++) {
          for (let turn = 0; turn < 20; turn++) await Promise.resolve();
          reads.shift()?.();
        }
      };
      const started = c.start();
      if (is === "connected") {
        await Promise.all([started, endReads(1)]);
        text = null;
        void c.readAgain();
        await endReads(1);
      }
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
      text = JSON.stringify(OTHER);
      const last = c.readAgain();
      await Promise.all([last, endReads(4)]);
      expect(c.credentials()).toEqual(OTHER);
    });

    it("keeps a key that is in memory, of the local service, or saved while the store is read", async () => {
      const local = connection({ localOrigin: "https://localhost:3000", fetchLocalKey: async () => "local" });
      await local.start();
      await local.readAgain();
      expect(local.state()).toMatchObject({ kind: "connected", place: "local" });
      const c = connection();
      await c.start();
      await c.save(OTHER.baseUrl, OTHER.key);
      await c.readAgain();
      expect([c.credentials(), c.connected()]).toEqual([OTHER, 1]);
    });
  });

  it("says so if a copy of a removed key is left on the device", async () => {
    const c = connection({ store: { ...storing(), remove: async () => false } });
    await c.start();
    expect(await c.remove()).toMatch(/^The key is no longer used, but it is still on this device/);
    expect(c.credentials()).toBeUndefined();
  });

  it("has no key after it is removed, and notifies listeners", async () => {
    const c = connection({ store: storing() });
    await c.start();
    const states: string[] = [];
    const stop = c.onChange(() => states.push(c.state().kind));
    expect(await c.remove()).toBeUndefined();
    expect(c.credentials()).toBeUndefined();
    expect(c.access.at(-1)).toEqual(["none"]);
    expect(states).toEqual(["none"]);
    stop();
  });
});
