import type { BookOptions } from "../../../sheets/spreadsheet-services";
import { call, createScript, KEY } from "./menu-script";

const BOOK: BookOptions = {
  sheets: { "My Sheet": { A1: 5, B2: { formula: '=SERVICE_FRED("DGS10")', value: 4.2 }, D4: { formula: '=IF(A1>9,1,"")', value: "" } } },
  active: "'My Sheet'!B2:B4",
};
const OTHER = "o".repeat(24);

describe("the menu", () => {
  test("is built when the spreadsheet opens, and each item calls a function of the script", async () => {
    const script = createScript({ book: BOOK });
    const names = await script.run(
      (menu) => {
        menu.onOpen();
        return Object.keys(menu);
      },
      { kind: "simple" },
    );
    const [menu] = script.book().menus;
    expect(menu?.items.map(({ caption }) => caption)).toEqual([
      "Open sidebar",
      "Refresh this sheet",
      "Refresh the whole book",
      "Refresh errors and reasons",
      "Refresh tables",
      "Copy this tab as values",
      "As of…",
      "",
      "Sources of the selected cell",
    ]);
    for (const item of menu?.items ?? []) if (item.function) expect(names).toContain(item.function);
  });

  test("opens the sidebar, and explains a failure", async () => {
    const script = createScript({ book: { ...BOOK, files: { sidebar: "<main>here</main>" } } });
    await script.run((menu) => menu.serviceOpenSidebar());
    expect(script.book().sidebars).toEqual([{ title: "SERVICE", content: "<main>here</main>" }]);
    const sources = createScript({ book: { ...BOOK, files: { sidebar: '<div id="sidebar"></div>' } } });
    await sources.run((menu) => menu.serviceOpenSources());
    expect(sources.book().sidebars).toEqual([
      { title: "SERVICE", content: '<div id="sidebar" data-service="https://api.example.com" data-key data-tab="inspect"></div>' },
    ]);
    const keyless = createScript({ book: { ...BOOK, files: { sidebar: '<div id="sidebar"></div>' } }, key: null });
    await keyless.run((menu) => menu.serviceOpenSidebar());
    expect(keyless.book().sidebars).toEqual([{ title: "SERVICE", content: '<div id="sidebar" data-service="https://api.example.com"></div>' }]);
    const without = createScript({ book: { ...BOOK, files: {} } });
    await without.run((menu) => menu.serviceOpenSidebar());
    expect(without.book().alerts).toEqual([expect.stringMatching(/^Google Sheets stopped this: No HTML file named sidebar was found\. Try again/)]);
  });
});

describe("sidebar calls", () => {
  test.each([["toString"], ["constructor"], ["nosuch"], [""], [undefined], [{}]])("with the unknown name %p are refused", async (name) => {
    const reply = await createScript({ book: BOOK }).run(call(name));
    expect(reply).toEqual({ asOf: "", ok: false, message: "The sidebar and the script are different versions. Close the sidebar and open it again." });
  });

  test.each<[string, ...unknown[]]>([
    ["testKey"],
    ["saveKey", { key: "x" }],
    ["refresh", "everything"],
    ["setAsOf", { day: "2024-05-02" }],
    ["write", 5, [["x"]], true, []],
    ["write", { sheet: "My Sheet", row: -1, column: 0 }, [["x"]], true, []],
    ["fetch", "https://example.com/v1/status"],
    ["shown", [{ sheet: "My Sheet", row: 0 }]],
    ["recalculate", "My Sheet!B2"],
    ["goTo", { row: 0, column: 0 }],
  ])("to %s with wrong arguments are refused, and change nothing", async (name, ...args) => {
    const script = createScript({ book: BOOK });
    expect(await script.run(call(name, ...args))).toMatchObject({ ok: false });
    expect([script.book().changes, script.requests, script.properties.user.get("SERVICE_API_KEY")]).toEqual([[], [], KEY]);
  });

  test("work only in the sidebar: cells and triggers get an error", async () => {
    for (const kind of ["custom", "trigger"] as const) {
      const asked = createScript({ book: BOOK }).run(call("testSavedKey"), { kind });
      await expect(asked).rejects.toThrow("This works only in the sidebar. Choose SERVICE, Open sidebar.");
    }
  });

  test("return results that stay equal as JSON", async () => {
    const script = createScript({ book: BOOK });
    for (const name of ["testSavedKey", "selected", "calls", "schedule"]) {
      const reply = await script.run(call(name), { kind: "sidebar" });
      expect(reply).toMatchObject({ ok: true });
      expect(JSON.parse(JSON.stringify(reply))).toEqual(reply);
    }
  });
});

