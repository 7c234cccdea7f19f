import type { SidebarReply } from "../../../../src/hosts/sheets/sidebar-calls";
import type { BookOptions } from "../../../sheets/spreadsheet-services";
import { createScript, KEY, type Menu } from "./menu-script";

const call =
  (name: unknown, ...args: unknown[]) =>
  (menu: Menu): SidebarReply =>
    menu.serviceSidebar(name, args);

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
    expect(sources.book().sidebars).toEqual([{ title: "SERVICE", content: '<div id="sidebar" data-tab="sources"></div>' }]);
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
    ["insert", 5, true],
    ["preview", "SERVICE.FRED", "x"],
    ["preview", "SERVICE.FRED", [{ mode: "cell" }]],
  ])("to %s with wrong arguments are refused, and change nothing", async (name, ...args) => {
    const script = createScript({ book: BOOK });
    expect(await script.run(call(name, ...args))).toMatchObject({ ok: false });
    expect([script.book().changes, script.requests, script.properties.user.get("SERVICE_API_KEY")]).toEqual([[], [], KEY]);
  });

  test("work only in the sidebar: cells and triggers get an error", async () => {
    for (const kind of ["custom", "trigger"] as const) {
      const asked = createScript({ book: BOOK }).run(call("account"), { kind });
      await expect(asked).rejects.toThrow("This works only in the sidebar. Choose SERVICE, Open sidebar.");
    }
  });

  test("return results that stay equal as JSON", async () => {
    const script = createScript({ book: BOOK });
    for (const name of ["account", "testSavedKey", "selected", "sources", "schedule"]) {
      const reply = await script.run(call(name), { kind: "sidebar" });
      expect(reply).toMatchObject({ ok: true });
      expect(JSON.parse(JSON.stringify(reply))).toEqual(reply);
    }
  });
});

describe("the key", () => {
  test("is tested before it is saved, and is never returned", async () => {
    const script = createScript({ book: BOOK, key: null });
    expect(await script.run(call("account"))).toEqual({
      asOf: "",
      ok: true,
      value: { baseUrl: "https://api.example.com", hasKey: false, keyUse: expect.stringMatching(/key of the spreadsheet.s owner/) as string },
    });
    script.setStatus(401);
    expect(await script.run(call("saveKey", OTHER))).toMatchObject({
      ok: true,
      value: { ok: false, message: expect.stringMatching(/refused the API key/) as string },
    });
    expect(script.properties.user.size).toBe(0);
    script.setStatus(200);
    const saved = await script.run(call("saveKey", ` ${OTHER}\n`));
    expect(saved).toMatchObject({ ok: true, value: { ok: true, status: { plan: "free" } } });
    expect(script.properties.user.get("SERVICE_API_KEY")).toBe(OTHER);
    for (const name of ["account", "testSavedKey", "schedule"]) expect(JSON.stringify(await script.run(call(name)))).not.toContain(OTHER);
    expect(await script.run(call("removeKey"))).toMatchObject({ ok: true, value: { hasKey: false } });
    expect(script.properties.user.size).toBe(0);
    expect(await script.run(call("testSavedKey"))).toMatchObject({
      ok: true,
      value: { ok: false, message: expect.stringMatching(/You have no saved key/) as string },
    });
  });

  test("is not sent if it is malformed, and a failed key test says what to check", async () => {
    const script = createScript({ book: BOOK, status: 0 });
    expect(await script.run(call("testKey", "a key"))).toMatchObject({ value: { message: expect.stringMatching(/contains a blank/) as string } });
    expect(await script.run(call("testKey", ""))).toMatchObject({ value: { message: "Enter your API key." } });
    expect(await script.run(call("testKey", OTHER))).toMatchObject({ value: { message: expect.stringMatching(/Google's servers can reach it/) as string } });
    script.setStatus(404);
    expect(await script.run(call("testKey", OTHER))).toMatchObject({
      value: { message: expect.stringMatching(/no SERVICE at .*\. Build the script again/) as string },
    });
  });

  test("clears cached answers when it is replaced by another key", async () => {
    const script = createScript({ book: BOOK });
    await script.run(call("sources"));
    await script.run(call("saveKey", KEY));
    await script.run(call("sources"));
    expect(script.requests).toHaveLength(1);
    script.advance(1_000);
    await script.run(call("saveKey", OTHER));
    await script.run(call("sources"));
    expect(script.requests).toHaveLength(2);
  });
});

describe("inserting a formula", () => {
  const formula = '=SERVICE_FREDH("A,B";{1,2},A1)';
  const at = (active: string, more: Partial<BookOptions> = {}) => createScript({ book: { ...BOOK, active, ...more } });

  test("writes the formula into the active cell with separators valid in every locale", async () => {
    const script = at("'My Sheet'!C7");
    expect(await script.run(call("insert", '=SERVICE_FREDH("A,B",A1,{1,2})', false))).toEqual({ asOf: "", ok: true, value: "'My Sheet'!C7" });
    expect(script.formulas("My Sheet")["C7"]).toBe('=SERVICE_FREDH("A,B";A1;{1,2})');
  });

  test("changes nothing in a filled cell unless the user chose to overwrite it", async () => {
    for (const [cell, over] of [["D4", true] as const, ["A1", true] as const, ["B2", true] as const]) {
      const script = at(`'My Sheet'!${cell}`);
      expect(await script.run(call("insert", formula, false))).toMatchObject({
        ok: false,
        message: expect.stringMatching(/is not empty, so nothing was written.*Overwrite/) as string,
      });
      expect(script.book().changes).toEqual([]);
      expect(await script.run(call("insert", formula, over))).toMatchObject({ ok: true });
      expect(script.book().changes).toHaveLength(1);
    }
  });

  test("refuses formulas without SERVICE, and protected cells", async () => {
    const script = at("'My Sheet'!C7", { protections: [{ range: "My Sheet", editors: [] }] });
    for (const text of ["SERVICE_FRED(1)", "=1+1", '=IMPORTDATA("https://example.com")'])
      expect(await script.run(call("insert", text, false))).toMatchObject({ ok: false });
    expect(await script.run(call("insert", formula, false), { user: "editor@example.com" })).toEqual({
      asOf: "",
      ok: false,
      message: "'My Sheet'!C7 is protected. Select another cell, or get edit access from the owner.",
    });
    expect(script.book().changes).toEqual([]);
  });
});

test("the sidebar reads the active cell, its formula and the selected range", async () => {
  expect(await createScript({ book: BOOK }).run(call("selected"))).toEqual({
    asOf: "",
    ok: true,
    value: { address: "'My Sheet'!B2", cell: "B2", range: "B2:B4", formula: '=SERVICE_FRED("DGS10")' },
  });
});

test("on a chart tab, the sidebar says to select a cell on another tab", async () => {
  const script = createScript({ book: { sheets: { Chart: {}, Data: {} }, charts: ["Chart"], active: "Chart!A1" } });
  for (const name of ["selected", "sources"])
    expect(await script.run(call(name))).toEqual({ asOf: "", ok: false, message: "This tab has no cells. Select a cell on another tab." });
  expect(await script.run(call("copyAsValues"))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^Nothing was copied: Chart has no SERVICE formula/) as string,
  });
});
