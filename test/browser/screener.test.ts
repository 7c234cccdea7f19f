import { parse } from "csv-parse/sync";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { SAMPLE_SWITCH } from "../../src/service/families/sample-switch";
import { recordRow as row } from "../record-row";
import { KEYS } from "./local-service";
import { violations } from "./look";
import { enterKey, stage } from "./stage";

const at = stage();
const DAY = "2024-06-14";
const NAMES = Array.from({ length: 60 }, (_, i) => `Z${String.fromCharCode(65 + Math.floor(i / 26))}${String.fromCharCode(65 + (i % 26))}`);

/** Sixty names with a settlement; the first half has a close too. Without sample data, because a table of all its names takes seconds. */
beforeEach(() => {
  const { store } = at.service;
  store.decisions.decide(SAMPLE_SWITCH, false, DAY);
  const settlement = (days_to_cover: number) => ({
    name: "", short_interest: 900, previous_short_interest: 100, avg_daily_volume: 50, days_to_cover, days_to_cover_censored: false, change_pct: 1, revised: false,
  }); // prettier-ignore
  const records = NAMES.flatMap((name, i) => [
    row("short_interest", name, DAY, "finra", settlement(i + 1)),
    ...(i < 30 ? [row("price", name, "2024-06-27", "user", { close: 10 + i })] : []),
  ]);
  store.insertBatch({ publisher: "test", file: "a", sha256: "a", rows: [], records }, "2024-06-28");
});

const tickers = (page: Page) => page.locator("tbody th[scope=row]").allTextContents();
const count = (page: Page, text: string) => page.locator(".sc-count", { hasText: text }).waitFor();

test("the screener lists, filters, sorts, pages, cites and downloads, and its address keeps the filters", async () => {
  at.service.switches.localKey = true;
  const { page, heard, addresses } = await at.preview({ path: "/screener?sort=ticker&order=asc", width: 1280, height: 800 });
  await count(page, "60 names");
  expect(await tickers(page)).toEqual(NAMES.slice(0, 50));
  await page.locator(".sc-scroll").evaluate((table) => table.scrollTo({ top: 300 }));
  const byTicker = page.getByRole("columnheader", { name: "Ticker" }).getByRole("button");
  await byTicker.click();
  await page.waitForFunction((last) => document.querySelector("tbody th")?.textContent === last, NAMES.at(-1));
  expect(await page.locator(".sc-scroll").evaluate((table) => table.scrollTop)).toBe(0);
  await byTicker.click();
  await page.waitForFunction((first) => document.querySelector("tbody th")?.textContent === first, NAMES[0]);
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForFunction(() => location.search.includes("offset=50"));
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 10);
  expect(await tickers(page)).toEqual(NAMES.slice(50));

  await page.locator("summary", { hasText: "Positioning" }).click();
  const operator = page.getByLabel("Condition on Days to cover", { exact: true });
  expect(await operator.locator("option").allTextContents()).toEqual([
    "any", "at least (gte)", "at most (lte)", "above (gt)", "below (lt)", "equal to (eq)", "between",
  ]); // prettier-ignore
  await operator.selectOption("gte");
  const value = page.getByLabel("Days to cover: value", { exact: true });
  await value.fill("many");
  await page.getByText("Enter a number, such as 10, 1.5 or 10B.").waitFor();
  expect(await value.getAttribute("aria-invalid")).toBe("true");
  await value.fill("21");
  await count(page, "40 of 60 names");
  await page.getByRole("button", { name: "Add a second condition" }).click();
  await page.getByLabel("Days to cover, second: value").fill("35");
  await page.getByLabel("Condition on Last price").selectOption("gt");
  await page.getByLabel("Last price: value").fill("0.03k");
  await count(page, "9 of 60 names");
  await page.getByText("An unknown figure meets no filter. Left out: Last price of 30 names.").waitFor();
  expect(await page.getByRole("list", { name: "Active filters" }).getByRole("button").allTextContents()).toEqual([
    "Days to cover ≥ 21 days ✕", "Days to cover ≤ 35 days ✕", "Last price > 30 USD ✕", "Clear all",
  ]); // prettier-ignore

  await page.getByText(/^Columns/).click();
  await page.getByRole("checkbox", { name: "Days to cover" }).check();
  await page.keyboard.press("Escape");
  const heading = page.getByRole("columnheader", { name: "Days to cover" });
  await heading.waitFor();
  // Filtered columns are beside the names, where a window too narrow for all columns shows them.
  expect((await page.getByRole("columnheader").allTextContents()).slice(0, 5)).toEqual([
    "Ticker ▲",
    "Company",
    "Last price USD",
    "Days to cover days",
    "Sector",
  ]);
  const [box, table] = [await heading.boundingBox(), await page.locator(".sc-scroll").boundingBox()];
  expect(box!.x + box!.width).toBeLessThanOrEqual(table!.x + table!.width);
  // A heading breaks between words only.
  const sector = page.getByRole("columnheader", { name: "Sector" }).getByRole("button");
  expect(await sector.evaluate((button) => button.getClientRects()[0]!.height)).toBeLessThan(24);
  await heading.getByRole("button").click();
  await page.waitForFunction(() => document.querySelector("th[aria-sort=descending]")?.textContent?.startsWith("Days to cover"));
  await page.locator("[aria-busy=false] tbody").waitFor();
  expect(await tickers(page)).toEqual(NAMES.slice(21, 30).reverse());
  expect(new URL(page.url()).search).toBe(
    "?short_days_to_cover=gte:21&short_days_to_cover=lte:35&last_price=gt:0.03e3&sort=short_days_to_cover&columns=sector,market_cap,last_price,signal_total_count,smart_money_score,insider_net_30d,short_pct_float,pe,fcf_yield,short_days_to_cover",
  );
  expect(await violations(page.mainFrame())).toEqual([]);

  await page.getByRole("button", { name: `${NAMES[29]}: sources of its figures` }).click();
  const details = page.getByRole("dialog");
  await details.getByRole("row", { name: "Days to cover" }).waitFor();
  expect(await details.getByRole("row", { name: "Days to cover" }).getByRole("cell").allTextContents()).toEqual(["30 days", DAY, "finra"]);
  await details.getByText("finra: FINRA.", { exact: false }).waitFor();
  expect(await details.getByRole("row", { name: "P/E" }).getByRole("cell").first().textContent()).toMatch(/\w+ .*\w/);
  await page.keyboard.press("Escape");
  await details.waitFor({ state: "detached" });

  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download CSV" }).click()]);
  const text = readFileSync(await file.path(), "utf8");
  expect([file.suggestedFilename(), text.charCodeAt(0)]).toEqual(["screen.csv", 0xfeff]);
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows.map((r) => [r["ticker"], r["short_days_to_cover"], r["short_days_to_cover_date"], r["short_days_to_cover_source"]])).toEqual(
    NAMES.slice(21, 30).map((name, i) => [name, String(22 + i), DAY, "finra"]).reverse(),
  ); // prettier-ignore

  // The key is sent in the header alone, and stays out of page, address, file and console.
  const asked = at.service.seen.filter(({ url }) => url.includes("/v1/screen"));
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([KEYS.local]));
  const places = [
    text,
    await page.content(),
    page.url(),
    ...heard,
    ...addresses,
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie])),
  ];
  expect(places.filter((place) => place.includes(KEYS.local.slice(0, 8)))).toEqual([]);
});

