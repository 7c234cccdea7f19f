import { NO_KEY_IN_CELL } from "../../src/pane/pane-words";
import type { Excel } from "./excel-host";
import { KEYS } from "./local-service";
import { expectEventually } from "../time";
import { replaceClock } from "./under-faults/clock";
import { enterKey, evals, stage, until } from "./stage";

/** A stored key, as the store writes it. */
const stored = (key: string, baseUrl: string): string => JSON.stringify({ baseUrl, key });

/** How the functions of Excel's page are connected; undefined while the page loads. */
const connectionIn = (excel: Excel): Promise<string | undefined> => {
  const frame = excel.page.frames().find((one) => one.url().includes("/taskpane.html"));
  const read = (): string | undefined =>
    (globalThis as unknown as Record<symbol, { connection(): { kind: string } } | undefined>)[Symbol.for("service.pane-services")]?.connection().kind;
  return frame ? frame.evaluate(read).catch(() => undefined) : Promise.resolve(undefined);
};

/** The names in the frame's storage, without office.js's own. */
const storedIn = (excel: Excel): Promise<readonly string[]> =>
  excel.page.frames()[1]!.evaluate(() => {
    try {
      return Object.keys(localStorage).filter((name) => name !== "Office API client");
    } catch {
      return ["denied"];
    }
  });

