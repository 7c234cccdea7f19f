import type { Page } from "playwright-core";
import type { CellValue } from "../../src/workbook/cell";
import { LOOKS } from "./look";
import { onPaper, tabStage, type TabPage } from "./pane-page/open-pane-page";
import { expectEventually } from "../time";

const open = tabStage();

const evals = ({ asked }: TabPage) => asked.filter((line) => line.endsWith("/sheets/eval"));
const histories = ({ asked }: TabPage) => asked.filter((line) => line.includes("/history"));
const chart = (page: Page, name: RegExp) => page.getByRole("slider", { name });

/** Puts a formula into B2, with what it shows, and selects the cell. */
const inspect = (page: Page, formula: string, value: CellValue) =>
  onPaper(
    page,
    (w, content, shown) => {
      w.put("B2", content, shown);
      w.select("B2");
    },
    formula,
    value,
  );

describe("inspecting a cell", () => {
  let { page, context, service } = {} as Awaited<ReturnType<typeof open>>;
  beforeEach(async () => void ({ page, context, service } = await open({ tab: "inspect" })));

  it("shows the value, date, source and every required caveat", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await inspect(page, '=SERVICE.RV("MSFT","pe","percentile")', 1);
    await page.getByText("Attribution", { exact: true }).waitFor();
    const text = await page.locator("main").innerText();
    for (const words of [
      "Sheet1!B2",
      "Unit",
      "Sample data: generated, not published",
      "Observation date",
      "Retrieved",
      "2024-06-28",
      "Next update",
      "After",
      "A percentile is a position among the peers, not a rating.",
    ])
      expect(text).toContain(words);
    await page.getByRole("button", { name: "Copy citation" }).click();
    await page.getByText("Copied the citation.").waitFor();
    const citation = await page.evaluate(() => navigator.clipboard.readText());
    for (const words of ['(SERVICE.RV("MSFT","pe","percentile"))', "do not quote", "Caveats: ", "Retrieved "]) expect(citation).toContain(words);
  });

  it("names the figure, and charts prices, short interest and statement lines, each ending at the value of the cell", async () => {
    await onPaper(page, (w) => {
      w.put("B2", '=SERVICE.PRICE("MSFT")', 1);
      w.put("B3", '=SERVICE.SHORTINTEREST("GME","days")', 1);
      w.put("B4", '=SERVICE.FIN("AAPL","revenue")', 1);
    });
    const selections = [
      [() => onPaper(page, (w) => w.select("B2")), /^Microsoft.* – last close, \d+ \w{3} 2024$/, /^History of MSFT, close/],
      [() => onPaper(page, (w) => w.select("B3")), /^GameStop.* – days to cover, \d+ \w{3} 2024$/, /^History of GME, days to cover/],
      [() => onPaper(page, (w) => w.select("B4")), /^Apple.* – Revenue, \d+ \w{3} 20\d\d$/, /^History of AAPL, Revenue/],
    ] as const;
    for (const [select, name, label] of selections) {
      await select();
      await expectEventually(() => page.locator(".inspect-name").allInnerTexts()).toEqual([expect.stringMatching(name)]);
      const slider = chart(page, label);
      await slider.waitFor();
      await slider.press("End");
      const value = (await page.locator(".answer-value").first().innerText()).replace(/[^\d.]/g, "");
      expect(((await slider.getAttribute("aria-valuetext")) ?? "").replaceAll(",", "")).toContain(value.slice(0, 6));
    }
  });

  it("draws no history of a name that the service does not know, and says which curve a day without one shows", async () => {
    await onPaper(page, (w) => {
      w.put("B2", '=SERVICE.PRICE("APPL")', "n/a: Unknown ticker APPL");
      w.put("B3", '=SERVICE.YIELD("10Y","2024-06-19")', 4.25);
      w.select("B2");
    });
    await page.getByText("No ticker APPL is covered.", { exact: false }).first().waitFor();
    expect(await page.getByRole("heading", { name: "History" }).count()).toBe(0);
    // A reason is no figure to quote.
    expect(await page.getByText("Sample data", { exact: false }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Copy citation" }).count()).toBe(0);
    await page.getByRole("button", { name: "Refresh this cell" }).waitFor();
    await onPaper(page, (w) => w.select("B3"));
    await page.getByText("2024-06-18 (no curve on 2024-06-19; this is the last one before)").waitFor();
    await page.locator(".inspect-name").getByText("Treasury yield, 10Y, 18 Jun 2024 (no curve on 19 Jun 2024)").waitFor();
    await page.getByRole("heading", { name: "History" }).waitFor();
  });

  it("shows when an observation became public, and the values that it has had", async () => {
    const take = (seen: string, rows: Readonly<Record<string, number>>): void => {
      const of = Object.entries(rows).map(([date, value]) => ({ series: "CPIAUCSL", date, value, source: "bls" as const }));
      service.store.insertBatch({ publisher: "bls", file: seen, sha256: seen, rows: of }, seen);
    };
    take("2024-05-15T12:30:00Z", { "2024-03-01": 300.1, "2024-04-01": 301.2 });
    take("2024-06-12T13:00:00Z", { "2024-04-01": 302.3 });
    await onPaper(page, (w) => {
      w.put("B2", '=SERVICE.FREDH("CPIAUCSL","2024-04-01")', 302.3);
      w.put("B3", '=SERVICE.FREDH("CPIAUCSL","2024-03-01")', 300.1);
      w.select("B2");
    });
    await page.getByRole("heading", { name: "Published values of 2024-04-01" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Revised to" }).waitFor();
    expect(await page.locator("main ol li").allInnerTexts()).toEqual([
      "First published: 301.200 index points, 2024-05-15 08:30 New York, by the release rule",
      "Revised to: 302.300 index points, 2024-06-12 09:00 New York, when the service first saw it",
    ]);
    const facts = (await page.locator("main dl").first().innerText()).replace(/\s+/g, " ");
    expect(facts).toContain("Published 2024-06-12 09:00 New York, when the service first saw it Revisions 1");
    expect(facts).not.toContain("First published value");
    await onPaper(page, (w) => w.select("B3"));
    await page.getByText("Unknown: the oldest value that the service has is from after the release.").waitFor();
    expect((await page.locator("main dl").first().innerText()).replace(/\s+/g, " ")).toContain(
      "Published 2024-04-10 08:30 New York, by the release rule Release rule bls.cpi: https://www.bls.gov/schedule/news_release/cpi.htm",
    );
    expect(
      await page
        .getByRole("link", { name: /^https:\/\/www\.bls\.gov/ })
        .first()
        .getAttribute("target"),
    ).toBe("_blank");
    expect(await page.getByRole("heading", { name: /Published values/ }).count()).toBe(0);
  });

  it("lists the components of a computed value, each with its own date", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await inspect(page, "=SERVICE.LIQUIDITY()", 1);
    await page.getByRole("heading", { name: "Made from" }).waitFor();
    const text = await page.locator("main").innerText();
    expect(text).toMatch(/balance sheet: [\d,]+ USD million of 2024-06-\d\d, adds \d\.\d+, Wednesday level, sample data/);
    expect(text).toMatch(/reverse repo: [\d,]+ USD million of 2024-06-\d\d, adds -0\.\d+/);
    await page.getByRole("button", { name: "Copy citation" }).click();
    await page.getByText("Copied the citation.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Made from: balance sheet (");
  });

  it("follows the selection, and fetches only the last of several quickly selected cells", async () => {
    const at = await open({ tab: "inspect" });
    const { page } = at;
    await onPaper(page, (w) => {
      for (let n = 1; n <= 20; n++) w.put(`A${n}`, `=SERVICE.SIGNAL("NVDA","count",${n})`, 1);
    });
    // In one call: on a busy machine, calls for each cell are further apart than the pane waits.
    await onPaper(page, (w) => {
      for (let n = 1; n <= 20; n++) w.select(`A${n}`);
    });
    await page.getByText("Attribution", { exact: true }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).first().innerText()).toBe("Sheet1!A20");
    await page.getByText('=SERVICE.SIGNAL("NVDA","count",20)').waitFor();
    expect(evals(at)).toHaveLength(1);
    // Returning to a cell with a known answer sends nothing.
    await onPaper(page, (w) => w.select("B1"));
    await page.getByText("The cell is empty.", { exact: false }).waitFor();
    await onPaper(page, (w) => w.select("A20"));
    await page.getByText("Attribution", { exact: true }).waitFor();
    expect(evals(at)).toHaveLength(1);
  });

  it("reports that a cell's value differs from the latest answer, and refreshes the cell", async () => {
    await inspect(page, '=SERVICE.CBRATE("CH")', 99);
    await page.getByText("The cell shows 99; the latest answer is", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Refresh this cell" }).click();
    await page.getByText("Refreshed Sheet1!B2.").waitFor();
    await page.getByText("The cell shows 99", { exact: false }).waitFor({ state: "detached" });
    expect(await onPaper(page, (w) => w.at("B2").value)).not.toBe(99);
  });

  it("shows a cell's new value although Excel raises no event", async () => {
    await inspect(page, '=SERVICE.CBRATE("CH")', { error: "#BUSY!" });
    await page.getByText("The cell is still waiting for its answer.").waitFor();
    await onPaper(page, (w) => w.put("B2", '=SERVICE.CBRATE("CH")', 99));
    await page.getByText("The cell shows 99; the latest answer is", { exact: false }).waitFor();
  });

  it("links to Audit for a broken name, and to Refresh for arguments that are formulas", async () => {
    await onPaper(page, (w) => {
      w.put("B2", '=SERVICE.CBRATE("CH")', { error: "#NAME?" });
      w.put("B3", "=SERVICE.CBRATE(LEFT(A1,2))", 1);
      w.put("B4", '=SERVICE.FRET("DGS10")-SERVICE.FRED("DGS2")', { error: "#NAME?" });
      w.select("B2");
    });
    await page.getByRole("button", { name: "Go to Audit" }).waitFor();
    await page.getByText("#NAME? The function exists, but the cell was entered before the add-in loaded").waitFor();
    await onPaper(page, (w) => w.select("B4"));
    await page.getByText("#NAME? SERVICE.FRET is not a function of this add-in. Correct the name, perhaps to SERVICE.FRED").waitFor();
    // The cell shows no #VALUE!, whatever else is wrong with the call.
    await page.locator(".inspect-cell-value").waitFor();
    expect(await page.locator(".problem").allInnerTexts()).toEqual([expect.stringMatching(/^#NAME\? /)]);
    await onPaper(page, (w) => w.select("B3"));
    await page.getByRole("button", { name: "Go to Refresh" }).waitFor();
    await onPaper(page, (w) => {
      w.put("B5", '=IFERROR(@__xludf.DUMMYFUNCTION("SERVICE_FRED(""DGS10"")"),4.2)', 4.2);
      w.select("B5");
    });
    await page
      .getByText(/^Google Sheets has stored this formula, so Excel only shows its old value\. Repair changes it to =SERVICE\.FRED\("DGS10"\)/)
      .waitFor();
  });

  it("keeps the cell's value and shows why, if the service refuses the request", async () => {
    await inspect(page, '=SERVICE.CBRATE("CH")', 99);
    await page.getByText("The cell shows 99", { exact: false }).waitFor();
    service.switches.eval = { status: 403, body: '{"detail":"not with this plan"}' };
    await page.getByRole("button", { name: "Refresh this cell" }).click();
    await page.getByText("Not refreshed; the cell keeps its value.", { exact: false }).waitFor();
    expect(await onPaper(page, (w) => w.at("B2").value)).toBe(99);
    await onPaper(page, (w) => {
      w.put("B3", '=SERVICE.CBRATE("SE")', 99);
      w.select("B3");
    });
    await page.locator(".problem").getByText("The service does not allow this with your key's plan: not with this plan.", { exact: false }).waitFor();
    service.switches.eval = "answer";
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Attribution", { exact: true }).waitFor();
  });

  it("explains a reason in full, and says what a wrong argument should be", async () => {
    await onPaper(page, (w) => {
      w.put("B2", '=SERVICE.FRED("DGS100")', "n/a");
      w.put("B3", '=SERVICE.YIELD("10Y","soon")', { error: "#VALUE!" });
      w.put("B4", "=SERVICE.PRICE(A1&A2)", 1);
      w.select("B2");
    });
    await page.getByText("No series DGS100 is covered. Did you mean DGS10?", { exact: false }).first().waitFor();
    await page.getByText("n/a: Unknown series DGS100; did you mean DGS10?", { exact: false }).first().waitFor();
    await onPaper(page, (w) => w.select("B3"));
    await page.getByText('#VALUE! date: expected a date such as 2024-06-19 or a year such as 2024, got "soon"', { exact: false }).waitFor();
    await onPaper(page, (w) => w.select("B4"));
    await page.getByText("The arguments are calculated", { exact: false }).waitFor();
  });

  it("shows the cell's own value and the chosen one of several calls in a formula, and opens it in Build", async () => {
    await inspect(page, '=SERVICE.YIELD("10Y")-SERVICE.YIELD("2Y")', -0.5);
    await page.getByLabel("Calls in this formula").selectOption({ label: 'SERVICE.YIELD("2Y")' });
    expect(await page.locator(".inspect-cell-value").innerText()).toBe("Sheet1!B2 shows -0.5, from 2 calls:");
    await page.getByText("Treasury constant maturity, 2 years").waitFor();
    await page.getByRole("button", { name: "Edit in Build" }).click();
    await page.getByText("Opened from Sheet1!B2; the rest of its formula does not change.").waitFor();
    expect(await page.getByLabel("Tenor", { exact: true }).inputValue()).toBe("2Y");
  });

  it("describes cells without SERVICE, and links to the SERVICE cells they depend on", async () => {
    await onPaper(page, (w) => {
      w.put("A1", "=SERVICE.REGIME()", 1);
      w.put("A2", 5);
      w.put("B1", "=A1*A2", 5);
      w.select("A2");
    });
    await page.getByText("The cell holds the value 5, not a formula", { exact: false }).waitFor();
    await onPaper(page, (w) => w.select("B1"));
    await page.getByRole("button", { name: "Find SERVICE cells" }).click();
    await page.getByRole("button", { name: "Sheet1!A1" }).click();
    await page.getByRole("heading", { name: "Sheet1!A1" }).waitFor();
    await page.getByText("Attribution", { exact: true }).waitFor();
  });

  it("links to Account if there is no key, and to Build if no workbook is open", async () => {
    const { page } = await open({ tab: "inspect", key: false });
    await inspect(page, "=SERVICE.ESI()", 1);
    await page.getByRole("button", { name: "Go to Account" }).click();
    await page.getByText("The tab account").waitFor();
    const preview = await open({ tab: "inspect", workbook: false });
    await preview.page.getByRole("button", { name: "Build a formula" }).click();
    await preview.page.getByRole("heading", { name: "Build a formula" }).waitFor();
  });
});

describe("the history of a series", () => {
  it("is drawn for a range, fetched once, and navigated by arrow keys", async () => {
    const at = await open({ tab: "inspect" });
    const { page } = at;
    await inspect(page, '=SERVICE.FREDH("DGS10","2024-06-18")', 4);
    const line = chart(page, /History of DGS10/);
    await line.waitFor();
    expect(await line.getAttribute("aria-valuetext")).toMatch(/^2024-06-18: [\d.]+ %, this cell$/);
    await line.focus();
    await page.keyboard.press("ArrowRight");
    expect(await line.getAttribute("aria-valuetext")).toMatch(/^2024-06-20: [\d.]+ %$/);
    await page.keyboard.press("Home");
    expect(await line.getAttribute("aria-valuetext")).toMatch(/^2023-06-2\d: /);
    await page.keyboard.press("End");
    expect(await line.getAttribute("aria-valuetext")).toMatch(/^2024-06-28: /);
    await page.getByRole("button", { name: "Max" }).click();
    await page.waitForFunction(() => /19\d\d-/.test(document.querySelector("[role=slider]")?.getAttribute("aria-label") ?? ""));
    const asked = histories(at).length;
    await page.getByRole("button", { name: "1Y", exact: true }).click();
    await chart(page, /History of DGS10, 2023/).waitFor();
    expect(histories(at)).toHaveLength(asked);
    await page.getByRole("button", { name: "Max" }).click();
    await chart(page, /History of DGS10, 19/).waitFor();
    expect(histories(at)).toHaveLength(asked);
  });

  it("can be shown and copied as a table, newest first", async () => {
    const { page, context } = await open({ tab: "inspect" });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await inspect(page, '=SERVICE.FRED("CPIAUCSL")', 4);
    await page.getByRole("button", { name: "Show as table" }).click();
    const first = page.getByRole("row").nth(1);
    expect(await first.innerText()).toMatch(/^2024-0\d-01 \(this cell\)\s+[\d.,]+$/);
    await page.getByRole("button", { name: "Copy table" }).click();
    await page.getByText(/^Copied \d+ rows\./).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Date\tindex points\r\n2024-0\d-01\t[\d.]+\r\n/);
  });

  it("is drawn around the cell's date if that is older than the chart's range", async () => {
    const { page } = await open({ tab: "inspect" });
    await inspect(page, '=SERVICE.FREDH("DGS10","2008-10-10")', 4);
    await chart(page, /History of DGS10, 2008-04-1\d to 2009-04-\d\d/).waitFor();
    expect(await chart(page, /DGS10/).getAttribute("aria-valuetext")).toContain("2008-10-10");
  });

  it("shows an error if it cannot be fetched, and is fetched again on request", async () => {
    const { page, context } = await open({ tab: "inspect" });
    await context.route("**/history**", (route) => route.abort("connectionrefused"));
    await inspect(page, '=SERVICE.FRED("DGS10")', 4);
    await page.getByText("The service cannot be reached.", { exact: false }).waitFor();
    await context.unroute("**/history**");
    await page.getByRole("button", { name: "Try again" }).click();
    await chart(page, /History of DGS10/).waitFor();
  });
});

describe("the yield curve", () => {
  it("is fetched in one request, and its tenors are navigated by arrow keys", async () => {
    const at = await open({ tab: "inspect" });
    const { page } = at;
    await inspect(page, '=SERVICE.YIELD("10Y","2024-06-19")', 4);
    await page.getByRole("heading", { name: "Curve of 2024-06-18" }).waitFor();
    const curve = chart(page, /Treasury curve by tenor/);
    expect(await curve.getAttribute("aria-valuetext")).toMatch(/^10Y: [\d.]+ %, this cell$/);
    await curve.focus();
    await page.keyboard.press("ArrowRight");
    expect(await curve.getAttribute("aria-valuetext")).toMatch(/^20Y: [\d.]+ %$/);
    // One request for the cell, one for the ten other tenors.
    expect(evals(at)).toHaveLength(2);
  });

  it("leaves out the tenors that are missing on a day, and names them", async () => {
    const { page } = await open({ tab: "inspect" });
    await inspect(page, '=SERVICE.YIELD("10Y","1990-05-29")', 4);
    await page.getByText(/^Left out: .*1M/).waitFor();
    await chart(page, /Treasury curve by tenor/).waitFor();
    await page.getByRole("button", { name: "Show as table" }).nth(1).click();
    expect(await page.getByRole("rowheader", { name: "1M", exact: true }).count()).toBe(0);
    expect(await page.getByRole("rowheader", { name: "10Y (this cell)" }).count()).toBe(1);
  });
});

describe("writing the sources to a sheet", () => {
  it("fills the sheet Sources, selects it, and replaces it the next time", async () => {
    const { page } = await open({ tab: "inspect" });
    await onPaper(page, (w) => {
      w.put("B2", '=SERVICE.FRED("DGS10")', 4);
      w.put("B3", '=SERVICE.FRED("DGS10")*2', 8);
      w.put("B4", '=SERVICE.FRED("NOPE")', "n/a");
    });
    await page.getByRole("button", { name: "Write the sources" }).click();
    await page.locator("main").getByText("Written to the sheet Sources: 2 rows.").waitFor();
    const rows = await onPaper(page, (w) => w.rows("Sources"));
    expect(rows[3]?.slice(0, 4)).toEqual(["Figure", "Cells", "Formula", "Value"]);
    expect(rows[4]?.slice(0, 3)).toEqual(["Treasury constant maturity, 10 years", "Sheet1!B2:B3", 'SERVICE.FRED("DGS10","value")']);
    expect(String(rows[4]?.[9])).toContain("The observation date is the day or period that the number describes");
    expect(String(rows[5]?.[3])).toMatch(/^n\/a: No series NOPE is covered\./);
    await page.getByRole("button", { name: "Go to Sources" }).click();
    await page.getByRole("heading", { name: "Sources!A1" }).waitFor();
    await page.getByRole("button", { name: "Write the sources" }).click();
    await page.getByText("Written to the sheet Sources: 2 rows.").first().waitFor();
    expect(await onPaper(page, (w) => w.sheets())).toEqual(["Sheet1", "Sources"]);
  });
});

describe("the Inspect tab", () => {
  it("draws its charts in the theme's colours, also after the theme changes", async () => {
    const { page } = await open({ tab: "inspect", width: 320 });
    await inspect(page, '=SERVICE.FRED("DGS10")', 4);
    await chart(page, /History/).waitFor();
    const line = { light: ["11,106,79"], dark: ["79,199,157"], "forced-colours": ["255,255,255", "0,0,0"] };
    for (const [look, media] of LOOKS) {
      await page.emulateMedia(media);
      await page.waitForFunction((wanted) => {
        const canvas = document.querySelector("canvas") as HTMLCanvasElement;
        const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
        const seen = new Set<string>();
        for (let i = 0; i < data.length; i += 4) if ((data[i + 3] ?? 0) > 250) seen.add([data[i], data[i + 1], data[i + 2]].join(","));
        return wanted.some((colour) => seen.has(colour));
      }, line[look]);
    }
  });
});