test("without a key, after a failure and without a match, the screener says what to do, also on a phone", async () => {
  const opened = await at.preview({
    path: "/screener?short_days_to_cover=gte:21&last_price=gt:1e6&columns=last_price&pe_ratio=lte:15&ps=lte:few",
    width: 360,
    height: 740,
    colorScheme: "dark",
  });
  const { page } = opened;
  let fail = true;
  const answer = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    fail ? route.fulfill({ status: 500, contentType: "application/json", body: '{"detail":"Server error.","code":"service_fault"}' }) : route.fallback();
  await page.route("**/v1/screen*", answer);
  await page.getByRole("heading", { name: "Add your API key" }).waitFor();
  await enterKey(opened, KEYS.good);
  await page.getByText("The service had an error. Try again in a minute", { exact: false }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["service.connection"]);
  fail = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "No name meets all filters" }).waitFor();
  // The rest of the address applies; these two would otherwise look as if they did.
  const unread = page.getByRole("alert").filter({ hasText: "Not applied: pe_ratio=lte:15, ps=lte:few." });
  await unread.getByRole("button", { name: "Close" }).click();
  expect(await unread.count()).toBe(0);
  await page.getByRole("button", { name: "Remove “Days to cover ≥ 21 days”" }).click();
  await page.waitForFunction(() => !location.search.includes("short_days"));
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await count(page, "60 names");
  expect(await page.getByRole("columnheader").allTextContents()).toEqual(["Ticker", "Company", "Last price USD"]);
  expect(await page.getByText("sample data").count()).toBe(0);

  const filters = page.getByRole("button", { name: "Filters" });
  expect(await page.getByLabel("Condition on Sector").isVisible()).toBe(false);
  await filters.click();
  await page.getByLabel("Condition on Sector").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true);

  // A day without names, which the address keeps.
  await page.getByLabel("As of").fill("2024-05-01");
  await page.getByText("Sample data is switched off", { exact: false }).waitFor();
  expect(page.url()).toContain("as_of=2024-05-01");
  await page.getByLabel("As of").fill("2031-01-01");
  await page.getByText("The service refused this: as_of: expected a day that has ended", { exact: false }).waitFor();
  expect(await page.getByRole("heading", { name: "No names" }).count()).toBe(0);
  await page.unroute("**/v1/screen*", answer);
});

test("while the service is busy, the screener says so and tries again after Retry-After", async () => {
  const opened = await at.preview({ path: "/screener", width: 1280, height: 800 });
  const { page } = opened;
  let [busy, requests] = [true, 0];
  const detail = "Too many requests as of past moments are in work. Send this one again in 1 s.";
  const answer = (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    requests++;
    if (!busy) return route.fallback();
    const headers = { "retry-after": "1", "content-type": "application/json" };
    return route.fulfill({ status: 503, headers, body: JSON.stringify({ detail, code: "too_many_as_of" }) });
  };
  await page.route("**/v1/screen*", answer);
  await enterKey(opened, KEYS.good);
  await page.getByText("Too many requests. Try again in 1 s.").waitFor();
  // It is no outage: a line with a command to start the service would mislead.
  expect(await page.getByText("has not answered").count()).toBe(0);
  await page.waitForRequest("**/v1/screen*");
  busy = false;
  await count(page, "60 names");
  expect(requests).toBeGreaterThan(1);
  await page.unroute("**/v1/screen*", answer);
});