describe("a key on this computer", () => {
  const at = stage();

  it("cells without a key show what to do, and recalculate once a key is saved", async () => {
    const excel = await at.excel();
    const { sheets, dirty, calculations } = excel.workbook;
    const { results } = await excel.callAll([
      { fn: "SERVICE.YIELD", args: ["10Y", null], address: "Sheet1!A1" },
      { fn: "SERVICE.YIELD", args: ["2Y", null], address: "Sheet1!B9" },
    ]);
    expect(results.map((r) => [r.ok, r.value])).toEqual([
      [true, NO_KEY_IN_CELL],
      [true, NO_KEY_IN_CELL],
    ]);
    expect(evals(at.service)).toEqual([]);
    sheets.Sheet1 = {
      A1: { formula: '=SERVICE.YIELD("10Y")', value: NO_KEY_IN_CELL },
      A2: { formula: '=SERVICE.YIELD("5Y")', value: 4.3 },
      A3: { formula: NO_KEY_IN_CELL, value: NO_KEY_IN_CELL },
      // IFERROR hides the text "Add your API key", but the call inside waits for a key.
      B9: { formula: '=IFERROR(VALUE(SERVICE.YIELD("2Y")),"-")', value: "-" },
    };
    // From an earlier session: this one has no call for it.
    sheets["Second sheet"] = { D4: { formula: '=SERVICE.FRED("DGS10")', value: NO_KEY_IN_CELL } };

    await enterKey(excel, KEYS.good);
    await excel.pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    await until(() => calculations.length > 0);
    expect(dirty).toEqual(["Sheet1!A1", "Sheet1!B9", "Second sheet!D4"]);
    expect(calculations).toEqual(["Recalculate"]);
    await excel.settled();
    expect([sheets.Sheet1.A1?.value, sheets["Second sheet"].D4?.value]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(sheets.Sheet1.A2?.value).toBe(4.3);
    expect(new Set(evals(at.service).map(({ key }) => key))).toEqual(new Set([KEYS.good]));
    // A frame from another site has no storage here: the pane says that the key is held in memory only.
    await excel.pane.getByText("It stays in memory only", { exact: false }).first().waitFor();
  });

  it("the local service's own key is used at once, and the pane reports it", async () => {
    at.service.switches.localKey = true;
    const excel = await at.excel();
    expect(await excel.call("SERVICE.YIELD", ["10Y", null])).toMatchObject({ ok: true, value: expect.any(Number) });
    await excel.pane.getByRole("tab", { name: "Account" }).click();
    await excel.pane.getByText("the local service's own key", { exact: false }).waitFor();
    expect(at.service.seen.filter(({ url }) => url.endsWith("/local/key")).map(({ method }) => method)).toEqual(["POST"]);
    expect(evals(at.service).map(({ key }) => key)).toEqual([KEYS.local]);
  });

  it.each<[string, () => { key: string; url?: string }, RegExp]>([
    ["a key that the service does not know", () => ({ key: KEYS.unknown }), /does not know this API key/],
    ["a revoked key", () => ({ key: KEYS.revoked }), /revoked/],
    ["a key that is too short", () => ({ key: "half" }), /at least 16 characters.*Paste the whole key/],
    [
      "a key over quota",
      () => {
        at.service.switches.status = { status: 401, body: '{"detail":{"code":"over_quota","resets_at":"2024-07-01T00:00:00Z"}}' };
        return { key: KEYS.good };
      },
      /used up until 2024-07-01/,
    ],
    [
      "a service that is down",
      () => {
        at.service.switches.status = "lost";
        return { key: KEYS.good };
      },
      /^No answer from/,
    ],
    [
      "a page that is not a service",
      () => {
        at.service.switches.status = { status: 200, body: "<!doctype html>" };
        return { key: KEYS.good };
      },
      /not SERVICE/,
    ],
    ["an address without a service", () => ({ key: KEYS.good, url: "https://localhost:3000/elsewhere" }), /no SERVICE/],
    ["an http address", () => ({ key: KEYS.good, url: "http://api.example.com" }), /Use https/],
  ])("%s is explained in the pane, and nothing is saved", async (_, prepare, expected) => {
    const preview = await at.preview();
    const { key, url } = prepare();
    await enterKey(preview, key, url);
    const problem = preview.pane.locator("#connection-problem");
    await problem.waitFor();
    expect(await problem.textContent()).toMatch(expected);
    expect(await preview.page.evaluate(() => JSON.stringify(localStorage))).toBe("{}");
    expect(await preview.pane.getByLabel("API key", { exact: true }).inputValue()).toBe(key);
  });

  it("a saved key is used after a reload, and removing it empties the storage", async () => {
    const preview = await at.preview();
    await enterKey(preview, KEYS.good);
    await preview.pane.getByText("in this browser's storage", { exact: false }).waitFor();
    const kept = await preview.page.evaluate(() => Object.keys(localStorage));
    expect(kept).toEqual(["service.connection"]);

    await preview.page.reload();
    await preview.pane.getByRole("tab", { name: "Build", selected: true }).waitFor();
    await preview.pane.getByRole("tab", { name: "Account" }).click();
    await preview.pane.getByRole("heading", { name: "Plan and quota" }).waitFor();

    await preview.pane.getByRole("button", { name: "Remove key" }).click();
    await preview.pane.getByRole("button", { name: "Keep" }).click();
    expect(await preview.page.evaluate(() => Object.keys(localStorage))).toEqual(kept);
    await preview.pane.getByRole("button", { name: "Remove key" }).click();
    await preview.pane.getByRole("button", { name: "Remove key now" }).click();
    await preview.pane.getByText("Key removed.", { exact: false }).waitFor();
    expect(await preview.page.evaluate(() => JSON.stringify(localStorage))).toBe("{}");
  });

  it("the key appears only in the key store: no URL, log, page text or diagnostics", async () => {
    const preview = await at.preview();
    await preview.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: at.service.origin });
    await enterKey(preview, KEYS.good);
    await preview.pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    await preview.pane.getByRole("button", { name: "Copy diagnostics" }).click();
    await preview.pane.getByText("contains no key.", { exact: false }).waitFor();
    const places = await preview.page.evaluate(async () => ({
      clipboard: await navigator.clipboard.readText(),
      page: document.documentElement.outerHTML,
      cookies: document.cookie,
      session: JSON.stringify(sessionStorage),
      local: JSON.stringify(Object.entries(localStorage).filter(([name]) => name !== "service.connection")),
      databases: JSON.stringify(await indexedDB.databases()),
      caches: JSON.stringify(await caches.keys()),
      address: location.href,
    }));
    expect(places.clipboard).toMatch(/^SERVICE diagnostics/);
    // Not even a run of eight characters of the key: a shortened key is still part of it.
    const parts = Array.from({ length: KEYS.good.length - 7 }, (_, i) => KEYS.good.slice(i, i + 8));
    for (const [place, text] of Object.entries({ ...places, addresses: preview.addresses.join("\n"), console: preview.heard.join("\n") }))
      expect({ place, holds: parts.some((part) => text.includes(part)) }).toEqual({ place, holds: false });
  });
});

