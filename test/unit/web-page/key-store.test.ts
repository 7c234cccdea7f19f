import { createKeyStore, type Place } from "../../../src/web-page/key-store";

const KEPT = { baseUrl: "https://api.example.com", key: "k".repeat(24) };

interface Shelf extends Place {
  text: string | null;
}

function shelf(name: Place["name"], faults: Partial<Place> = {}): Shelf {
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
  it("keeps the key in Office's storage, and in no second place", async () => {
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
    expect(await nowhere.read()).toBeUndefined();
  });

  it("ignores and removes a stored key that is too short", async () => {
    const browser = shelf("browser");
    browser.text = JSON.stringify({ ...KEPT, key: "sample" });
    const store = createKeyStore([browser]);
    expect(await store.read()).toBeUndefined();
    expect(await store.remove()).toBe(true);
    expect(browser.text).toBeNull();
  });

  it("does not trust a place that returns something else", async () => {
    const forgetful = shelf("office", { set: async () => undefined });
    expect(await createKeyStore([forgetful]).write(KEPT)).toBe("memory");
  });

  it("survives places that throw on access", async () => {
    const throwing = shelf("browser", {
      get: () => {
        throw new Error("SecurityError");
      },
    });
    expect(await createKeyStore([throwing]).read()).toBeUndefined();
  });

  it("does not wait forever for a place that never answers", async () => {
    jest.useFakeTimers();
    try {
      const reading = createKeyStore([shelf("office", silent), shelf("browser", silent)]).read();
      await jest.advanceTimersByTimeAsync(10_000);
      expect(await reading).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it.each(["", "{", "null", "[]", '{"baseUrl":"https://a"}', '{"baseUrl":"https://a","key":""}', '{"key":1,"baseUrl":2}'])(
    "treats a broken entry as no key: %s",
    async (text) => {
      const office = shelf("office");
      office.text = text;
      expect(await createKeyStore([office]).read()).toBeUndefined();
    },
  );

  it("removes the key everywhere and reports where it could not", async () => {
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
