import { KEYS } from "./local-service";
import { accessible, looksRight } from "./look";
import { enterKey, stage } from "./stage";
import { expectEventually } from "../time";

const at = stage();

const STATUS = {
  service: "Market Intelligence Data Service",
  version: "1.0.0",
  plan: "free",
  as_of: "2024-06-28",
  sample: true,
  quota: { minute_limit: 60, minute_remaining: 4, monthly_limit: 10_000, monthly_used: 7_400, resets_at: "2024-07-01T00:00:00Z" },
  families: [
    { family: "curve", sample: false, real_names: 11, newest_observation: "2024-06-28" },
    { family: "macro", sample: true, real_names: 3, newest_observation: "2024-06-26" },
    { family: "short-interest", sample: true, real_names: 0 },
  ],
};

describe("the pane, screen checks", () => {
  it("has no accessibility violation in any state and fits every width", async () => {
    const preview = await at.preview({ width: 320 });
    const { pane, page } = preview;
    const shot = (state: string) => looksRight(page, `pane-${state}`);
    await pane.getByLabel("Base URL").waitFor();
    await shot("1-begin");
    await enterKey(preview, KEYS.unknown);
    await pane.locator("#connection-problem").waitFor();
    await shot("2-refused");
    at.service.switches.status = { status: 200, body: JSON.stringify({ data: STATUS, as_of: STATUS.as_of }) };
    await enterKey(preview, KEYS.good);
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    await pane.getByRole("button", { name: "Remove key" }).click();
    await pane.getByText("3 data families").click();
    await shot("3-connected");
    for (const [i, tab] of ["Build", "Inspect", "Refresh", "Audit", "Share", "Settings"].entries()) {
      await pane.getByRole("tab", { name: tab }).click();
      await pane.locator(`#panel-${tab.toLowerCase()}`).waitFor();
      await shot(`${i + 4}-${tab.toLowerCase()}`);
    }
  });
});

