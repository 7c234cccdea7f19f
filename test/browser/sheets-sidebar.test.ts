import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page, Route } from "playwright-core";
import type { Checked } from "../../src/core/check-reply";
import { accessible } from "./look";
import { later, ORIGIN, sidebarStage, type SidebarPage } from "./sheets-sidebar/open-sidebar";
import { callOf, GOOD_KEY, GoogleSays, Refused, STATUS, YIELD_10Y, type PaperScript } from "./sheets-sidebar/paper-script";

const { open, html, pool } = sidebarStage();
const SHOTS = process.env.SHOTS;

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const search = (page: Page) => page.getByRole("combobox", { name: "Search data" });
const formula = (page: Page) => page.locator("[data-formula]").innerText();
const value = (page: Page) => page.getByText("4.36%", { exact: true });
const saysAtItsFoot = (page: Page, words: string) => page.locator(".said").getByText(words).waitFor();

const focused = (page: Page, name: string) =>
  page.waitForFunction((text) => document.activeElement?.tagName === "BUTTON" && document.activeElement.textContent === text, name);

/** Types the text and chooses the first result. */
async function pick(page: Page, words: string): Promise<void> {
  await search(page).fill(words);
  await page.keyboard.press("Enter");
  await page.locator("[data-formula]").waitFor();
}

/** Opens a tab of a sidebar that has a key. */
async function at(name: string, before?: (paper: PaperScript) => void): Promise<SidebarPage> {
  const sidebar = await open(before ? { before } : {});
  await tab(sidebar.page, name).click();
  return sidebar;
}

const read = (file: string) => readFileSync(path.join(__dirname, "../..", file), "utf8");

/** What a table of docs/google-sheets.md says that the sidebar has, and what it lacks. */
function documented(head: string): { readonly there: readonly string[]; readonly missing: readonly string[] } {
  const docs = read("docs/google-sheets.md");
  const start = docs.indexOf(head);
  expect(start).toBeGreaterThan(0);
  const rows = [...docs.slice(start, docs.indexOf("\n\n", start)).matchAll(/^\| (_.+?_)\s+\| (.+?)\s*\|$/gm)];
  const named = (isMissing: boolean) =>
    rows.flatMap(([, names = "", what = ""]) =>
      what.startsWith("Not there") === isMissing ? [...names.matchAll(/_([^_]+)_/g)].map(([, name = ""]) => name) : [],
    );
  return { there: named(false), missing: named(true) };
}

const noKey = (paper: PaperScript) => void (paper.key = undefined);

describe("the sidebar", () => {
  it("is one HTML file that loads nothing from the network and has no Apps Script template tags", () => {
    expect(html()).toMatch(/^<!doctype html>/);
    expect(html()).toContain('<base target="_top">');
    expect(html()).not.toMatch(/<link|<img|@import|url\(|:\/\/|<\?/);
    expect(html().match(/<\/script/g)).toHaveLength(1);
  });

  it("has the tabs that docs/google-sheets.md lists, which also names those of the pane that are missing", async () => {
    const { page } = await open();
    await search(page).waitFor();
    const shown = await page.getByRole("tab").allInnerTexts();
    const docs = documented("| tab ");
    expect(shown).toEqual(docs.there);
    const all = [...read("src/pane/tabs.ts").matchAll(/label: "(\w+)"/g)].map(([, label = ""]) => label);
    expect(all.filter((label) => !shown.includes(label))).toEqual(docs.missing);
  });

  it("opens on the Account tab if no key is saved, otherwise on Build, and then tests the saved key", async () => {
    const without = await open({ before: noKey });
    await without.page.getByRole("heading", { name: "Connection" }).waitFor();
    expect(await tab(without.page, "Account").getAttribute("aria-selected")).toBe("true");
    expect(without.paper.asked).toEqual([{ name: "asOf", args: [] }]);
    const { page, asked } = await open();
    await search(page).waitFor();
    await page.getByRole("button", { name: "partly sample data" }).waitFor();
    expect(asked("testSavedKey")).toHaveLength(1);
    expect(await page.getByText("No API key yet", { exact: false }).count()).toBe(0);
  });

  it.each<[string, Checked | undefined]>([
    ["no API key", undefined],
    ["connected", { ok: true, status: { ...STATUS, sample: false } }],
    ["key refused", { ok: false, failure: { code: "revoked_key" } }],
    ["quota used", { ok: false, failure: { code: "over_quota" } }],
    ["not answering since", { ok: false, failure: { code: "network" } }],
  ])("says %s above its tabs, as the test of the saved key found", async (words, tested) => {
    const { page } = await open({ before: (p) => (tested ? void (p.instead.testSavedKey = () => tested) : noKey(p)) });
    await page.locator(".connection-badge").getByText(words).waitFor();
  });

  it("says nothing above its tabs if Google did not run the script", async () => {
    const { page, paper } = await open({
      before: (p) => {
        p.instead.testSavedKey = () => {
          throw new GoogleSays("PERMISSION_DENIED");
        };
      },
    });
    await paper.reached("testSavedKey", 1);
    await search(page).waitFor();
    expect(await page.locator(".connection-badge").count()).toBe(0);
  });

  it("leads from every tab that needs a key to Account", async () => {
    const { page } = await open({ before: noKey });
    await tab(page, "Build").click();
    await page.getByText("No API key yet. You can build formulas; add a key to see values.").waitFor();
    await button(page, "Go to Account").click();
    await page.getByText("Cells always use the key of the spreadsheet's owner.", { exact: false }).waitFor();
  });

  it("moves between tabs by the arrow keys and End", async () => {
    const { page } = await open();
    await tab(page, "Build").focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "Sheet1!B2" }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "Connection" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("tab-account");
  });

  it.each([
    ["ScriptError: Authorization is required to perform that action.", "Google needs your permission first."],
    ["PERMISSION_DENIED", "several Google accounts"],
    ["NetworkError: Connection failure due to HTTP 0", "Google could not be reached."],
    ["Exception: Service invoked too many times in a short time.", "Wait a minute, then try again."],
    ["Exceeded maximum execution time", "ran too long"],
    [
      "ScriptError: Script function not found: serviceSidebar",
      "Google did not run the script: Script function not found: serviceSidebar. Try again; if this persists, reload the spreadsheet.",
    ],
  ])("explains Google's error %s in words, and retries on request", async (says, words) => {
    const { page, paper } = await at("Account", (p) => {
      p.instead.testSavedKey = () => {
        throw new GoogleSays(says);
      };
    });
    await page.getByText(words, { exact: false }).waitFor();
    delete paper.instead.testSavedKey;
    await button(page, "Test again").click();
    await page.getByText("76,000 of 100,000 used").waitFor();
  });

  it("reports a call without a reply, an invalid reply, and a page opened outside Google", async () => {
    const lost = await at("Share", (p) => void (p.instead.copyAsValues = () => new Promise(() => undefined)));
    await button(lost.page, "Copy this tab as values").click();
    await lost.page.getByRole("progressbar", { name: "Copying this tab" }).waitFor();
    await lost.pass(5 * 60_000);
    expect(await lost.page.getByText("has not answered", { exact: false }).count()).toBe(0);
    await lost.pass(60_000);
    await lost.page.locator(".problem").getByText("The script did not answer within Google", { exact: false }).waitFor();

    const broken = await at("Account");
    await broken.page.evaluate(() => ((window as any).answerScript = async () => '{"reply":null}'));
    await tab(broken.page, "Build").click();
    await tab(broken.page, "Account").click();
    await broken.page.getByText("The script's answer was invalid.", { exact: false }).waitFor();

    const alone = await open({ google: false });
    await tab(alone.page, "Account").click();
    await alone.page.getByText("This page works only in a Google spreadsheet.", { exact: false }).waitFor();
  });
});