describe("a key in Excel on the web, where Office offers storage", () => {
  const at = stage("https://addin.officeapps.live.com");

  it("the key is kept in Office's storage, and waiting cells calculate at the next start", async () => {
    const excel = await at.excel();
    expect(await excel.call("SERVICE.YIELD", ["10Y", null])).toMatchObject({ ok: true, value: NO_KEY_IN_CELL });
    await enterKey(excel, KEYS.good, at.service.origin);
    await excel.pane.getByText("in Office's add-in storage", { exact: false }).waitFor();
    expect(at.service.seen.filter(({ url }) => url.endsWith("/local/key"))).toEqual([]);

    const { sheets, dirty } = excel.workbook;
    sheets.Sheet1 = { A1: { formula: '=SERVICE.YIELD("10Y")', value: NO_KEY_IN_CELL }, A2: { formula: '=SERVICE.YIELD("2Y")', value: 4.7 } };
    await excel.page.reload();
    await until(() => dirty.length > 0);
    expect(dirty).toEqual(["Sheet1!A1"]);
  });

  it("a key that is saved or removed in another window counts in this one, and waiting cells calculate, also if the pane is never shown", async () => {
    const excel = await at.excel({ hidden: true });
    const { sheets, dirty } = excel.workbook;
    expect(await excel.call("SERVICE.YIELD", ["10Y", null], "Sheet1!A1")).toMatchObject({ ok: true, value: NO_KEY_IN_CELL });
    sheets.Sheet1 = { A1: { formula: '=SERVICE.YIELD("10Y")', value: NO_KEY_IN_CELL } };
    const other = await excel.context.newPage();
    await other.goto(`${at.service.origin}/taskpane.html`);
    await other.getByRole("tab", { name: "Account" }).click();
    await enterKey({ pane: other }, KEYS.good, at.service.origin);
    await expectEventually(() => evals(at.service).map(({ key }) => key)).toEqual([KEYS.good]);
    expect(dirty).toEqual(["Sheet1!A1"]);

    await other.getByRole("button", { name: "Remove key" }).click();
    await other.getByRole("button", { name: "Remove key now" }).click();
    await expectEventually(async () => (await excel.call("SERVICE.YIELD", ["2Y", null], "Sheet1!A2")).value).toBe(NO_KEY_IN_CELL);
  });

  it("waiting cells calculate at the next start also if the pane's code arrives after the key, and the pane is never shown", async () => {
    const excel = await at.excel({ hidden: true });
    const { sheets, dirty } = excel.workbook;
    await excel.pane.evaluate((text) => localStorage.setItem("_OfficeRuntime_Storage_service.connection", text), stored(KEYS.good, at.service.origin));
    sheets.Sheet1 = { A1: { formula: '=SERVICE.YIELD("10Y")', value: NO_KEY_IN_CELL } };
    let arrive: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await excel.page.route("**/taskpane.js", async (route) => {
      await arrival;
      await route.fallback();
    });
    await excel.page.reload({ waitUntil: "commit" });
    await expectEventually(() => connectionIn(excel)).toBe("connected");
    expect(dirty).toEqual([]);
    arrive();
    await until(() => dirty.length > 0);
    expect(dirty).toEqual(["Sheet1!A1"]);
    await expectEventually(() => evals(at.service).map(({ key }) => key)).toEqual([KEYS.good]);
  });

  it("waiting cells calculate later if Excel limits requests when a key is saved", async () => {
    const excel = await at.excel();
    const clock = await replaceClock(excel.context);
    const { workbook } = excel;
    workbook.sheets.Sheet1 = { A1: { formula: '=SERVICE.YIELD("10Y")', value: NO_KEY_IN_CELL } };
    expect((await excel.call("SERVICE.YIELD", ["10Y", null], "Sheet1!A1")).value).toBe(NO_KEY_IN_CELL);
    const refusals = 40;
    workbook.limited = Array.from({ length: refusals }, (_, i) => i);
    await enterKey(excel, KEYS.good, at.service.origin);
    await clock.until(() => (workbook.limited.length === refusals ? ["no request"] : []));
    // The request that calculates is given up after a minute.
    await clock.pass(90_000);
    expect(workbook.dirty).toEqual([]);
    workbook.limited = [];
    await clock.until(() => (workbook.dirty.length === 0 ? ["no cell calculated"] : []));
    expect(workbook.dirty).toEqual(["Sheet1!A1"]);
  });

  it("the pane tests a key that another window has saved", async () => {
    const excel = await at.excel();
    await enterKey(excel, KEYS.good, at.service.origin);
    const plan = excel.pane.getByRole("heading", { name: "Plan and quota" });
    await plan.waitFor();
    await at.service.store.ledger.keys.revoke("good", "2024-06-28T12:00:00Z");
    for (const name of ["Build", "Account"]) await excel.pane.getByRole("tab", { name }).click();
    await excel.pane.getByText(/has been revoked/).waitFor();
    const other = await at.excel({ beside: excel });
    await other.pane.getByRole("tab", { name: "Account" }).click();
    await other.pane.getByRole("button", { name: "Use another key" }).click();
    await enterKey(other, KEYS.local, at.service.origin);
    await plan.waitFor();
    expect(await excel.pane.getByText(/has been revoked/).count()).toBe(0);
  });

  it("after a refusal, a newer key in the storage is used, and the refused cells calculate", async () => {
    const excel = await at.excel();
    const { sheets, dirty } = excel.workbook;
    await enterKey(excel, KEYS.good, at.service.origin);
    await excel.pane.getByText("in Office's add-in storage", { exact: false }).waitFor();
    // As another process does, whose changes this window does not hear of.
    await excel.pane.evaluate(
      ([from, to]) => {
        for (const [name, text] of Object.entries(localStorage)) localStorage.setItem(name, String(text).replace(from!, to!));
      },
      [KEYS.good, KEYS.local],
    );
    await at.service.store.ledger.keys.revoke("good", "2024-06-28T12:00:00Z");
    sheets.Sheet1 = { A1: { formula: '=SERVICE.YIELD("10Y")', value: "#N/A" } };
    expect(await excel.call("SERVICE.YIELD", ["10Y", null], "Sheet1!A1")).toMatchObject({ ok: false });
    await expectEventually(() => sheets.Sheet1?.A1?.value).toEqual(expect.any(Number));
    expect(dirty).toEqual(["Sheet1!A1"]);
    expect(evals(at.service).map(({ key }) => key)).toEqual([KEYS.good, KEYS.local]);
  });

  it("a key that was saved without the partition key is used, and removed from there too", async () => {
    const excel = await at.excel({ partitionKey: "site of the document:" });
    await excel.pane.evaluate((text) => localStorage.setItem("_OfficeRuntime_Storage_service.connection", text), stored(KEYS.good, at.service.origin));
    await excel.page.reload();
    const pane = excel.page.frames()[1]!;
    await pane.getByRole("tab", { name: "Account" }).click();
    await pane.getByText("in Office's add-in storage", { exact: false }).waitFor();
    await pane.getByRole("button", { name: "Remove key" }).click();
    await pane.getByRole("button", { name: "Remove key now" }).click();
    await pane.getByText("Key removed.", { exact: false }).waitFor();
    expect(await storedIn(excel)).toEqual([]);
  });

  it.each([undefined, "site of the document:"])(
    "if Office's storage is denied, is in the browser's under the partition key %s, until it is removed",
    async (partitionKey) => {
      const excel = await at.excel({ officeStorageDenied: true, ...(partitionKey === undefined ? {} : { partitionKey }) });
      await enterKey(excel, KEYS.good, at.service.origin);
      await excel.pane.getByText("in this browser's storage", { exact: false }).waitFor();
      expect(await storedIn(excel)).toEqual([`${partitionKey ?? ""}service.connection`]);
      await excel.page.reload();
      await expectEventually(() => connectionIn(excel)).toBe("connected");
      const pane = excel.page.frames()[1]!;
      await pane.getByRole("tab", { name: "Account" }).click();
      await pane.getByRole("button", { name: "Remove key" }).click();
      await pane.getByRole("button", { name: "Remove key now" }).click();
      await pane.getByText("Key removed.", { exact: false }).waitFor();
      expect(await storedIn(excel)).toEqual([]);
    },
  );
});