describe("the key", () => {
  test("is tested before it is saved, and is never returned", async () => {
    const script = createScript({ book: BOOK, key: null });
    script.setStatus(401);
    expect(await script.run(call("saveKey", OTHER))).toMatchObject({
      ok: true,
      value: { ok: false, failure: { code: "key_refused" } },
    });
    expect(script.properties.user.size).toBe(0);
    script.setStatus(200);
    const saved = await script.run(call("saveKey", ` ${OTHER}\n`));
    expect(saved).toMatchObject({ ok: true, value: { ok: true, status: { plan: "free" } } });
    expect(script.properties.user.get("SERVICE_API_KEY")).toBe(OTHER);
    for (const name of ["testSavedKey", "schedule"]) expect(JSON.stringify(await script.run(call(name)))).not.toContain(OTHER);
    expect(await script.run(call("removeKey"))).toMatchObject({ ok: true, value: null });
    expect(script.properties.user.size).toBe(0);
    expect(await script.run(call("testSavedKey"))).toMatchObject({
      ok: true,
      value: { ok: false, failure: { code: "no_key" } },
    });
  });

  test("is not sent if it is malformed, and a failed key test says why", async () => {
    const script = createScript({ book: BOOK, status: 0 });
    expect(await script.run(call("testKey", "a key"))).toMatchObject({ value: { failure: { code: "key_characters" } } });
    expect(await script.run(call("testKey", ""))).toMatchObject({ value: { failure: { code: "key_blank" } } });
    expect(await script.run(call("testKey", OTHER))).toMatchObject({ value: { failure: { code: "network" } } });
    script.setStatus(404);
    expect(await script.run(call("testKey", OTHER))).toMatchObject({ value: { failure: { code: "not_found" } } });
  });

  test("clears cached answers when it is replaced by another key", async () => {
    const script = createScript({ book: BOOK });
    await script.run(call("calls"));
    await script.run(call("saveKey", KEY));
    await script.run(call("calls"));
    expect(script.requests).toHaveLength(1);
    script.advance(1_000);
    await script.run(call("saveKey", OTHER));
    await script.run(call("calls"));
    expect(script.requests).toHaveLength(2);
  });
});

describe("writing a formula", () => {
  const formula = '=SERVICE_FREDH("A,B";{1,2},A1)';
  const C7 = { sheet: "My Sheet", row: 6, column: 2 };
  const write = (at: typeof C7, text: string, over: boolean) => call("write", at, [[{ formula: text }]], over, []);

  test("writes it with separators valid in every locale", async () => {
    const script = createScript({ book: BOOK });
    expect(await script.run(write(C7, '=SERVICE_FREDH("A,B",A1,{1,2})', false))).toEqual({ asOf: "", ok: true, value: "'My Sheet'!C7" });
    expect(script.formulas("My Sheet")["C7"]).toBe('=SERVICE_FREDH("A,B";A1;{1,2})');
  });

  test.each([
    ["D4", 3, 3],
    ["A1", 0, 0],
    ["B2", 1, 1],
  ])("changes nothing in the filled cell %s unless the user chose to overwrite it", async (cell, row, column) => {
    const script = createScript({ book: BOOK });
    const at = { sheet: "My Sheet", row, column };
    expect(await script.run(write(at, formula, false))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/is not empty, so nothing was written.*Overwrite/) as string,
    });
    expect(script.book().changes).toEqual([]);
    expect(await script.run(write(at, formula, true))).toMatchObject({ ok: true });
    expect(script.formulas("My Sheet")[cell]).toBe('=SERVICE_FREDH("A,B";{1,2};A1)');
  });

  test("refuses what is no formula, protected cells, and a sheet that is gone", async () => {
    const script = createScript({ book: { ...BOOK, protections: [{ range: "My Sheet", editors: [] }] } });
    expect(await script.run(write(C7, "SERVICE_FRED(1)", false))).toMatchObject({ ok: false });
    expect(await script.run(write(C7, formula, false), { user: "editor@example.com" })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^These cells are protected/) as string,
    });
    expect(await script.run(write({ ...C7, sheet: "Gone" }, formula, false))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/no longer exists/) as string,
    });
    expect(script.book().changes).toEqual([]);
  });
});

test("the cells of a formula are recalculated, and others are reported", async () => {
  const script = createScript({ book: BOOK });
  const [B2, A1] = [
    { sheet: "My Sheet", row: 1, column: 1 },
    { sheet: "My Sheet", row: 0, column: 0 },
  ];
  expect(await script.run(call("recalculate", [B2, A1]))).toMatchObject({ ok: true, value: [{ place: A1, why: expect.any(String) as string }] });
  expect(script.formulas("My Sheet")["B2"]).toBe('=SERVICE_FRED("DGS10")');
  expect(script.book().changes.length).toBeGreaterThan(0);
});

test("the sidebar reads the active cell, its formula and the selected range", async () => {
  expect(await createScript({ book: BOOK }).run(call("selected"))).toEqual({
    asOf: "",
    ok: true,
    value: {
      address: "'My Sheet'!B2:B4",
      rows: 3,
      columns: 1,
      active: { sheet: "My Sheet", row: 1, column: 1 },
      formula: '=SERVICE_FRED("DGS10")',
      shown: { value: 4.2, text: "4.2" },
    },
  });
});

test("on a chart tab, the sidebar says to select a cell on another tab", async () => {
  const script = createScript({ book: { sheets: { Chart: {}, Data: {} }, charts: ["Chart"], active: "Chart!A1" } });
  for (const name of ["selected", "calls"])
    expect(await script.run(call(name))).toEqual({ asOf: "", ok: false, message: "This tab has no cells. Select a cell on another tab." });
  expect(await script.run(call("copyAsValues"))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^Nothing was copied: Chart has no SERVICE formula/) as string,
  });
});