describe("the Account tab", () => {
  const field = (page: Page) => page.getByLabel("API key");

  it("says whose key cells use, tests a key without saving it, and shows its quota", async () => {
    const { page, paper, asked } = await open({ before: noKey });
    await page.getByText("Cells always use the key of the spreadsheet's owner.", { exact: false }).waitFor();
    expect(await field(page).getAttribute("type")).toBe("password");
    await button(page, "Test").click();
    await page.getByText("Enter your API key.").waitFor();
    expect(asked("testKey")).toHaveLength(0);
    await field(page).fill(` ${GOOD_KEY} `);
    await button(page, "Test").click();
    await saysAtItsFoot(page, "The service accepts this key. It is not saved yet.");
    await page.getByText("76,000 of 100,000 used").waitFor();
    await page.getByText("Running low: 76 % used.", { exact: false }).waitFor();
    expect(asked("testKey")).toEqual([[GOOD_KEY]]);
    expect(paper.key).toBeUndefined();
  });

  it("saves a key only once it was accepted, then clears it from the page and focuses the heading", async () => {
    const { page, context, paper, heard } = await open({ before: noKey });
    await field(page).fill("not-a-key-at-all");
    await button(page, "Test and save").click();
    await page.getByText("The service does not know this API key.", { exact: false }).waitFor();
    expect(await field(page).inputValue()).toBe("not-a-key-at-all");
    expect(await field(page).getAttribute("aria-invalid")).toBe("true");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("api-key");
    expect(paper.key).toBeUndefined();
    const kept = await page.evaluateHandle(() => document.getElementById("api-key") as HTMLInputElement);
    await field(page).fill(GOOD_KEY);
    await page.keyboard.press("Enter");
    await saysAtItsFoot(page, "Connected. The key is saved.");
    await page.getByText("Cells that show n/a or an error do not update automatically: refresh errors and reasons.", { exact: false }).waitFor();
    await page.getByText("If somebody else owns the spreadsheet, your key does not change its cells.", { exact: false }).waitFor();
    await page.getByText("100,000 used", { exact: false }).waitFor();
    expect(paper.key).toBe(GOOD_KEY);
    // The field and its content are gone.
    expect(await field(page).count()).toBe(0);
    expect(await kept.evaluate((input) => input.value)).toBe("");
    await page.waitForFunction(() => document.activeElement?.id === "connection");
    await tab(page, "Build").click();
    await tab(page, "Account").click();
    await page.getByText("76,000 of 100,000 used").waitFor();
    const everything = await page.evaluate(() =>
      JSON.stringify([
        document.documentElement.outerHTML,
        [...document.querySelectorAll("input, select, textarea")].map((e) => (e as HTMLInputElement).value),
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        location.href,
        history.state,
      ]),
    );
    for (const part of [GOOD_KEY, GOOD_KEY.slice(0, 12), GOOD_KEY.slice(-12)]) {
      expect(everything).not.toContain(part);
      expect(JSON.stringify([heard, await context.storageState({ indexedDB: true })])).not.toContain(part);
    }
  });

  it("removes the key from a Google error message that contains it", async () => {
    const { page } = await open({
      before: (p) => {
        noKey(p);
        p.instead.saveKey = (key) => {
          throw new GoogleSays(`Exception: Invalid argument: ${key}`);
        };
      },
    });
    await field(page).fill(GOOD_KEY);
    await button(page, "Test and save").click();
    await page.getByText("Google did not run the script: Invalid argument: ….", { exact: false }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain(GOOD_KEY);
  });

  it("offers to refresh waiting cells right after a key is saved, but not later", async () => {
    const { page } = await open({ before: noKey });
    await field(page).fill(GOOD_KEY);
    await button(page, "Test and save").click();
    await button(page, "Go to Refresh").click();
    expect(await page.getByRole("radio", { name: /^Errors and reasons/ }).isChecked()).toBe(true);
    await tab(page, "Account").click();
    await page.getByText("76,000 of 100,000 used").waitFor();
    expect(await button(page, "Go to Refresh").count()).toBe(0);
  });

  it("asks for confirmation before it removes a key, and then accepts another", async () => {
    const { page, paper } = await at("Account");
    await page.getByText("76,000 of 100,000 used").waitFor();
    await button(page, "Remove key").click();
    await page.getByText("Remove your key?", { exact: false }).waitFor();
    await focused(page, "Keep");
    await page.keyboard.press("Escape");
    await focused(page, "Remove key");
    expect(paper.key).toBe(GOOD_KEY);
    await page.keyboard.press("Enter");
    paper.instead.removeKey = () => {
      throw new Refused("Google did not let the key be removed. Try again in a minute.");
    };
    await button(page, "Remove key now").click();
    await page.getByText("Google did not let the key be removed.", { exact: false }).waitFor();
    delete paper.instead.removeKey;
    await button(page, "Remove key now").click();
    await saysAtItsFoot(page, "Key removed.");
    expect(paper.key).toBeUndefined();
    await field(page).waitFor();
    expect(await page.getByText("Plan and quota").count()).toBe(0);
  });

  it("keeps the saved key if another key is refused", async () => {
    const { page, paper } = await at("Account");
    await button(page, "Use another key").click();
    await field(page).fill("another");
    await button(page, "Test and save").click();
    await page.getByText("The service does not know this API key.", { exact: false }).waitFor();
    await button(page, "Cancel").click();
    await page.getByText("76,000 of 100,000 used").waitFor();
    expect(paper.key).toBe(GOOD_KEY);
  });

  it("shows why the service refuses the saved key", async () => {
    const { page } = await at("Account", (p) => void (p.key = "revoked since"));
    await page.getByText("The service does not know this API key.", { exact: false }).waitFor();
    await button(page, "Test again").waitFor();
    await page.getByRole("button", { name: "key refused" }).waitFor();
  });

  it("shows the build command if the script was built without a service address", async () => {
    const { page } = await open({
      before: (p) => {
        noKey(p);
        p.service = "";
      },
    });
    await page.getByText("npm run sheets:build -- --base-url https://…").waitFor();
    expect(await field(page).count()).toBe(0);
  });
});

describe("the Build tab", () => {
  it("works by keyboard: search, preview of the value, insertion in the selected cell", async () => {
    const { page, paper, asked, pass } = await open();
    await search(page).fill("treasury 10 years");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.locator(".build-actions button.primary:focus-visible").waitFor();
    await page.getByRole("heading", { name: "SERVICE_YIELD" }).waitFor();
    expect(await formula(page)).toBe('=SERVICE_YIELD("10Y")');
    await pass(700);
    await page.getByText(/^Observation of 2024-06-28/).waitFor();
    await page.getByText("Sample data: generated, not published").waitFor();
    expect(asked("answers")).toEqual([[[{ fn: "YIELD", args: ["10Y", null] }], false]]);
    await button(page, "Insert in Sheet1!B2").click();
    await saysAtItsFoot(page, "Inserted in Sheet1!B2.");
    expect([...paper.cells]).toEqual([["Sheet1!B2", '=SERVICE_YIELD("10Y")']]);
    await button(page, "Back to search").click();
    await search(page).fill("");
    await button(page, '=SERVICE_YIELD("10Y")').click();
    expect(await formula(page)).toBe('=SERVICE_YIELD("10Y")');
  });

  it("finds functions, figures and series without the script, by their Google Sheets names", async () => {
    const { page, paper } = await open();
    await page.getByRole("option", { name: /SERVICE_YIELD/ }).waitFor();
    expect(await page.getByRole("button", { name: /Screener|Caveats/ }).count()).toBe(0);
    await search(page).fill("=service_cbrate(");
    expect(await page.getByRole("option").first().innerText()).toContain("SERVICE_CBRATE");
    expect(await page.locator("body").innerText()).not.toContain("SERVICE.");
    await search(page).fill("short.pctfloat");
    await page.keyboard.press("Enter");
    expect(await formula(page)).toBe('=SERVICE_SHORTINTEREST(,"pctfloat")');
    await paper.reached("selected", 1);
    // The sidebar looks at the selection every few seconds.
    expect(new Set(paper.asked.map(({ name }) => name))).toEqual(new Set(["testSavedKey", "selected"]));
  });

  it("finds a company through the script after a pause in typing, and lists its figures", async () => {
    const { page, asked, pass } = await open();
    await search(page).fill("apple");
    await pass(600);
    await page.getByRole("option", { name: /Apple/ }).click();
    await page.getByRole("heading", { name: "Apple", exact: true }).waitFor();
    expect(asked("fetch")).toEqual([["/v1/companies?limit=8&q=apple"]]);
    await page.getByText("all of them sample data", { exact: false }).waitFor();
    expect(asked("answers")).toHaveLength(1);
    await page.getByRole("button", { name: /^Days to cover/ }).click();
    expect(await formula(page)).toBe('=SERVICE_SHORTINTEREST("AAPL","days")');
    await button(page, "Back to AAPL").click();
    await page.getByRole("heading", { name: "Apple", exact: true }).waitFor();
  });

  it("accepts a cell or range as argument, and adds its sheet's name if the formula goes to another sheet", async () => {
    const { page, paper, asked, pass } = await open({
      before: (p) => {
        p.active = "'My List'!A2";
        p.range = "A2:A40";
      },
    });
    await pick(page, "SERVICE_PRICE");
    await button(page, "Take Ticker from a cell").click();
    await button(page, "Use the selected cell A2 for Ticker").click();
    await page.waitForFunction(() => document.querySelector("[data-formula]")?.textContent === "=SERVICE_PRICE(A2)");
    await button(page, "Use the selected range A2:A40 for Ticker").click();
    await page.waitForFunction(() => document.querySelector("[data-formula]")?.textContent === "=SERVICE_PRICE(A2:A40)");
    await button(page, "Insert in 'My List'!A2").click();
    await page.getByText("The formula refers to 'My List'!A2, so it cannot go there. Select another cell.").waitFor();
    paper.active = "Board!C3";
    paper.range = undefined;
    await pass(4_000);
    await button(page, "Insert in Board!C3").click();
    await saysAtItsFoot(page, "Inserted in Board!C3.");
    expect(paper.cells.get("Board!C3")).toBe("=SERVICE_PRICE('My List'!A2:A40)");
    await pass(700);
    // For a range, the preview shows one cell's value and names the cell.
    await page.locator(".build-preview").getByText("Value of SERVICE_PRICE(").waitFor();
    expect(asked("argument").at(-1)).toEqual(["A2:A40", "'My List'".slice(1, -1)]);
  });

  it("overwrites a filled cell only after confirmation, and no other cell", async () => {
    const { page, paper, asked, pass } = await open({ before: (p) => p.cells.set("Sheet1!B2", "mine") });
    await pick(page, "SERVICE_ESI");
    await button(page, "Insert in Sheet1!B2").click();
    await page.getByText("Sheet1!B2 is not empty: it holds mine.", { exact: false }).waitFor();
    expect(paper.cells.get("Sheet1!B2")).toBe("mine");
    // Another cell is selected before the click: the button's cell is overwritten, and no other.
    paper.active = "Sheet1!D4";
    paper.cells.set("Sheet1!D4", "mine too");
    await button(page, "Overwrite Sheet1!B2").click();
    await saysAtItsFoot(page, "Inserted in Sheet1!B2.");
    expect([...paper.cells.values()]).toEqual(["=SERVICE_ESI()", "mine too"]);
    await pass(4_000);
    await button(page, "Insert in Sheet1!D4").waitFor();
    expect(await page.getByRole("button", { name: /^Overwrite/ }).count()).toBe(0);
    expect(asked("write").map(([at, , over]) => [at, over])).toEqual([[{ sheet: "Sheet1", row: 1, column: 1 }, true]]);
  });

  it("writes nothing into a cell that was filled since the selection was read", async () => {
    const { page, paper, asked } = await open();
    await pick(page, "SERVICE_ESI");
    await button(page, "Insert in Sheet1!B2").waitFor();
    paper.cells.set("Sheet1!B2", "mine");
    await button(page, "Insert in Sheet1!B2").click();
    await page.getByText("Sheet1!B2 is not empty: it holds mine.", { exact: false }).waitFor();
    expect([paper.cells.get("Sheet1!B2"), asked("write").map(([, , over]) => over)]).toEqual(["mine", [false]]);
    await button(page, "Overwrite Sheet1!B2").waitFor();
  });

  it("offers no overwrite after a network failure", async () => {
    const { page } = await open({
      before: (p) => {
        p.instead.write = () => {
          throw new GoogleSays("NetworkError: Connection failure due to HTTP 0");
        };
      },
    });
    await pick(page, "SERVICE_ESI");
    await button(page, "Insert in Sheet1!B2").click();
    await page.getByText("Google could not be reached.", { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: /^Overwrite/ }).count()).toBe(0);
  });

  it("fetches the preview once typing pauses, one request at a time, and ignores outdated replies", async () => {
    const first = later<void>();
    const tickerIn = (cells: readonly unknown[]) => (cells[0] as { args: readonly unknown[] }).args[0];
    const { page, asked, pass } = await open({
      before: (p) => {
        p.instead.answers = async (cells) => {
          if (tickerIn(cells) === "NVDA") await first.promise;
          return [{ kind: "answer", answer: { ...YIELD_10Y, value: tickerIn(cells) === "NVDA" ? 111 : 222 } }];
        };
      },
    });
    await pick(page, "SERVICE_PRICE");
    const ticker = page.getByLabel("Ticker", { exact: true });
    await ticker.fill("NV");
    await ticker.fill("NVDA");
    expect(asked("answers")).toHaveLength(0);
    await pass(700);
    await page.getByText("Loading the value…").waitFor();
    await ticker.fill("GME");
    await pass(700);
    await ticker.fill("AMC");
    await pass(700);
    const tickers = () => asked("answers").map(([cells]) => tickerIn(cells as readonly unknown[]));
    expect(tickers()).toEqual(["NVDA"]);
    first.give();
    await page.getByText("222.00%").waitFor();
    expect(tickers()).toEqual(["NVDA", "AMC"]);
  });
});