/* A frame whose storage works, and one in which the browser denies it because it is of another site. */
describe.each([
  ["works", "https://addin.officeapps.live.com"],
  ["is denied", "https://localhost:3000"],
] as const)("a key in a frame whose storage %s", (storage, origin) => {
  const at = stage(origin);
  const isDenied = storage === "is denied";
  /** Where the pane says that the key is, after the page was loaded again. */
  const placeAfterReload = async (excel: Excel): Promise<string> => {
    await excel.page.reload();
    await expectEventually(() => connectionIn(excel)).toMatch(/connected|none/);
    return (await connectionIn(excel))!;
  };

  it.each([undefined, "site of the document:"])("is found after a reload with the partition key %s, unless storage is denied", async (partitionKey) => {
    const excel = await at.excel(partitionKey === undefined ? {} : { partitionKey });
    await enterKey(excel, KEYS.good, at.service.origin);
    await excel.pane
      .getByText(isDenied ? "It stays in memory only" : "in Office's add-in storage", { exact: false })
      .first()
      .waitFor();
    expect(await storedIn(excel)).toEqual(isDenied ? ["denied"] : [`_OfficeRuntime_Storage_${partitionKey ?? ""}service.connection`]);
    expect(await placeAfterReload(excel)).toBe(isDenied ? "none" : "connected");
  });
});
