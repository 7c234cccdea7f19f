import AxeBuilder from "@axe-core/playwright";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Opened } from "./excel-host";
import { KEYS } from "./local-service";
import { enterKey, stage } from "./stage";

const at = stage();

/** Where pictures of the pane go, for looking at them; none are taken without it. */
const SHOTS = process.env.SHOTS;

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

async function look(opened: Opened, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page: opened.page as never }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((n) => n.html) }))).toEqual([]);
  // Nothing may be cut off or ask to be scrolled sideways.
  expect(await opened.page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await opened.page.screenshot({ path: path.join(SHOTS, `${name}.png`), fullPage: true });
}

describe.each([270, 320, 450])("the pane at %i px", (width) => {
  it.each([
    ["light", { colorScheme: "light" as const }],
    ["dark", { colorScheme: "dark" as const }],
    ["forced colours", { forcedColors: "active" as const }],
  ])("has no accessibility violation in %s, in any of its states", async (name, scheme) => {
    const preview = await at.preview({ width, ...scheme });
    const { pane } = preview;
    const shot = (state: string) => look(preview, `${width}-${name.replace(" ", "-")}-${state}`);
    await pane.getByLabel("Base URL").waitFor();
    await shot("1-begin");
    await enterKey(preview, KEYS.unknown);
    await pane.locator("#connection-problem").waitFor();
    await shot("2-refused");
    at.service.switches.status = { status: 200, body: JSON.stringify({ data: STATUS, as_of: STATUS.as_of }) };
    await enterKey(preview, KEYS.good);
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    await pane.getByRole("button", { name: "Remove key" }).click();
    await shot("3-connected");
    await pane.getByRole("tab", { name: "Activity" }).click();
    await shot("4-activity");
  });
});

describe("the pane", () => {
  it("shows plan, quotas with warnings from 70 and 90 %, the day, and what is sample, in words", async () => {
    at.service.switches.status = { status: 200, body: JSON.stringify({ data: STATUS, as_of: STATUS.as_of }) };
    const { pane, ...preview } = await at.preview();
    await enterKey({ pane }, KEYS.good);
    const minute = pane.getByRole("meter", { name: "Requests this minute" });
    await minute.waitFor();
    expect(await minute.getAttribute("aria-valuetext")).toBe("56 of 60 used");
    expect(await pane.getByRole("meter", { name: "Requests this month" }).getAttribute("aria-valuetext")).toBe("7,400 of 10,000 used");
    const text = await preview.page.locator("main").innerText();
    for (const words of [
      "Nearly used up: 93 % used.",
      "Running low: 74 % used. It starts anew on 2024-07-01.",
      "free",
      "2024-06-28",
      "generated sample data",
      "11 real series, to 2024-06-28",
      "3 real series, to 2024-06-26; the rest sample",
    ])
      expect(text).toContain(words);
  });

  it("works where office.js cannot be loaded, and says that it is a preview", async () => {
    const { pane, heard } = await at.preview({ officeJs: false });
    await pane.getByText("Preview in a browser", { exact: false }).waitFor();
    await enterKey({ pane }, KEYS.good);
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    expect(heard.filter((line) => !/net::ERR|Failed to load resource/.test(line))).toEqual([]);
  });

  it("works with office.js in a browser that is no Excel", async () => {
    const { pane } = await at.preview();
    await pane.getByText("Preview in a browser", { exact: false }).waitFor();
  });

  it("can be worked by keyboard: tabs by arrows, the key by Enter, focus where the work goes on", async () => {
    const { pane, page } = await at.preview();
    const focused = () => page.evaluate(() => document.activeElement?.id ?? "");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("tab-account");
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("tab-activity");
    expect(await pane.getByRole("tab", { name: "Activity" }).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("Home");
    expect(await focused()).toBe("tab-account");
    await pane.getByLabel("API key", { exact: true }).focus();
    await page.keyboard.press("Enter");
    await pane.getByText("Enter your API key.").waitFor();
    expect(await focused()).toBe("api-key");
    await page.keyboard.type(KEYS.good);
    await page.keyboard.press("Enter");
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    expect(await focused()).toBe("connection");
  });

  it("masks the key and shows it on request", async () => {
    const { pane } = await at.preview();
    const field = pane.getByLabel("API key", { exact: true });
    expect(await field.getAttribute("type")).toBe("password");
    await pane.getByRole("button", { name: "Show key" }).click();
    expect(await field.getAttribute("type")).toBe("text");
  });
});