describe("the Inspect tab", () => {
  const rates = (p: PaperScript) => p.cells.set("Sheet1!B2", '=SERVICE_FRED("DGS10")');

  it("shows the source of the selected cell's value, and copies the citation", async () => {
    const { page, context } = await at("Inspect", rates);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("heading", { name: "Sheet1!B2" }).waitFor();
    for (const words of [
      "4.36%",
      "2024-06-28",
      "2024-06-28 12:00 UTC",
      "Board of Governors of the Federal Reserve System, via FRED",
      "Sample data: generated, not published",
      "On Refresh, or when the formula or a referenced cell changes.",
    ])
      await page.getByText(words, { exact: false }).first().waitFor();
    expect(await page.locator(".answer-caveats").innerText()).toContain("The observation date is the day or period that the number describes");
    await button(page, "Copy citation").click();
    await saysAtItsFoot(page, "Copied the citation.");
    const citation = await page.evaluate(() => navigator.clipboard.readText());
    expect(citation).toMatch(/^Treasury constant maturity, 10 years: 4\.36 %, observation of 2024-06-28 \(SERVICE_FRED\("DGS10"/);
    expect(citation).toContain("Sample data: generated, not published; do not quote.");
  });

  it("checks the selection every few seconds, and reads the cell only if it changed", async () => {
    const { page, paper, asked, pass } = await at("Inspect", rates);
    await value(page).waitFor();
    await pass(4_000);
    await pass(4_000);
    expect(asked("selected").length).toBeGreaterThan(1);
    expect(asked("calls")).toHaveLength(1);
    paper.active = "Sheet1!A1";
    paper.cells.set("Sheet1!A1", "mine");
    await pass(4_000);
    await page.getByText("No SERVICE formula fills this cell. Select a cell", { exact: false }).waitFor();
    expect(asked("calls")).toHaveLength(2);
    paper.instead.calls = () => {
      const why = "The source is unknown, because the formula calculates the arguments. Put them in cells and refer to those.";
      const call = { id: "SERVICE.FRED", text: 'SERVICE_FRED("DG"&"S2")', alone: true, asks: { kind: "unknown", why } } as const;
      return { place: { sheet: "Sheet1", row: 0, column: 0 }, formula: '=SERVICE_FRED("DG"&"S2")', calls: [call], more: 0 };
    };
    paper.cells.set("Sheet1!A1", '=SERVICE_FRED("DG"&"S2")');
    await pass(4_000);
    await page.getByText("The source is unknown, because the formula calculates", { exact: false }).waitFor();
    expect(asked("calls")).toHaveLength(3);
  });

  it("refreshes the selected cell: fetches a new answer, then recalculates the cell of the formula", async () => {
    const { page, paper, asked, pass } = await at("Inspect", rates);
    await value(page).waitFor();
    paper.instead.answers = () => [{ kind: "answer", answer: { ...YIELD_10Y, value: 4.41 } }];
    await button(page, "Refresh this cell").click();
    await saysAtItsFoot(page, "Refreshed Sheet1!B2.");
    expect(asked("answers").map(([, renew]) => renew)).toEqual([true]);
    expect(asked("recalculate")).toEqual([[[{ sheet: "Sheet1", row: 1, column: 1 }]]]);
    await page.getByText("The cell shows 4.36; the latest answer is 4.41 %.").waitFor();
    await pass(4_000);
  });

  it("draws the history of the selected figure", async () => {
    const { page, asked, pass } = await at("Inspect", (p) => {
      rates(p);
      p.instead.fetch = () => ({
        ok: true,
        body: {
          data: [
            ["2024-06-27", 4.29],
            ["2024-06-28", 4.36],
          ].map(([date, at]) => ({ date, value: at })),
          meta: {},
        },
      });
    });
    await value(page).waitFor();
    await pass(400);
    await page.locator(".uplot canvas").first().waitFor();
    expect(asked("fetch")).toEqual([[expect.stringMatching(/^\/v1\/macro\/fred\/DGS10\/history/)]]);
  });

  it("sends nothing while the page is hidden, and checks at once when it is visible", async () => {
    const { page, paper, asked, pass } = await at("Inspect", rates);
    await value(page).waitFor();
    const hide = (hidden: boolean) =>
      page.evaluate((now) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => now });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    const before = asked("selected").length;
    await pass(60_000);
    expect(asked("selected")).toHaveLength(before);
    await hide(false);
    await paper.reached("selected", before + 1);
    await tab(page, "Share").click();
    await pass(60_000);
    expect(asked("selected").length).toBe(before + 1);
  });

  it("lists a formula's calls, counts those not listed, and names the cell that the value spills from", async () => {
    const { page } = await at("Inspect", (p) => {
      rates(p);
      p.instead.calls = () => ({
        place: { sheet: "Sheet1", row: 0, column: 1 },
        formula: '=SERVICE_FRED("DGS10")-SERVICE_FRED("DGS2")',
        filledFrom: "Sheet1!B1",
        calls: [
          { ...callOf("DGS10"), alone: false },
          { ...callOf("DGS2", { kind: "failure", failure: { code: "server_error" } }), alone: false },
        ],
        more: 4,
      });
    });
    await page.getByText("The formula is in Sheet1!B1.").waitFor();
    await page.getByText("4 more are not listed", { exact: false }).waitFor();
    await value(page).waitFor();
    await page.getByLabel("Calls in this formula").selectOption('SERVICE_FRED("DGS2")');
    await page.getByText("The service had an error", { exact: false }).waitFor();
    expect(await value(page).count()).toBe(0);
  });

  it("says why an answer is out of date", async () => {
    const { page } = await at("Inspect", (p) => {
      rates(p);
      p.instead.calls = () => ({
        place: { sheet: "Sheet1", row: 1, column: 1 },
        formula: '=SERVICE_FRED("DGS10")',
        calls: [callOf("DGS10", { kind: "answer", answer: YIELD_10Y, stale: { code: "server_error" } })],
        more: 0,
      });
    });
    await page.getByText("This answer is out of date. The service had an error.", { exact: false }).waitFor();
    await value(page).waitFor();
  });

  it("explains why nothing could be read, and retries only on request", async () => {
    const { page, paper, asked, pass } = await at("Inspect", (p) => {
      rates(p);
      p.instead.selected = () => {
        throw new GoogleSays("NetworkError: Connection failure due to HTTP 0");
      };
    });
    await page.getByText("Google could not be reached.", { exact: false }).waitFor();
    const before = asked("selected").length;
    await pass(20_000);
    expect(asked("selected")).toHaveLength(before);
    delete paper.instead.selected;
    await button(page, "Try again").click();
    await value(page).waitFor();
    expect(await page.getByText("Google could not be reached.", { exact: false }).count()).toBe(0);
  });
});

describe("the Refresh tab", () => {
  it("runs one refresh at a time, and continues while another tab is shown", async () => {
    const done = later<void>();
    const { page, paper, asked } = await at("Refresh", (p) => {
      p.instead.refresh = async () => {
        await done.promise;
        return {
          cells: 1204,
          answered: 1200,
          requests: 3,
          troubles: [
            { message: "The service was busy. Refresh again in a minute.", cells: 3 },
            { message: "The cell is protected; ask its owner.", cells: 1 },
          ],
          summary: "1,204 cells, 1,200 questions answered in 3 requests. 4 cells keep what they show.",
          hasFailed: false,
        };
      };
    });
    await button(page, "Refresh").click();
    await page.getByRole("progressbar", { name: "Refreshing" }).waitFor();
    await page.getByText("You can close this sidebar. This continues at Google", { exact: false }).waitFor();
    await button(page, "Refreshing…").click({ force: true });
    expect(await button(page, "Refreshing…").getAttribute("aria-disabled")).toBe("true");
    expect(await button(page, "Stop").count()).toBe(0);
    await tab(page, "Share").click();
    await tab(page, "Refresh").click();
    await page.getByRole("progressbar").waitFor();
    done.give();
    await page.getByRole("heading", { name: "Last refresh" }).waitFor();
    await saysAtItsFoot(page, "4 cells keep what they show.");
    expect(await page.locator(".reasons li").allInnerTexts()).toEqual([
      "3 cells: The service was busy. Refresh again in a minute.",
      "1 cell: The cell is protected; ask its owner.",
    ]);
    expect(asked("refresh")).toEqual([["book"]]);
    delete paper.instead.refresh;
    for (const scope of ["This sheet", "Errors and reasons"]) {
      await page.getByRole("radio", { name: new RegExp(`^${scope}`) }).check();
      await button(page, "Refresh").click();
      await page.locator(".refresh-result").getByText("3 cells asked again, in 1 request.").waitFor();
      await page.waitForFunction(() => !document.querySelector('[role="progressbar"]'));
    }
    expect(asked("refresh")).toEqual([["book"], ["sheet"], ["errors"]]);
  });

  it("offers what docs/google-sheets.md lists, which also names what only the pane has", async () => {
    const { page } = await at("Refresh", (p) => void (p.instead.refresh = () => new Promise(() => undefined)));
    const offered = page.getByRole("group", { name: "What to refresh" }).locator("label > span > :first-child");
    await offered.first().waitFor();
    const docs = documented("| in the pane ");
    const shown = await offered.allInnerTexts();
    expect(shown).toEqual(docs.there);
    const scopes = [...read("src/pane/refresh/refresh-words.ts").matchAll(/ label: "(.+?)"/g)].map(([, label = ""]) => label);
    expect(docs.missing).toEqual(expect.arrayContaining(scopes.filter((label) => !shown.includes(label))));
    // A refresh that runs has the pane's Stop.
    await button(page, "Refresh").click();
    await page.getByRole("progressbar").waitFor();
    const pane = ["refresh-words.ts", "refresh-view.tsx", "schedule.tsx"].map((file) => read(`src/pane/refresh/${file}`)).join("\n");
    for (const words of docs.missing) {
      expect(pane).toContain(`"${words}"`);
      expect([words, await page.getByText(words, { exact: true }).count()]).toEqual([words, 0]);
    }
    for (const words of docs.there) expect([words, await page.getByText(words, { exact: true }).count()]).toEqual([words, 1]);
  });

  it("shows why a refresh was refused, and says that it needs a key if there is none", async () => {
    const { page } = await at("Refresh", (p) => {
      p.instead.refresh = () => {
        throw new Refused("Another refresh is under way. Wait until it is through.");
      };
    });
    await button(page, "Refresh").click();
    await page.locator(".problem").getByText("Another refresh is under way.", { exact: false }).waitFor();
    const without = await open({ before: noKey });
    await without.page.getByRole("heading", { name: "Connection" }).waitFor();
    await tab(without.page, "Refresh").click();
    await without.page.getByText("No API key yet. Cells can be refreshed once there is one.").waitFor();
    expect(await without.page.getByRole("button", { name: /^Refresh/ }).count()).toBe(0);
  });

  it("creates, changes and stops a schedule in the spreadsheet's time zone", async () => {
    const { page, paper, asked } = await at("Refresh", (p) => void (p.lastRun = "2024-06-27 07:12: 40 cells asked again."));
    await page.getByText("Off. You have set no automatic refresh here.").waitFor();
    await page.getByText("2024-06-27 07:12: 40 cells asked again.").waitFor();
    await page.getByText("A scheduled run uses the key of the person who set it.", { exact: false }).waitFor();
    await page.getByText("In the spreadsheet's time zone, America/New_York.", { exact: false }).waitFor();
    await page.getByLabel("Between").selectOption("9");
    await button(page, "Start").click();
    await saysAtItsFoot(page, "The whole book is refreshed every day between 09:00 and 10:00 (America/New_York).");
    expect(paper.schedule).toEqual({ every: "day", hour: 9 });
    expect(await button(page, "Change").getAttribute("aria-disabled")).toBe("true");
    await page.getByLabel("Refresh the whole book").selectOption("hour");
    await button(page, "Change").click();
    await saysAtItsFoot(page, "The whole book is refreshed every hour.");
    expect(await page.getByLabel("Between").count()).toBe(0);
    await page.getByText("about 90 minutes a day, 6 hours with Workspace", { exact: false }).waitFor();
    paper.instead.stopSchedule = () => {
      throw new Refused("Google did not remove the trigger. Try again.");
    };
    await button(page, "Stop").click();
    await page.getByText("Google did not remove the trigger. Try again.").waitFor();
    expect(paper.schedule).toEqual({ every: "hour" });
    delete paper.instead.stopSchedule;
    await button(page, "Stop").click();
    await saysAtItsFoot(page, "Off. You have set no automatic refresh here.");
    expect(asked("setSchedule")).toEqual([[{ every: "day", hour: 9 }], [{ every: "hour" }]]);
  });

  it("explains why the schedule could not be read, and retries on request", async () => {
    const { page, paper } = await at("Refresh", (p) => {
      p.instead.schedule = () => {
        throw new GoogleSays("Exception: Service invoked too many times");
      };
    });
    await page.getByText("Wait a minute, then try again.", { exact: false }).waitFor();
    paper.schedule = { every: "hour" };
    delete paper.instead.schedule;
    await button(page, "Try again").click();
    await page.getByText("The whole book is refreshed every hour.").waitFor();
  });
});

describe("As of", () => {
  const day = (page: Page) => page.getByLabel("Day or moment");
  const notice = (page: Page) => page.getByRole("note");
  const noticed = (page: Page, words: string) => notice(page).getByText(words, { exact: false }).waitFor();

  it("is set in the Refresh tab, is shown in every tab, and ends with a button", async () => {
    const { page, asked } = await at("Refresh");
    expect(await notice(page).count()).toBe(0);
    await page.getByText("Tables are refreshed. Saved in this spreadsheet, for all its users.", { exact: false }).waitFor();
    await day(page).fill(" 2024-05-02 ");
    await page.keyboard.press("Enter");
    await saysAtItsFoot(page, "Cells show 2024-05-02: 3 formulas.");
    await page.getByText("Gets the values of this day again.", { exact: false }).waitFor();
    for (const name of ["Build", "Inspect", "Share", "Account"]) {
      await tab(page, name).click();
      await noticed(page, "As of 2024-05-02. Cells show only what was public by then.");
    }
    await notice(page).getByRole("button", { name: "Change" }).click();
    expect(await tab(page, "Refresh").getAttribute("aria-selected")).toBe("true");
    expect(await day(page).inputValue()).toBe("2024-05-02");
    await button(page, "Show the latest values").click();
    await saysAtItsFoot(page, "Cells show the latest values: 3 formulas.");
    await notice(page).waitFor({ state: "detached" });
    expect([await day(page).inputValue(), await button(page, "Show the latest values").count()]).toEqual(["", 0]);
    expect(asked("setAsOf")).toEqual([["2024-05-02"], [""]]);
  });

  it("refuses a malformed day with the sentence of Excel's form, and shows the script's refusal", async () => {
    const { page, paper, asked } = await at("Refresh", (p) => {
      p.instead.setAsOf = () => {
        throw new Refused("Nothing was changed. The service cannot answer as of this day.");
      };
    });
    await day(page).fill("May");
    await button(page, "Apply").click();
    await page.getByRole("alert").getByText('As of: expected a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z, got "May".').waitFor();
    expect([await day(page).getAttribute("aria-invalid"), asked("setAsOf")]).toEqual(["true", []]);
    await day(page).fill("2030-01-01");
    await button(page, "Apply").click();
    await page.getByRole("alert").getByText("Nothing was changed. The service cannot answer as of this day.").waitFor();
    expect([paper.asOf, await notice(page).count(), await day(page).inputValue()]).toEqual([undefined, 0, "2030-01-01"]);
  });

  it("is set once at a time, continues while another tab is shown, and lists formulas that were not recalculated", async () => {
    const done = later<void>();
    const { page, asked } = await at("Refresh", (p) => {
      p.instead.setAsOf = async (typed) => {
        await done.promise;
        p.asOf = typed;
        const told = "40 formulas recalculated.";
        return { asOf: typed, cells: 40, troubles: [{ message: "The cell is protected.", cells: 2 }], done: told, summary: `${told} 2 formulas were not.` };
      };
    });
    await day(page).fill("2024-05-02");
    await button(page, "Apply").click();
    await page.getByRole("progressbar", { name: "Recalculating all cells" }).waitFor();
    await button(page, "Apply").click({ force: true });
    expect(await button(page, "Refresh").getAttribute("aria-disabled")).toBe("true");
    await button(page, "Refresh").click({ force: true });
    await tab(page, "Share").click();
    await tab(page, "Refresh").click();
    await page.getByRole("progressbar").waitFor();
    done.give();
    await noticed(page, "As of 2024-05-02.");
    await saysAtItsFoot(page, "40 formulas recalculated.");
    await page.getByText("These formulas were not recalculated and may show a value of another day:").waitFor();
    expect(await page.locator(".reasons li").allInnerTexts()).toEqual(["2 formulas: The cell is protected."]);
    expect([asked("setAsOf"), asked("refresh")]).toEqual([[["2024-05-02"]], []]);
  });

  it("that was set elsewhere is shown once the pointer enters the sidebar, and the shown source is read again", async () => {
    const { page, paper, asked } = await at("Inspect", (p) => void p.cells.set("Sheet1!B2", '=SERVICE_FRED("DGS10")'));
    await value(page).waitFor();
    const read = asked("calls").length;
    paper.asOf = "2024-05-02";
    // The click on the tab left the pointer inside.
    await page.mouse.move(-1, -1);
    await page.mouse.move(150, 20);
    await noticed(page, "As of 2024-05-02.");
    await paper.reached("calls", read + 1);
    await tab(page, "Account").click();
    paper.asOf = undefined;
    await page.mouse.move(-1, -1);
    await page.mouse.move(150, 400);
    await notice(page).waitFor({ state: "detached" });
  });

  it("that is stored but no day is named in the notice, with what to do", async () => {
    const { page, paper } = await at("Refresh", (p) => {
      p.asOf = "yesterday";
      p.asOfProblem = 'The stored day cannot be read: "yesterday". Change it with As of in the SERVICE menu.';
    });
    await noticed(page, 'The stored day cannot be read: "yesterday".');
    paper.asOfProblem = undefined;
    await day(page).fill("2024-05-02");
    await button(page, "Apply").click();
    await noticed(page, "As of 2024-05-02. Cells show only what was public by then.");
  });

  it("of a spreadsheet is shown without a key, but cannot be set", async () => {
    const { page } = await open({
      before: (p) => {
        noKey(p);
        p.asOf = "2024-05-02T14:30:00Z";
      },
    });
    await noticed(page, "As of 2024-05-02T14:30:00Z.");
    await tab(page, "Refresh").click();
    await page.getByText("No API key yet. Cells can be refreshed once there is one.").waitFor();
    expect(await day(page).count()).toBe(0);
  });
});

describe("the Share tab", () => {
  it("says that the tab stays unchanged, copies it on request, and names the new tab", async () => {
    const { page, asked } = await at("Share");
    await page.getByText("This tab does not change.").waitFor();
    expect(asked("copyAsValues")).toHaveLength(0);
    await button(page, "Copy this tab as values").click();
    await saysAtItsFoot(page, "The new tab is Rates (values).");
    await page.getByText("12 formulas are values in the copy. This tab is as it was.").waitFor();
    await page.getByRole("definition").getByText("Rates (values)").waitFor();
  });

  it("explains why nothing was copied", async () => {
    const { page } = await at("Share", (p) => {
      p.instead.copyAsValues = () => {
        throw new Refused("3 cells still show Loading. Wait until they have their values, then copy again. Nothing was copied.");
      };
    });
    await button(page, "Copy this tab as values").click();
    await page.locator(".problem").getByText("3 cells still show Loading.", { exact: false }).waitFor();
    expect(await button(page, "Copy this tab as values").getAttribute("aria-disabled")).toBe("false");
  });
});

it("a page that another test used has no storage, permission, history state, listener or running script of it", async () => {
  const size = { width: 300, height: 700 };
  const blank = (route: Route) => route.fulfill({ contentType: "text/html", body: "<body></body>" });
  const first = await pool.take(size, blank);
  const { page, context } = first;
  await page.goto(`${ORIGIN}/first`);
  await context.grantPermissions(["clipboard-read"]);
  await context.addCookies([{ name: "a", value: "1", url: ORIGIN }]);
  await page.setViewportSize({ width: 500, height: 500 });
  await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await page.mouse.move(100, 100);
  await page.evaluate(async () => {
    localStorage.setItem("a", "1");
    sessionStorage.setItem("a", "1");
    window.name = "a";
    history.replaceState("a", "");
    await caches.open("a");
    await new Promise((resolve) => (indexedDB.open("a").onsuccess = resolve));
    reportError(new Error("first"));
    addEventListener("pagehide", () => localStorage.setItem("late", "1"));
  });
  await pool.giveBack(first);
  const second = await pool.take(size, blank);
  expect(second.page).toBe(page);
  await page.goto(`${ORIGIN}/second`);
  const left = await page.evaluate(async () => ({
    storage: [localStorage.length, sessionStorage.length, (await caches.keys()).length, (await indexedDB.databases()).length],
    cookies: document.cookie,
    page: [window.name, history.state as unknown],
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
    size: [innerWidth, innerHeight],
    media: [matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(forced-colors: active)").matches],
    pointer: document.querySelector(":hover") !== null,
  }));
  expect(left).toEqual({
    storage: [0, 0, 0, 0],
    cookies: "",
    page: ["", null],
    clipboard: "prompt",
    size: [300, 700],
    media: [false, false],
    pointer: false,
  });
  expect([first.heard, second.heard]).toEqual([[expect.stringMatching(/^Error: first/)], []]);
  await pool.giveBack(second);
});

describe("the sidebar's appearance", () => {
  /** Expects no accessibility violation in any appearance, nothing wider than the sidebar, and all tabs in one line. */
  async function right(page: Page, state: string): Promise<void> {
    await accessible(page, `sidebar-${state}`);
    for (const width of [270, 300]) {
      await page.setViewportSize({ width, height: 700 });
      const measured = await page.evaluate(() => ({
        wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: [...document.querySelectorAll("button, a, p, code, dd, h2, h3, li, label, [role=tab]")]
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline" && !e.closest(".only-read-out, .off-screen"))
          .map((e) => e.outerHTML.slice(0, 120)),
        lines: new Set([...document.querySelectorAll("[role=tab]")].map((e) => e.getBoundingClientRect().top)).size,
      }));
      expect({ state, width, ...measured }).toEqual({ state, width, wider: 0, cut: [], lines: 1 });
      if (!SHOTS) continue;
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SHOTS, `sidebar-${state}-${width}.png`) });
    }
  }

  it("is accessible and fits in every tab and with every message", async () => {
    const { page, paper, pass } = await open({
      before: (p) => {
        p.active = "'A sheet with a rather long name'!AB1234";
        p.range = "AB1234:AB2345";
        p.cells.set(p.active, '=SERVICE_FREDH("DGS10","2024-06-28")');
        p.lastRun = "2024-06-27 07:12: 40 cells asked again.";
        p.schedule = { every: "day", hour: 7 };
        p.instead.refresh = () => ({
          cells: 1204,
          answered: 1200,
          requests: 3,
          troubles: [{ message: "The service was busy. Refresh again in a minute.", cells: 3 }],
          summary: "1,204 cells asked again, 1,200 questions answered in 3 requests. 3 cells keep what they show.",
          hasFailed: false,
        });
        p.instead.argument = () => ({ known: true, value: 45_471 });
      },
    });
    await search(page).focus();
    await page.keyboard.press("ArrowDown");
    await right(page, "1-search");
    await pick(page, "SERVICE_FREDH");
    await page.getByLabel("Series id", { exact: true }).selectOption("DGS10");
    await button(page, "Take Date from a cell").click();
    await button(page, /^Use the selected range .* for Date/).click();
    await pass(700);
    await page.getByText(/^Observation of 2024-06-28/).waitFor();
    await page.getByRole("button", { name: /^Insert in/ }).click();
    await page.getByText("cannot go there", { exact: false }).waitFor();
    await right(page, "2-form");
    await page.getByLabel("Date", { exact: true }).fill("A1,B1");
    await pass(700);
    await page.getByText("got something else. Check its quotes", { exact: false }).waitFor();
    await right(page, "3-wrong");
    await tab(page, "Inspect").click();
    await value(page).waitFor();
    await right(page, "4-sources");
    await tab(page, "Refresh").click();
    await page.getByText("2024-06-27 07:12", { exact: false }).waitFor();
    await button(page, "Refresh").click();
    await page.locator(".refresh-result").waitFor();
    await right(page, "5-refresh");
    paper.instead.refresh = () => new Promise(() => undefined);
    await button(page, "Refresh").click();
    await page.getByRole("progressbar").waitFor();
    await right(page, "6-refreshing");
    await tab(page, "Share").click();
    await button(page, "Copy this tab as values").click();
    await page.getByRole("definition").waitFor();
    await right(page, "7-copy");
    await tab(page, "Account").click();
    await page.getByText("76,000 of 100,000 used").waitFor();
    await right(page, "8-key");
    await button(page, "Remove key").click();
    await right(page, "9-remove");
    await button(page, "Keep").click();
    await button(page, "Use another key").click();
    await page.getByLabel("API key").fill("wrong");
    await button(page, "Test").click();
    await page.getByText("does not know this API key", { exact: false }).waitFor();
    await right(page, "10-refused");
  });

  it("is accessible and fits as of a past day", async () => {
    const { page, paper } = await at("Refresh", (p) => void (p.lastRun = "2024-06-27 07:12: 40 formulas were recalculated."));
    paper.instead.setAsOf = (typed) => {
      paper.asOf = typed;
      const troubles = [{ message: "The cell is protected. Get edit access, or have the spreadsheet's owner refresh it.", cells: 2 }];
      const done = `Cells show values as of ${typed}: 1,204 formulas recalculated.`;
      return { asOf: typed, cells: 1204, troubles, done, summary: `${done} 2 formulas were not.` };
    };
    await page.getByLabel("Day or moment").fill("2024-05-02T14:30:00Z");
    await button(page, "Apply").click();
    await page.getByRole("note").waitFor();
    await right(page, "15-as-of");
    await page.getByLabel("Day or moment").fill("May");
    await button(page, "Apply").click();
    await page.getByText("As of: expected a day", { exact: false }).waitFor();
    await right(page, "16-as-of-wrong");
    paper.instead.setAsOf = () => new Promise(() => undefined);
    await page.getByLabel("Day or moment").fill("2024-05-03");
    await button(page, "Apply").click();
    await page.getByRole("progressbar").waitFor();
    await right(page, "17-as-of-working");
    await tab(page, "Build").click();
    await right(page, "18-as-of-insert");
  });

  it("is accessible and fits without a key, and without a service address", async () => {
    const { page } = await open({ before: noKey });
    await page.getByRole("heading", { name: "Connection" }).waitFor();
    await right(page, "11-no-key");
    await tab(page, "Inspect").click();
    await page.getByText("No SERVICE formula", { exact: false }).waitFor();
    await right(page, "12-nothing");
    await tab(page, "Refresh").click();
    await page.getByText("Off. You have set no automatic refresh", { exact: false }).waitFor();
    await right(page, "13-refresh-no-key");
    const bare = await open({ before: (p) => void ((p.key = undefined), (p.service = "")) });
    await bare.page.getByText("npm run sheets:build", { exact: false }).waitFor();
    await right(bare.page, "14-no-service");
  });
});
