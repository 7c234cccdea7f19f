import { createKeyStore, type StoragePlace } from "../../../src/web-page/key-store";
import { fakeTimers } from "../../time";

const KEPT = { baseUrl: "https://api.example.com", key: "k".repeat(24) };

interface Shelf extends StoragePlace {
  text: string | null;
}

function shelf(name: StoragePlace["name"], faults: Partial<StoragePlace> = {}): Shelf {
  const made: Shelf = {
    name,
    text: null,
    get: async () => made.text,
    set: async (text) => {
      made.text = text;
    },
    remove: async () => {
      made.text = null;
    },
    ...faults,
  };
  return made;
}

const blocked = {
  get: () => Promise.reject(new Error("SecurityError")),
  set: () => Promise.reject(new Error("SecurityError")),
  remove: () => Promise.reject(new Error("SecurityError")),
};
const silent = {
  get: () => new Promise<string | null>(() => undefined),
  set: () => new Promise<void>(() => undefined),
  remove: () => new Promise<void>(() => undefined),
};

describe("the key store", () => {
  it("keeps the key in Office's storage only", async () => {
    const [office, browser] = [shelf("office"), shelf("browser")];
    browser.text = JSON.stringify({ ...KEPT, key: "an older one" });
    const store = createKeyStore([office, browser]);
    expect(await store.write(KEPT)).toBe("office");
    expect(JSON.parse(office.text ?? "")).toEqual(KEPT);
    expect(browser.text).toBeNull();
    expect(await store.read()).toEqual({ credentials: KEPT, place: "office" });
  });

  it("falls back to the browser's storage, then to memory", async () => {
    const browser = shelf("browser");
    expect(await createKeyStore([shelf("office", blocked), browser]).write(KEPT)).toBe("browser");
    const nowhere = createKeyStore([shelf("office", blocked), shelf("browser", blocked)]);
    expect(await nowhere.write(KEPT)).toBe("memory");
    expect(await nowhere.read()).toEqual({ credentials: KEPT, place: "memory" });
    expect(await nowhere.remove()).toBe(true);
    expect(await nowhere.read()).toBe("unreadable");
  });

  it("ignores a stored key that is too short, and can remove it", async () => {
    const browser = shelf("browser");
    browser.text = JSON.stringify({ ...KEPT, key: "sample" });
    const store = createKeyStore([browser]);
    expect(await store.read()).toBe("none");
    expect(await store.remove()).toBe(true);
    expect(browser.text).toBeNull();
  });

  it("keeps the key in memory if a storage does not return what was written", async () => {
    const forgetful = shelf("office", { set: async () => undefined });
    expect(await createKeyStore([forgetful]).write(KEPT)).toBe("memory");
  });

  it("says that it cannot be read, without an error, if a storage throws", async () => {
    const throwing = shelf("browser", {
      get: () => {
        throw new Error("SecurityError");
      },
    });
    expect(await createKeyStore([throwing]).read()).toBe("unreadable");
  });

  it("says that it cannot be read after at most ten seconds if no storage replies", async () => {
    fakeTimers();
    try {
      const reading = createKeyStore([shelf("office", silent), shelf("browser", silent)]).read();
      await jest.advanceTimersByTimeAsync(10_000);
      expect(await reading).toBe("unreadable");
    } finally {
      jest.useRealTimers();
    }
  });

  it.each(["", "{", "null", "[]", '{"baseUrl":"https://a"}', '{"baseUrl":"https://a","key":""}', '{"key":1,"baseUrl":2}'])(
    "reads no key from the invalid entry %s",
    async (text) => {
      const office = shelf("office");
      office.text = text;
      expect(await createKeyStore([office]).read()).toBe("none");
    },
  );

  it("removes the key from every storage, and returns false if one fails", async () => {
    const [office, browser] = [shelf("office"), shelf("browser")];
    office.text = browser.text = JSON.stringify(KEPT);
    expect(await createKeyStore([office, browser]).remove()).toBe(true);
    expect([office.text, browser.text]).toEqual([null, null]);

    const stubborn = shelf("office", { remove: async () => undefined });
    stubborn.text = JSON.stringify(KEPT);
    expect(await createKeyStore([stubborn]).remove()).toBe(true);
    expect(stubborn.text).toBe("");

    const stuck = shelf("office", { remove: blocked.remove, set: blocked.set });
    stuck.text = JSON.stringify(KEPT);
    expect(await createKeyStore([stuck]).remove()).toBe(false);
  });
});
