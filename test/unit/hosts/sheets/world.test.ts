import type { Seen, ServiceReply } from "../../../sheets/network";
import { type SheetsService, startService } from "../../../sheets/service";
import { runAtOnce } from "../../../sheets/threads";
import { createWorld, type World, type WorldOptions } from "../../../sheets/world";
import { cell, error, NOON, value, worldOf } from "./one-function";
import { grid } from "../../../grid";

describe("a simulated script has only ECMAScript and Google's services", () => {
  it.each(
    "setTimeout setInterval setImmediate queueMicrotask fetch URL URLSearchParams TextEncoder TextDecoder crypto performance process Buffer require module exports global AbortController structuredClone atob btoa WebAssembly SharedArrayBuffer Atomics window document XMLHttpRequest MessageChannel __outside __invoke".split(
      " ",
    ),
  )("%s is not defined", async (name) => {
    expect(await cell(`return [[typeof ${name}, ${JSON.stringify(name)} in globalThis]];`)).toEqual(value([["undefined", false]]));
  });

  it("globals of one execution do not exist in the next", async () => {
    const world = worldOf("globalThis.seen = (globalThis.seen || 0) + 1; Array.prototype.extra = 1; count++; return [[seen, count]];", {
      code: "var count = 0; function F() { const before = typeof [].extra; Array.prototype.extra = 1; globalThis.seen = (globalThis.seen || 0) + 1; count++; return [[seen, count, before]]; }",
    });
    expect(await world.call("F")).toEqual(value([[1, 1, "undefined"]]));
    expect(await world.call("F")).toEqual(value([[1, 1, "undefined"]]));
  });

  it("values and errors from services are instances of the script's own Object, Array, Date and Error", async () => {
    const body = `
      const cache = CacheService.getScriptCache(); cache.put("k", "v");
      let thrown; try { cache.put("k", "v", 0); } catch (e) { thrown = e; }
      return [[cache.getAll(["k"]) instanceof Object, thrown instanceof Error, thrown.name, a instanceof Date, b instanceof Array, new Date() instanceof Date, UrlFetchApp.fetchAll(["https://a.b/c"]) instanceof Array]];`;
    const world = worldOf(body);
    expect(await world.call("F", [{ date: "2024-06-19" }, [[1, 2]]])).toEqual(value([[true, true, "Exception", true, true, true, true]]));
  });

  it("the test can read what the script logs", async () => {
    const world = worldOf(`console.warn("a", { b: 1 }); Logger.log("c"); return 1;`);
    await world.call("F");
    expect(world.logs).toEqual(['warn: a {"b":1}', "log: c"]);
  });

  it("promise callbacks run before the execution ends", async () => {
    const world = worldOf(`Promise.resolve().then(() => console.log("later")); return 1;`);
    expect(await world.call("F")).toEqual(value(1));
    expect(world.logs).toEqual(["log: later"]);
  });
});