describe("the pane", () => {
  it("says that a tab did not load, and loads it on Try again", async () => {
    at.service.switches.tabs = "lost";
    const { pane, page } = await at.preview();
    await pane.getByRole("tab", { name: "Share" }).click();
    const alert = pane.getByRole("alert");
    expect(await alert.innerText()).toContain("This part of the pane did not load");
    await accessible(page, "pane-0-not-loaded");
    // The message that is there before the click says nothing about the second attempt.
    const lost = page.waitForEvent("requestfailed");
    await alert.getByRole("button", { name: "Try again" }).click();
    await lost;
    await alert.waitFor();
    at.service.switches.tabs = "answer";
    await alert.getByRole("button", { name: "Try again" }).click();
    await pane.getByRole("heading", { name: "Copy with values" }).waitFor();
  });

  it("loads all tabs after it has been drawn, so that they open if the service has stopped since", async () => {
    const { pane, page } = await at.preview();
    await page.waitForLoadState("networkidle");
    at.service.switches.tabs = "lost";
    for (const tab of ["Share", "Audit", "Settings", "Inspect"]) {
      await pane.getByRole("tab", { name: tab }).click();
      await pane.locator(`#panel-${tab.toLowerCase()} h2, #panel-${tab.toLowerCase()} p:not(.note)`).first().waitFor();
    }
  });

  it("shows plan, quotas, date and sample data, with quota warnings from 70 and 90 %", async () => {
    at.service.switches.status = { status: 200, body: JSON.stringify({ data: STATUS, as_of: STATUS.as_of }) };
    const { pane, ...preview } = await at.preview();
    await enterKey({ pane }, KEYS.good);
    await pane.getByText("3 data families").click();
    const minute = pane.getByRole("meter", { name: "Requests this minute" });
    await minute.waitFor();
    expect(await minute.getAttribute("aria-valuetext")).toBe("56 of 60 used");
    expect(await pane.getByRole("meter", { name: "Requests this month" }).getAttribute("aria-valuetext")).toBe("7,400 of 10,000 used");
    const text = await preview.page.locator("main").innerText();
    for (const words of [
      "Nearly used up: 93 % used.",
      "Running low: 74 % used. It resets on 2024-07-01.",
      "free",
      "2024-06-28",
      "sample data: generated, not published",
      "11 published series, to 2024-06-28",
      "3 published series, to 2024-06-26; the rest sample",
    ])
      expect(text).toContain(words);
  });

  it("forgets a message once the user starts something else", async () => {
    const { pane } = await at.preview();
    await enterKey({ pane }, KEYS.good);
    const status = pane.locator(".said");
    await status.getByText("Connected.", { exact: false }).waitFor();
    await pane.getByRole("tab", { name: "Settings" }).click();
    await pane.getByRole("heading", { name: "About" }).waitFor();
    await expectEventually(() => status.textContent()).toBe("");
  });

  it("works without office.js, and says that it is a preview", async () => {
    const { pane, heard } = await at.preview({ officeJs: false });
    await pane.getByText("Preview in a browser", { exact: false }).waitFor();
    await enterKey({ pane }, KEYS.good);
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    expect(heard.filter((line) => !/net::ERR|Failed to load resource/.test(line))).toEqual([]);
  });

  it("works with office.js in a browser outside Excel", async () => {
    const { pane } = await at.preview();
    await pane.getByText("Preview in a browser", { exact: false }).waitFor();
  });

  it("works by keyboard: arrow keys change the tab, Enter saves the key and moves the focus", async () => {
    const { pane, page } = await at.preview();
    const focusOn = (id: string) => page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
    await pane.getByRole("link", { name: "workbench" }).focus();
    await page.keyboard.press("Tab");
    await focusOn("tab-account");
    await page.keyboard.press("ArrowRight");
    await focusOn("tab-settings");
    expect(await pane.getByRole("tab", { name: "Settings" }).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowRight");
    await focusOn("tab-build");
    await page.keyboard.press("End");
    await focusOn("tab-settings");
    await page.keyboard.press("ArrowLeft");
    await focusOn("tab-account");
    await pane.getByLabel("API key", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await pane.getByText("Enter your API key.").waitFor();
    await focusOn("api-key");
    await page.keyboard.type(KEYS.good);
    await page.keyboard.press("Enter");
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    await focusOn("connection");
  });

  it("opens on Account without a key, and on Build after a key is saved and the page is reloaded", async () => {
    const { pane, page } = await at.preview();
    expect(await pane.getByRole("tab", { selected: true }).textContent()).toBe("Account");
    await pane.getByRole("heading", { name: "Market data in your cells" }).waitFor();
    await enterKey({ pane }, KEYS.good);
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    expect(await pane.getByRole("heading", { name: "Market data in your cells" }).count()).toBe(0);
    await page.reload();
    await pane.getByRole("tab", { selected: true, name: "Build" }).waitFor();
  });

  it("keeps the upper right corner free for Excel's menu at every width", async () => {
    for (const width of [270, 320, 450]) {
      const { page } = await at.preview({ width });
      const there = await page.evaluate((x) => {
        const inCorner = [...document.querySelectorAll("h1, a, button, p")].filter((e) => {
          const range = document.createRange();
          range.selectNodeContents(e);
          return [...range.getClientRects()].some((box) => box.right > x - 34 && box.top < 32);
        });
        return inCorner.map((e) => e.outerHTML);
      }, width);
      expect({ width, there }).toEqual({ width, there: [] });
    }
  });

  it("shows every tab's full label, and moves none on selection", async () => {
    const { page, pane } = await at.preview({ width: 270 });
    const boxes = () =>
      page.evaluate(() => [...document.querySelectorAll('[role="tab"]')].map((t) => [t.getBoundingClientRect().left, t.getBoundingClientRect().top]));
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('[role="tab"]')].filter((t) => t.scrollWidth > t.clientWidth).map((t) => t.textContent),
    );
    expect(cut).toEqual([]);
    expect(await pane.getByRole("tab").allTextContents()).toEqual(["Build", "Inspect", "Refresh", "Audit", "Share", "Account", "Settings"]);
    const before = await boxes();
    expect(before).toHaveLength(7);
    for (const tab of ["Settings", "Refresh", "Share"]) {
      await pane.getByRole("tab", { name: tab }).click();
      expect(await boxes()).toEqual(before);
    }
  });

  it("shows how many requests batching and the cache saved, and lists failed cells", async () => {
    const excel = await at.excel();
    await enterKey(excel, KEYS.good);
    await excel.pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    await excel.callAll(["10Y", "2Y", "5Y"].map((tenor, i) => ({ fn: "SERVICE.YIELD", args: [tenor, null], address: `Sheet1!A${i + 1}` })));
    await excel.call("SERVICE.YIELD", ["10Y", null], "Sheet1!B1");
    await excel.pane.getByText("3 cells in 1 request; 1 answered from the cache.").waitFor();
    await excel.pane.getByText("None since this workbook was opened.").waitFor();
    at.service.switches.eval = { status: 401, body: '{"detail":{"code":"revoked_key"}}' };
    await excel.call("SERVICE.YIELD", ["30Y", null], "Sheet1!C1");
    await excel.pane.locator(".failures").getByText("Sheet1!C1").waitFor();
  });

  it("masks the key and shows it on request", async () => {
    const { pane } = await at.preview();
    const field = pane.getByLabel("API key", { exact: true });
    expect(await field.getAttribute("type")).toBe("password");
    await pane.getByRole("button", { name: "Show key" }).click();
    expect(await field.getAttribute("type")).toBe("text");
  });
});