describe("the virtual time of a simulated script", () => {
  it("does not advance during computation, only in service calls", async () => {
    const world = worldOf(`const t = Date.now(); for (let i = 0; i < 1e6; i++); const u = Date.now();
      Utilities.sleep(1500); const v = +new Date(); UrlFetchApp.fetch("https://a.b/c"); const w = new Date().getTime();
      CacheService.getScriptCache().get("k"); return [[t, u - t, v - u, w - v, Date.now() - w]];`);
    expect(await world.call("F")).toEqual(value([[NOON, 0, 1500, 200, 20]]));
    expect(world.now()).toBe(NOON + 1720);
    world.advance(1000);
    expect(world.now()).toBe(NOON + 2720);
  });

  it("starts at the time that the test sets", async () => {
    expect(await cell("return new Date().toISOString();", { now: "2024-03-10T01:02:03Z" })).toEqual(value("2024-03-10T01:02:03.000Z"));
  });

  it.each(["new Date(2024, 5, 19)", "new Date().getHours()", "String(new Date())", 'new Date("2024-01-15T00:00:00")', "new Date().setMonth(6)"])(
    "has no local time, which is not the spreadsheet's: %s",
    async (read) => expect(await cell(`return ${read};`)).toEqual(error(/local time is not the spreadsheet's/)),
  );
});

describe("the time limit of a simulated script", () => {
  const endless = `try { for (;;) Utilities.sleep(900); } catch (e) { console.log("caught"); return "caught"; } finally { console.log("finally"); }`;

  it("terminates a custom function after 30 s, which the function cannot catch", async () => {
    const world = worldOf(endless);
    expect(await world.call("F")).toEqual(error("Exceeded maximum execution time"));
    expect(world.now()).toBe(NOON + 30_000);
    expect(world.logs).toEqual([]);
  });

  it("allows a custom function exactly 30 s", async () => {
    expect(await cell("Utilities.sleep(30000); return 1;")).toEqual(value(1));
    expect(await cell("Utilities.sleep(30001); return 1;")).toEqual(error("Exceeded maximum execution time"));
  });

  it("includes the time of waiting for a slow service", async () => {
    const service = () => ({ status: 200, latencyMs: 31_000 });
    expect(await cell(`return UrlFetchApp.fetch("https://a.b/c").getResponseCode();`, { service })).toEqual(error("Exceeded maximum execution time"));
  });

  it.each(["menu", "sidebar", "trigger"] as const)("is six minutes for a %s", async (kind) => {
    const world = worldOf("for (let i = 0; i < a; i++) Utilities.sleep(60000); return 1;");
    expect(await world.run("F", [6], { kind })).toEqual(value(1));
    expect(await world.run("F", [7], { kind })).toEqual(error("Exceeded maximum execution time"));
  });

  it("keeps what a terminated script had stored, and releases its locks", async () => {
    const world = worldOf(`CacheService.getScriptCache().put("k", "v"); LockService.getScriptLock().tryLock(1); for (;;) Utilities.sleep(1000);`);
    await world.call("F");
    expect([...world.scriptCache.items().keys()]).toEqual(["k"]);
    await world.call("F");
    expect(world.now()).toBe(NOON + 60_000);
  });

  it("makes the test fail on an endless loop, and the next execution gets a new thread", async () => {
    const body = "while (a) {} return 1;";
    await expect(worldOf(body, { patienceMs: 500 }).call("F", [true])).rejects.toThrow(/without an end/);
    expect(await worldOf(body).call("F")).toEqual(value(1));
  });
});

describe("a cell's call in the simulated Sheets", () => {
  it("gets its arguments as Sheets passes them", async () => {
    const world = worldOf("return JSON.stringify([arguments.length, ...arguments]);", { spreadsheet: { timeZone: "America/New_York" } });
    const of = async (...args: Parameters<World["call"]>[1] & object) => ((await world.call("F", args)) as { value: string }).value;
    expect(await of("DGS10", null, 5, undefined)).toBe('[3,"DGS10","",5]');
    expect(await of(grid(2, "a", null, 1, true))).toBe('[1,[["a",""],[1,true]]]');
    expect(await of({ date: "2024-06-19" }, { dateTime: "2024-06-19T15:30" })).toBe('[2,"2024-06-19T04:00:00.000Z","2024-06-19T19:30:00.000Z"]');
    await expect(world.call("F", [[["a"], ["b", "c"]]])).rejects.toThrow(/one length/);
  });

  it("passes and returns dates as days in the spreadsheet's time zone", async () => {
    const spreadsheet = { timeZone: "Pacific/Auckland" };
    expect(
      await cell("return [[a, new Date(Date.UTC(2024, 5, 18, 12, 0, 1)), null, '', 0, false]];", { spreadsheet }, [{ date: "2024-06-19" }] as never),
    ).toEqual(value([[{ date: "2024-06-19" }, { date: "2024-06-19", time: "00:00:01" }, null, "", 0, false]]));
  });

  it.each([
    ["NaN", "return NaN;", /NaN/],
    ["infinity", "return [[1 / 0]];", /Infinity in row 1, column 1/],
    ["nothing", "", /undefined/],
    ["nothing in a row", "return [[1, undefined]];", /undefined in row 1, column 2/],
    ["a hole in a row", "return [[1, , 2]];", /undefined in row 1, column 2/],
    ["an object", "return { a: 1 };", /an object/],
    ["a Promise", "return Promise.resolve(1);", /a Promise/],
    ["a function", "return F;", /function/],
    ["rows of different lengths", "return [[1], [1, 2]];", /different lengths/],
    ["no rows", "return [];", /different lengths|list/],
    ["a list that is not made of rows", "return [1, 2];", /not one of rows/],
    ["an invalid date", "return new Date(NaN);", /invalid date/],
    ["a text too long for a cell", "return 'x'.repeat(50001);", /50001 characters/],
  ])("fails the test if the function returns %s", async (_what, body, words) => {
    await expect(cell(body)).rejects.toThrow(words);
  });

  it("finds a function in any letter case, if it is a declaration without a final underscore", async () => {
    const world = worldOf("", { code: "function SERVICE_X() { return 1; } function hidden_() { return 1; } var arrow = () => 1;" });
    expect(await world.call("service_x")).toEqual(value(1));
    expect(await world.call("hidden_")).toEqual(error(/Unknown function/));
    expect(await world.call("nowhere")).toEqual(error(/Unknown function/));
    await expect(world.call("arrow")).rejects.toThrow(/no function declaration/);
  });

  it("google.script.run returns only plain values, and makes the test fail for others", async () => {
    const world = worldOf("return a === 1 ? new Date() : { a, b: undefined, c: [null] };");
    expect(await world.run("F", ["x"], { kind: "sidebar" })).toEqual(value({ a: "x", c: [null] }));
    await expect(world.run("F", [1], { kind: "sidebar" })).rejects.toThrow(/a date/);
    expect(await world.run("f", [], { kind: "sidebar" })).toEqual(error(/Script function not found: f/));
  });

  it("shows the error if the script throws", async () => {
    expect(await cell(`throw new Error("what happened, and what to do");`)).toEqual(error("what happened, and what to do"));
    expect(await cell("return nothing.there;")).toEqual(error(/nothing is not defined/));
    expect(await cell("", { code: "throw new Error('at the top');" })).toEqual(error("at the top"));
  });
});

describe("simulated cells that calculate at the same time", () => {
  const times = (length: number, ...args: number[]) => Array.from({ length }, () => ({ name: "F", args }));

  it("share one cache and one clock, and wait in parallel", async () => {
    const world = worldOf(
      `const c = CacheService.getScriptCache(); const before = c.get("k"); UrlFetchApp.fetch("https://a.b/c"); c.put("k", "v"); return [[before, c.get("k")]];`,
    );
    expect(await runAtOnce(world, times(5))).toEqual(Array.from({ length: 5 }, () => value([[null, "v"]])));
    expect(world.requests.map(({ at }) => at - NOON)).toEqual([20, 20, 20, 20, 20]);
    expect(world.now()).toBe(NOON + 20 + 200 + 20 + 20);
  });

  it("share one lock, and later executions see what earlier ones stored", async () => {
    const world = worldOf(`const c = CacheService.getScriptCache(); const lock = LockService.getScriptLock(); lock.tryLock(20000);
      let v = c.get("k"); if (v === null) { v = UrlFetchApp.fetch("https://a.b/c").getContentText(); c.put("k", v); } lock.releaseLock(); return v;`);
    expect(await runAtOnce(world, times(3))).toEqual([value("hello"), value("hello"), value("hello")]);
    expect(world.requests).toHaveLength(1);
  });

  it("wait for a lock in order, each up to its timeout", async () => {
    const world = worldOf(`const lock = LockService.getScriptLock(); Utilities.sleep(b); const got = lock.tryLock(a); const at = Date.now() - ${NOON};
      if (got) console.log(b); if (b === 0) Utilities.sleep(5000); return [[got, at]];`);
    const outcomes = await runAtOnce(world, [
      { name: "F", args: [1000, 0] },
      { name: "F", args: [1000, 10] },
      { name: "F", args: [9000, 30] },
      { name: "F", args: [9000, 20] },
    ]);
    expect(outcomes).toEqual([value([[true, 20]]), value([[false, 1030]]), value([[true, 5020]]), value([[true, 5020]])]);
    expect(world.logs).toEqual(["log: 0", "log: 20", "log: 30"]);
  });

  it("get the lock of an execution that was terminated", async () => {
    const world = worldOf(`LockService.getScriptLock().tryLock(29990); if (a) for (;;) Utilities.sleep(1000); return Date.now() - ${NOON};`);
    const outcomes = await runAtOnce(world, [{ name: "F", args: [true] }, { name: "F" }]);
    expect(outcomes).toEqual([error(/Exceeded/), value(30_000)]);
  });

  it("run in the same order each time, regardless of threads", async () => {
    const body = `const c = CacheService.getScriptCache(); const trail = []; for (let i = 0; i < 4; i++) { trail.push(c.get("k")); c.put("k", String(a) + i); if ((a + i) % 3 === 0) Utilities.sleep(7 * a); } return trail.join();`;
    const cells = Array.from({ length: 8 }, (_, i) => ({ name: "F", args: [i] }));
    const first = await runAtOnce(worldOf(body), cells);
    for (let i = 0; i < 3; i++) expect(await runAtOnce(worldOf(body), cells)).toEqual(first);
  });

  it("with a limit of two, start the next execution when one ends", async () => {
    const world = worldOf(`const at = Date.now() - ${NOON}; Utilities.sleep(a); return at;`);
    const cells = [100, 1000, 50, 10].map((ms) => ({ name: "F", args: [ms] }));
    expect(await runAtOnce(world, cells, { atMost: 2 })).toEqual([value(0), value(0), value(100), value(150)]);
  });

  it("run at most thirty at a time per user", async () => {
    const world = worldOf("Utilities.sleep(100); return 1;");
    const calls = await Promise.all(Array.from({ length: 31 }, () => world.call("F")));
    expect(calls.filter(({ kind }) => kind === "error")).toEqual([error(/too many scripts running simultaneously/)]);
    expect(await runAtOnce(world, times(40))).toEqual(Array.from({ length: 40 }, () => value(1)));
  }, 20_000);
});

describe("the simulated spreadsheet", () => {
  const sheets = { Data: { A1: "=SERVICE_FRED(B1)", B1: "DGS10" } };
  const write = `SpreadsheetApp.getActiveSpreadsheet().getSheetByName("Data").getRange(1, 2)`;

  it("can be changed by a menu function, and the next execution reads the changes", async () => {
    const world = worldOf(`const cell = ${write}; const before = cell.getValue(); cell.setValue(a); SpreadsheetApp.flush(); return before;`, {
      spreadsheet: { sheets },
    });
    expect(await world.run("F", ["DGS2"])).toEqual(value("DGS10"));
    expect(world.now()).toBe(NOON + 300);
    expect(await world.run("F", ["DGS5"])).toEqual(value("DGS2"));
    expect(world.spreadsheet.changes.map(({ call }) => call)).toEqual(["setValues", "flush"]);
    expect(world.spreadsheet.sheets["Data"]!["B1"]).toMatchObject({ value: "DGS5" });
  });

  it("can be read but not changed by a cell", async () => {
    const world = worldOf(`const cell = ${write}; if (a) cell.setValue("DGS2"); return cell.getValue();`, { spreadsheet: { sheets } });
    expect(await world.call("F")).toEqual(value("DGS10"));
    expect(await world.call("F", [true])).toEqual(error("You do not have permission to call setValue"));
    expect(world.spreadsheet.sheets["Data"]!["B1"]).toMatchObject({ value: "DGS10" });
  });

  it.each([
    ["by the time limit", {}, "for (let i = 0; i < 9; i++) Utilities.sleep(60000);"],
    ["by the test after one change", { dieAfter: 1 }, ""],
  ])("keeps changes made before the script was terminated %s", async (_when, by, rest) => {
    const world = worldOf(`try { ${write}.setValue("DGS2"); ${rest} } catch (e) {} finally { try { ${write}.setValue("DGS5"); } catch (e) {} } return 1;`, {
      spreadsheet: { sheets },
    });
    expect(await world.run("F", [], by)).toEqual(error("Exceeded maximum execution time"));
    expect(world.spreadsheet.sheets["Data"]!["B1"]).toMatchObject({ value: "DGS2" });
  });

  it("returns dates as the script's own Date, as days in the spreadsheet's time zone", async () => {
    const body = `const d = ${write}.getValue(); return [[d instanceof Date, d.toISOString(), d]];`;
    expect(await cell(body, { spreadsheet: { timeZone: "Asia/Tokyo", sheets: { Data: { B1: { date: "2024-06-19" } } } } })).toEqual(
      value([[true, "2024-06-18T15:00:00.000Z", { date: "2024-06-19" }]]),
    );
  });

  it("accepts a menu, a sidebar and triggers if the manifest has their scopes", async () => {
    const body = `const ui = SpreadsheetApp.getUi(); ui.createMenu("M").addItem("Open", "F").addToUi();
      if (a) { ui.showSidebar(HtmlService.createHtmlOutputFromFile("sidebar").setTitle("S")); ScriptApp.newTrigger("F").timeBased().everyHours(1).create(); } return 1;`;
    const options = { spreadsheet: { files: { sidebar: "<p>hello</p>" } } };
    const world = worldOf(body, options);
    expect(await world.run("F", [], { kind: "simple" })).toEqual(value(1));
    expect(world.spreadsheet.menus).toMatchObject([{ title: "M" }]);
    expect(await world.run("F", [true])).toEqual(value(1));
    expect(world.spreadsheet.sidebars).toEqual([{ title: "S", content: "<p>hello</p>" }]);
    expect(world.spreadsheet.triggers).toMatchObject([{ handler: "F", user: world.owner }]);
    const scopes = ["container.ui", "scriptapp"].map((name) => `https://www.googleapis.com/auth/script.${name}`);
    const needs = async (oauthScopes: string[]) => worldOf(body, { ...options, manifest: { oauthScopes } }).run("F", [true]);
    expect(await needs(scopes)).toEqual(value(1));
    expect(await needs(scopes.slice(1))).toEqual(error(/Ui\.showSidebar/));
    expect(await needs(scopes.slice(0, 1))).toEqual(error(/ScriptApp\.newTrigger/));
  });

  it("returns what the user enters in a prompt, only with its scope and not in a simple trigger", async () => {
    const body = `const ui = SpreadsheetApp.getUi(); const r = ui.prompt("T", "Which day?", ui.ButtonSet.OK_CANCEL);
      return [r.getSelectedButton() === ui.Button.OK, r.getResponseText()];`;
    const world = worldOf(body);
    expect(await world.run("F", [], { typed: "2024-05-02" })).toEqual(value([true, "2024-05-02"]));
    expect(world.spreadsheet.prompts).toEqual(["Which day?"]);
    expect(await world.run("F")).toEqual(value([false, ""]));
    expect(await world.run("F", [], { kind: "simple" })).toEqual(error(/do not have permission to call Ui\.prompt/));
    expect(await worldOf(body, { manifest: { oauthScopes: [] } }).run("F")).toEqual(error(/Ui\.prompt/));
  });
});

describe("the simulated CacheService", () => {
  const cache = (body: string, options?: Partial<WorldOptions>) => cell(`const c = CacheService.getScriptCache(); ${body}`, options);
  const big = "1".repeat(102_400);

  it.each([
    ["a key of 251 characters", `c.put("k".repeat(251), "v");`, /Argument too large: key/],
    ["a read of a key of 251 characters", `c.get("k".repeat(251));`, /Argument too large: key/],
    ["a value over 100 KB", `c.put("k", "${big}1");`, /Argument too large: value/],
    ["a value over 100 KB as UTF-8", `c.put("k", "ü".repeat(51201));`, /Argument too large: value/],
    ["one value over 100 KB among several", `c.putAll({ a: "1", k: "${big}1" });`, /Argument too large: value/],
    ["an expiry of six hours and a second", `c.put("k", "v", 21601);`, /Argument too large: expirationInSeconds/],
    ["an expiry of zero", `c.put("k", "v", 0);`, /at least 1/],
    ["the same key twice", `c.getAll(["k", "k"]);`, /twice/],
    ["more than a thousand keys", `c.getAll(Array.from({ length: 1001 }, (_, i) => "k" + i));`, /Argument too large: keys/],
    ["a missing key", `c.get(null);`, /Invalid argument: key/],
  ])("refuses %s", async (_what, body, words) => {
    expect(await cache(body)).toEqual(error(words));
  });

  it("accepts a key, a value, an expiry and a number of keys at Google's limits", async () => {
    expect(await cache(`c.put("k".repeat(250), "${big}", 21600); return c.get("k".repeat(250)).length;`)).toEqual(value(102_400));
    expect(await cache(`return Object.keys(c.getAll(Array.from({ length: 1000 }, (_, i) => "k" + i))).length;`)).toEqual(value(0));
  });

  it("returns text for any stored value, and null for a missing one", async () => {
    expect(
      await cache(
        `c.put("n", 12.5); c.putAll({ o: { a: 1 }, t: "t" }); c.remove("t"); return [[c.get("n"), c.get("o"), c.get("t"), JSON.stringify(c.getAll(["n", "x"]))]];`,
      ),
    ).toEqual(value([["12.5", "[object Object]", null, '{"n":"12.5"}']]));
  });

  it("keeps a value for ten minutes, or for the given time", async () => {
    const world = worldOf(`const c = CacheService.getScriptCache(); if (a) { c.put("x", "1"); c.put("y", "1", 21600); } return [[c.get("x"), c.get("y")]];`);
    expect(await world.call("F", [true])).toEqual(value([["1", "1"]]));
    world.advance(590_000);
    expect(await world.call("F", [])).toEqual(value([["1", "1"]]));
    world.advance(10_000);
    expect(await world.call("F", [])).toEqual(value([[null, "1"]]));
    world.advance(21_000_000);
    expect(await world.call("F", [])).toEqual(value([[null, null]]));
  });

  it("holds 1,000 items, and when one more is added it evicts those that expire first, down to 900", async () => {
    const world = worldOf(
      `const c = CacheService.getScriptCache(); for (let i = 0; i < 1001; i++) c.put("k" + i, "v", i === 5 ? 21600 : 1000 + i); return c.get("k5");`,
    );
    expect(await world.call("F")).toEqual(value("v"));
    const kept = [...world.scriptCache.items().keys()];
    expect(kept).toHaveLength(900);
    expect([kept.includes("k101"), kept.includes("k102"), kept.includes("k5")]).toEqual([false, true, true]);
    expect([world.scriptCache.peak, world.scriptCache.calls.put]).toEqual([1000, 1001]);
  });

  it("has separate caches for document and script", async () => {
    const body = `CacheService.getDocumentCache().put("k", "d"); return CacheService.getScriptCache().get("k");`;
    expect(await cell(body)).toEqual(value(null));
    expect(await cell("return CacheService.getDocumentCache();", { container: false })).toEqual(value(null));
  });
});

describe("the simulated PropertiesService", () => {
  it.each(["User", "Document"])("lets a cell read %s properties, but not write them", async (which) => {
    const world = worldOf(`const p = PropertiesService.get${which}Properties(); return a ? p[a]("k", "v") : p.getProperty("k");`);
    const held = which === "User" ? world.userProperties() : world.documentProperties;
    held.values.set("k", "v");
    expect(await world.call("F")).toEqual(value("v"));
    for (const method of ["setProperty", "deleteProperty"])
      expect(await world.call("F", [method])).toEqual(error(`You do not have permission to call PropertiesService.Properties.${method}`));
    expect([held.values.get("k"), held.calls]).toEqual(["v", { read: 1, write: 0 }]);
  });

  it("reads the owner's user properties in a cell, and the user's own properties elsewhere", async () => {
    const world = worldOf(`return PropertiesService.getUserProperties().getProperty("k");`);
    world.userProperties().values.set("k", "of the owner");
    world.userProperties("reader@example.com").values.set("k", "of the reader");
    expect(await world.call("F", [], { as: "reader@example.com" })).toEqual(value("of the owner"));
    expect(await world.run("F", [], { as: "reader@example.com" })).toEqual(value("of the reader"));
  });

  it("accepts 9 KB per value and 500 KB in total", async () => {
    const world = worldOf(
      `const p = PropertiesService.getUserProperties(); for (let i = 0; i < a; i++) p.setProperty("k" + i, "v".repeat(b)); return Object.keys(p.getProperties()).length;`,
    );
    expect(await world.run("F", [1, 9216])).toEqual(value(1));
    expect(await world.run("F", [1, 9217])).toEqual(error("Argument too large: value"));
    expect(await world.run("F", [56, 9216])).toEqual(error(/exceeded the property storage quota/));
    expect(world.userProperties().values.size).toBe(55);
  });

  it("throws when the number of reads and writes per day is used up", async () => {
    const world = worldOf(`const p = PropertiesService.getDocumentProperties(); p.setProperty("k", "v"); p.getProperty("k"); return p.getProperty("k");`, {
      propertyCallsPerDay: 2,
    });
    expect(await world.run("F")).toEqual(error("Service invoked too many times for one day: properties."));
    expect(world.documentProperties.values.get("k")).toBe("v");
  });

  it("has no document properties in a script without a document", async () => {
    expect(await cell("return PropertiesService.getDocumentProperties();", { container: false })).toEqual(value(null));
  });
});

describe("the simulated UrlFetchApp", () => {
  const fetched = async (params: string, options?: Partial<WorldOptions>) =>
    cell(`const r = UrlFetchApp.fetch("https://a.b/c", ${params}); return r.getResponseCode();`, options);

  it.each([
    ["an http address", `UrlFetchApp.fetch("http://a.b/c");`, /https/],
    ["an invalid address", `UrlFetchApp.fetch("a.b/c");`, /Invalid argument: a\.b/],
    ["an address over 2 KB", `UrlFetchApp.fetch("https://a.b/" + "c".repeat(2040));`, /URL Length/],
    ["a header over 8 KB", `UrlFetchApp.fetch("https://a.b/c", { headers: { A: "b".repeat(8192) } });`, /Header Size/],
    ["a header with a line break", `UrlFetchApp.fetch("https://a.b/c", { headers: { A: "b\\nC: d" } });`, /invalid value: Header:A/],
    ["a header that Google sets", `UrlFetchApp.fetch("https://a.b/c", { headers: { Host: "x" } });`, /invalid value: Header:Host/],
    ["an unknown parameter", `UrlFetchApp.fetch("https://a.b/c", { body: "x" });`, /Invalid argument: body/],
    ["an unknown method", `UrlFetchApp.fetch("https://a.b/c", { method: "query" });`, /invalid value: method/],
    ["a call of fetchAll without a list", `UrlFetchApp.fetchAll("https://a.b/c");`, /do not match/],
  ])("refuses %s, and nothing is sent", async (_what, body, words) => {
    const world = worldOf(body);
    expect(await world.call("F")).toEqual(error(words));
    expect(world.requests).toEqual([]);
  });

  it("sends the given request, and returns the reply with its headers unchanged", async () => {
    const service = ({ body }: Seen): ServiceReply => ({ status: 201, headers: { "ReTry-After": "3", "set-cookie": ["a", "b"] }, body: `got ${body}` });
    const world = worldOf(
      `const r = UrlFetchApp.fetchAll([{ url: "https://a.b/c", method: "post", contentType: "application/json", payload: "{}", headers: { A: "b" }, muteHttpExceptions: true }])[0];
       return [[r.getResponseCode(), r.getContentText(), JSON.stringify(r.getAllHeaders())]];`,
      { service },
    );
    expect(await world.call("F")).toEqual(value([[201, "got {}", '{"ReTry-After":"3","set-cookie":["a","b"]}']]));
    expect(world.requests).toEqual([{ url: "https://a.b/c", method: "POST", headers: { A: "b", "Content-Type": "application/json" }, body: "{}", at: NOON }]);
  });

  it("throws for a status of 400 or higher unless muteHttpExceptions is true", async () => {
    const service = () => ({ status: 404, body: "nothing" });
    expect(await fetched("{}", { service })).toEqual(error(/Request failed for https:\/\/a\.b returned code 404.*nothing/));
    expect(await fetched("{ muteHttpExceptions: true }", { service })).toEqual(value(404));
  });

  it("follows a redirect with all headers unless followRedirects is false", async () => {
    const service = ({ url }: Seen): ServiceReply =>
      url === "https://a.b/c" ? { status: 302, headers: { Location: "https://elsewhere.example/d" } } : { status: 200 };
    const world = worldOf(`return UrlFetchApp.fetch("https://a.b/c", { headers: { A: "b" }, followRedirects: a }).getResponseCode();`, { service });
    expect(await world.call("F", [false])).toEqual(value(302));
    expect(world.requests.map(({ url }) => url)).toEqual(["https://a.b/c"]);
    expect(await world.call("F", [true])).toEqual(value(200));
    expect(world.requests.at(-1)).toMatchObject({ url: "https://elsewhere.example/d", headers: { A: "b" } });
  });

  it("fetchAll throws if one of its addresses cannot be reached", async () => {
    const service = ({ url }: Seen): ServiceReply => (url.startsWith("https://away.example") ? "unreachable" : { status: 200 });
    expect(await cell(`UrlFetchApp.fetchAll(["https://a.b/c", "https://away.example/d"]);`, { service })).toEqual(
      error("Address unavailable: https://away.example/d"),
    );
  });

  it("fetchAll takes as long as its slowest request", async () => {
    const service = ({ url }: Seen): ServiceReply => ({ status: 200, latencyMs: Number(url.slice("https://a.b/".length)) });
    expect(
      await cell(`const t = Date.now(); UrlFetchApp.fetchAll(["https://a.b/300", "https://a.b/900", "https://a.b/10"]); return Date.now() - t;`, { service }),
    ).toEqual(value(900));
  });

  it("accepts a test service that answers with a promise", async () => {
    expect(await fetched("{}", { service: async () => Promise.resolve({ status: 203 }) })).toEqual(value(203));
  });

  it("makes the test fail if the test service throws", async () => {
    const service = () => Promise.reject(new Error("the test's own mistake"));
    await expect(fetched("{}", { service })).rejects.toThrow("the test's own mistake");
  });

  it("fetches only addresses that the manifest's urlFetchWhitelist contains", async () => {
    const manifest = { urlFetchWhitelist: ["https://a.b/c/"] };
    expect(await cell(`return UrlFetchApp.fetch("https://a.b/c/d").getContentText();`, { manifest })).toEqual(value("hello"));
    expect(await cell(`return UrlFetchApp.fetch("https://a.b/c?d").getContentText();`, { manifest: { urlFetchWhitelist: ["https://a.b/c"] } })).toEqual(
      value("hello"),
    );
    for (const url of ["https://a.b/d", "https://a.b.evil.example/c/", "https://a.b/c"])
      expect(await cell(`UrlFetchApp.fetch("${url}");`, { manifest })).toEqual(error(/not in the urlFetchWhitelist/));
    expect(() => createWorld({ code: "", manifest: { urlFetchWhitelist: ["https://a.b"] } })).toThrow(/with a path/);
  });

  it("needs its scope if the manifest lists scopes, and is unavailable in simple triggers", async () => {
    const scope = "https://www.googleapis.com/auth/script.external_request";
    expect(await fetched("{}", { manifest: { oauthScopes: [scope] } })).toEqual(value(200));
    expect(await fetched("{}", { manifest: { oauthScopes: [] } })).toEqual(error(/permissions are not sufficient to call UrlFetchApp\.fetch/));
    expect(await worldOf(`UrlFetchApp.fetch("https://a.b/c");`).run("F", [], { kind: "simple" })).toEqual(error(/do not have permission/));
  });

  it("throws when the number of requests per day is used up", async () => {
    expect(await cell(`UrlFetchApp.fetch("https://a.b/c"); UrlFetchApp.fetchAll(["https://a.b/c", "https://a.b/c"]);`, { fetchesPerDay: 2 })).toEqual(
      error(/too many times for one day: urlfetch/),
    );
  });
});

describe("the simulated Utilities and permissions of a cell", () => {
  it("format and parse dates in a given time zone", async () => {
    const body = `const d = new Date(Date.UTC(2024, 2, 10, 7, 30, 5));
      return [[Utilities.formatDate(d, "America/New_York", "yyyy-MM-dd'T'HH:mm:ss"), Utilities.formatDate(d, "Asia/Kolkata", "dd.MM.yyyy"), Utilities.parseDate("2024-07-01", "America/New_York", "yyyy-MM-dd").toISOString(), Utilities.parseDate("2018-11-04", "America/Sao_Paulo", "yyyy-MM-dd").toISOString()]];`;
    expect(await cell(body)).toEqual(value([["2024-03-10T03:30:05", "10.03.2024", "2024-07-01T04:00:00.000Z", "2018-11-04T03:00:00.000Z"]]));
    expect(await cell(`Utilities.parseDate("soon", "Etc/UTC", "yyyy-MM-dd");`)).toEqual(error(/Unparseable date: "soon"/));
    expect(await cell(`Utilities.formatDate("2024-07-01", "Etc/UTC", "yyyy");`)).toEqual(error(/don't match/));
    expect(await cell(`Utilities.formatDate(new Date(), "Nowhere/Land", "yyyy");`)).toEqual(error(/timeZone/));
  });

  it("sleep at most five minutes", async () => {
    expect(await worldOf("Utilities.sleep(300000); return 1;").run("F")).toEqual(value(1));
    expect(await cell("Utilities.sleep(300001);")).toEqual(error(/milliseconds/));
  });

  it.each(["SpreadsheetApp.getUi().alert('x')", "ScriptApp.getProjectTriggers()"])("do not allow a cell to call %s", async (call) => {
    expect((await cell(`${call}; return 1;`)).kind).toBe("error");
  });

  it("allow a cell to read the spreadsheet's time zone", async () => {
    expect(await cell("return SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetTimeZone();", { spreadsheet: { timeZone: "Asia/Tokyo" } })).toEqual(
      value("Asia/Tokyo"),
    );
  });
});

describe("the service that the Sheets tests call", () => {
  let service: SheetsService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  const worldOfService = () =>
    worldOf(
      `const r = UrlFetchApp.fetch(${JSON.stringify(service.baseUrl)} + "/sheets/eval", { method: "post", contentType: "application/json", headers: { Authorization: "Bearer " + a },
         payload: JSON.stringify({ cells: [{ id: 0, fn: "FRED", args: ["DGS10"] }] }), muteHttpExceptions: true });
       return [[r.getResponseCode(), r.getContentText(), Object.keys(r.getAllHeaders()).join(), Date.now() - ${NOON}]];`,
      { service: service.service },
    );
  const ask = async (key = service.keys.good): Promise<readonly [number, string, string, number]> =>
    ((await worldOfService().call("F", [key])) as unknown as { value: readonly [readonly [number, string, string, number]] }).value[0];

  it("answers cells for a known key, after its latency in virtual time", async () => {
    service.switches.latencyMs = 321;
    const [status, body, headers, ms] = await ask();
    expect([status, ms]).toEqual([200, 321]);
    expect(JSON.parse(body)).toMatchObject({ data: [{ id: 0, value: expect.any(Number) as number }] });
    expect(headers).toContain("content-type");
    expect(service.batches).toEqual([[{ id: 0, fn: "FRED", args: ["DGS10"] }]]);
  });

  it.each(["unknown", "revoked"] as const)("refuses a key that is %s", async (which) => {
    const [status, body] = await ask(service.keys[which]);
    expect([status, JSON.parse(body)]).toEqual([401, { detail: { code: `${which}_key`, reason: expect.any(String) as string } }]);
  });

  it("fails in the way that the test chooses, for all requests or single ones", async () => {
    const statuses = async () => (await ask())[0];
    service.switches.mode = "refused";
    expect(await statuses()).toBe(401);
    service.switches.mode = (_request, number) => (number === 1 ? "busy" : number === 2 ? "broken" : "answer");
    expect([await statuses(), await statuses(), await statuses()]).toEqual([429, 500, 200]);
    service.switches.mode = "truncated";
    const [status, body] = await ask();
    expect(status).toBe(200);
    expect(() => JSON.parse(body) as unknown).toThrow();
    service.switches.mode = { status: 302, body: "" };
    expect(await statuses()).toBe(302);
    service.switches.mode = "unreachable";
    expect(await worldOfService().call("F", [service.keys.good])).toEqual(error(/Address unavailable/));
  });

  it("sends Retry-After only if the test sets it, with header names in the chosen letter case", async () => {
    service.switches.mode = "busy";
    service.switches.headerNames = "title";
    expect((await ask())[2]).toBe("Content-Type,Retry-After");
    service.switches.headerNames = "upper";
    service.switches.retryAfter = undefined;
    expect((await ask())[2]).toBe("CONTENT-TYPE");
  });
});
