import type { Page } from "playwright-core";
import { onPaper, tabStage, type TabPage } from "./pane-page/open-pane-page";

const open = tabStage();

const search = (page: Page) => page.getByRole("combobox", { name: "Search data" });
const formula = (page: Page) => page.locator("[data-formula]").innerText();

/** Types the text and chooses the first result. */
async function pick(page: Page, words: string): Promise<void> {
  await search(page).fill(words);
  await page.keyboard.press("Enter");
  await page.locator(".build-formula").waitFor();
}

const evals = ({ asked }: TabPage) => asked.filter((line) => line.endsWith("/sheets/eval"));

describe("building a formula", () => {
  let at: TabPage;
  let page: Page;
  beforeEach(async () => {
    at = await open({ tab: "build" });
    page = at.page;
  });

  it("works by keyboard: search, preview of the value, insertion in the selected cell", async () => {
    await onPaper(page, (w) => w.select("B2"));
    await page.getByRole("option", { name: /SERVICE\.YIELD/ }).waitFor();
    await search(page).fill("treasury 10 years");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const active = await search(page).getAttribute("aria-activedescendant");
    expect(await page.locator(`#${active}`).innerText()).toContain('SERVICE.YIELD("10Y")');
    // Held, it chooses the figure and inserts nothing.
    await page.keyboard.down("Enter");
    await page.locator(".build-formula").waitFor();
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    // Nothing is missing: the focus is on what is next, and says in which form.
    const insert = page.locator("button:focus-visible");
    await insert.waitFor();
    expect(await insert.innerText()).toBe("Insert in Sheet1!B2");
    const described = await insert.evaluate((button) =>
      (button.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.innerText),
    );
    expect(described).toEqual(["SERVICE.YIELD", "", "Treasury yield by tenor and date"]);
    await page.getByText("Observation of 2024-06-28").waitFor();
    expect(await formula(page)).toBe('=SERVICE.YIELD("10Y")');
    // The preview showed the value before the formula was inserted.
    expect(await onPaper(page, (w) => w.at("B2").formula)).toBe("");
    const shown = await page.locator(".answer-value").innerText();
    await page.keyboard.press("Enter");
    await page.getByText("Inserted in Sheet1!B2.").waitFor();
    expect(await onPaper(page, (w) => w.at("B2"))).toMatchObject({ formula: '=SERVICE.YIELD("10Y")', text: shown.replace("%", "") });
    // The cell did not repeat the pane's request.
    expect(evals(at)).toHaveLength(1);
  });

  it("searches functions, figures and series without requests, and asks the service for companies once for each text", async () => {
    const { asked } = at;
    const companies = () => asked.filter((line) => line.includes("/v1/companies"));
    await page.getByRole("option").nth(24).waitFor();
    expect(await page.getByRole("option").count()).toBe(25);
    expect(await page.getByRole("option").first().innerText()).toContain("SERVICE.PRICE");
    await page.getByRole("button", { name: "Series", exact: true }).click();
    await page.getByText("to 2024-06-28 · sample data").first().waitFor();
    await page.getByRole("button", { name: "Show 20 more of 20" }).click();
    expect(await page.getByRole("option").count()).toBe(50);
    await page.getByRole("button", { name: "All", exact: true }).click();
    await search(page).fill("cpi");
    await page.getByRole("option", { name: /FRED\("CPIAUCSL"\)/ }).waitFor();
    await search(page).fill("no such thing");
    await page.getByText("No results for", { exact: false }).waitFor();
    await search(page).fill("10y");
    await page.getByRole("option", { name: /YIELD\("10Y"\)/ }).waitFor();
    expect(await page.getByText("for 11 tenors").count()).toBe(0);
    await search(page).fill("yield");
    await page.getByText("for 11 tenors").waitFor();
    await search(page).fill("cpi");
    await page.getByRole("option", { name: /FRED\("CPIAUCSL"\)/ }).waitFor();
    await search(page).fill("no such thing");
    await page.getByText("No results for", { exact: false }).waitFor();
    expect(asked.filter((line) => line.includes("/v1/fields"))).toHaveLength(1);
    expect(companies().filter((line) => line.includes("no%20such%20thing"))).toHaveLength(1);
  });

  it("opens a form with the company and the figure that were typed", async () => {
    await search(page).fill("Apple eps");
    await page
      .getByRole("option", { name: /Apple: Diluted earnings per share/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".build-formula").waitFor();
    expect(await formula(page)).toBe('=SERVICE.FIN("AAPL","eps_diluted")');
    await page.locator(".answer-value").waitFor();
  });

  it("says that a figure does not exist, and opens the nearest", async () => {
    await search(page).fill("DXY");
    await page.getByText("DXY is a dollar index. The service does not have it; the nearest figure is first.").first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".build-formula").waitFor();
    expect(await formula(page)).toBe('=SERVICE.FRED("DTWEXBGS")');
    await page.getByText("DXY is a dollar index. The service does not have it; this is the nearest figure.").waitFor();
  });

  it("shows all figures of a company with their values from one request, and leads back from a form", async () => {
    await search(page).fill("aapl");
    await page.getByRole("option", { name: /Apple/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Apple", exact: true }).waitFor();
    await page.getByText(/^\d+ figures, all of them sample data/).waitFor();
    for (const topic of ["Prices and risk", "Financial statements", "Valuation", "Short interest", "Holders and insiders"])
      await page.getByRole("heading", { name: topic }).waitFor();
    expect(evals(at)).toHaveLength(1);
    await page.getByRole("button", { name: /^Days to cover/ }).click();
    await page.getByText("Observation of").waitFor();
    // The same form for more tickers.
    await page.getByRole("button", { name: "For several tickers…" }).click();
    expect(await page.getByLabel("Rows: ticker").inputValue()).toBe("AAPL");
    expect(await page.getByRole("list", { name: "Columns in their order" }).getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^Days to cover/),
    ]);
    await page.getByRole("button", { name: "Back to search" }).click();
    await search(page).press("Enter");
    await page.getByRole("button", { name: /^Days to cover/ }).click();
    expect(await formula(page)).toBe('=SERVICE.SHORTINTEREST("AAPL","days")');
    expect(evals(at)).toHaveLength(1);
    await page.getByRole("button", { name: "Back to AAPL" }).click();
    await page.getByRole("heading", { name: "Apple", exact: true }).waitFor();
    await page.getByRole("button", { name: "For several tickers…" }).click();
    expect(await page.getByLabel("Rows: ticker").inputValue()).toBe("AAPL");
    await page.getByText("No columns yet.").waitFor();
    await page.getByRole("button", { name: "Back to search" }).click();
    expect(await search(page).inputValue()).toBe("aapl");
    // The next search replaces it.
    await page.keyboard.type("vix");
    expect(await search(page).inputValue()).toBe("vix");
  });

  it("finds companies by ticker only, and everything else, while the service does not answer", async () => {
    const { page } = await open({ tab: "build", key: false });
    await search(page).fill("eps");
    await page
      .getByRole("option", { name: /Diluted earnings per share/ })
      .first()
      .waitFor();
    await search(page).fill("AAPL");
    await page.getByRole("option", { name: /AAPL/ }).click();
    await page.getByRole("heading", { name: "AAPL" }).waitFor();
    await page.getByText("No API key yet.", { exact: false }).waitFor();
  });

  it("says that a holiday has no value, and which day's it shows", async () => {
    await search(page).fill("10 year treasury yield 19 June 2024");
    await search(page).press("Enter");
    await page.getByText("Observation of 2024-06-18 (no curve on 2024-06-19; this is the last one before)").waitFor();
    expect(await formula(page)).toBe('=SERVICE.YIELD("10Y","2024-06-19")');
    // The field reads dates in words, too.
    await page.getByLabel("Date (optional)", { exact: true }).fill("20 June 2024");
    await page.getByText("Observation of 2024-06-20").waitFor();
    expect(await formula(page)).toBe('=SERVICE.YIELD("10Y","2024-06-20")');
  });

  it("explains screener fields and caveats, and links to a related formula", async () => {
    await page.getByRole("button", { name: "Screener fields" }).click();
    await search(page).fill("short_days_to_cover");
    await page.keyboard.press("Enter");
    await page.getByText("A field of the service's screener", { exact: false }).waitFor();
    await page.getByRole("button", { name: '=SERVICE.SHORTINTEREST(ticker,"days")' }).click();
    await page.getByLabel("Ticker", { exact: true }).fill("GME");
    expect(await formula(page)).toBe('=SERVICE.SHORTINTEREST("GME","days")');
    await page.getByRole("button", { name: "Back to search" }).click();
    await page.getByRole("button", { name: "Caveats" }).click();
    await search(page).fill("yield_curve_partial_is_partial");
    await page.keyboard.press("Enter");
    await page.getByText("Quote a caveat together with its answer", { exact: false }).waitFor();
    await page.getByRole("button", { name: "SERVICE.YIELD" }).click();
    await page.getByRole("heading", { name: "SERVICE.YIELD" }).waitFor();
  });

  it("explains each wrong or missing argument, and inserts no formula until it is corrected", async () => {
    await pick(page, "SERVICE.FREDH");
    await page.getByText("Fill in Series id and Date to see the value.").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("build-series_id");
    await page.getByLabel("Date", { exact: true }).fill("2024-02-30");
    await page.getByText('date: expected a date such as 2024-06-25, got "2024-02-30"; there is no such day.').waitFor();
    expect(await page.getByLabel("Date", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Insert in Sheet1!A1" }).click();
    await page.getByText("Fill in Series id first.").waitFor();
    await page.getByLabel("Series id", { exact: true }).selectOption("DGS2");
    await page.getByRole("button", { name: "Insert in Sheet1!A1" }).click();
    await page.getByText("Correct Date first.").waitFor();
    expect(await onPaper(page, (w) => w.at("A1").formula)).toBe("");
    await page.getByLabel("Date", { exact: true }).fill("2024-06-25");
    await page.getByText("Observation of 2024-06-25").waitFor();
    await page.getByLabel("Date", { exact: true }).fill("2024-06-23");
    await page.getByText("n/a:", { exact: false }).waitFor();
  });

  it("takes an argument from a cell, and adds its sheet's name if the formula goes to another sheet", async () => {
    await onPaper(page, (w) => {
      w.put("A2", "DGS5");
      w.put("Board!C3", null);
      w.select("A2");
    });
    await pick(page, "SERVICE.FRED");
    await page.getByRole("button", { name: "Take Series id from a cell" }).click();
    await page.getByRole("button", { name: "Use the selected cell A2 for Series id" }).click();
    await page.getByText("Observation of 2024-06-28").waitFor();
    expect(await formula(page)).toBe("=SERVICE.FRED(A2)");
    await page.getByRole("button", { name: "Insert in Sheet1!A2" }).click();
    await page.getByText("The formula refers to Sheet1!A2, so it cannot go there.", { exact: false }).waitFor();
    await onPaper(page, (w) => w.select("Board!C3"));
    await page.getByRole("button", { name: "Insert in Board!C3" }).click();
    await page.getByText("Inserted in Board!C3.").waitFor();
    expect(await onPaper(page, (w) => w.at("Board!C3").formula)).toBe("=SERVICE.FRED(Sheet1!A2)");
    await page.getByLabel("Series id", { exact: true }).fill("TODAY()-1");
    await page.getByText("Only the sheet can calculate", { exact: false }).waitFor();
    await page.getByLabel("Series id", { exact: true }).fill("A1,B1");
    await page.getByText("got something else. Check its quotes", { exact: false }).waitFor();
  });

  it("overwrites a filled cell only after confirmation", async () => {
    await onPaper(page, (w) => {
      w.put("B2", "mine");
      w.select("B2");
    });
    await pick(page, "SERVICE.ESI");
    await page.getByRole("button", { name: "Insert in Sheet1!B2" }).click();
    await page.getByText("Sheet1!B2 is not empty: it holds mine.", { exact: false }).waitFor();
    expect(await onPaper(page, (w) => w.at("B2").text)).toBe("mine");
    await page.getByRole("button", { name: "Overwrite Sheet1!B2" }).click();
    await page.getByText("Inserted in Sheet1!B2.").waitFor();
    expect(await onPaper(page, (w) => w.at("B2").formula)).toBe("=SERVICE.ESI()");
  });

  it("fills one formula per row in one request, and skips empty rows", async () => {
    await onPaper(page, (w) => {
      ["DGS2", "DGS5", "", "DGS10"].forEach((id, i) => id && w.put(`A${i + 2}`, id));
      w.put("B4", "kept");
      w.put("B5", 7);
      w.select("A2:A5");
    });
    await pick(page, "SERVICE.FRED");
    await page.getByRole("button", { name: "Fill down a range" }).click();
    await page.getByRole("button", { name: "Use the selection" }).click();
    await page.getByText("4 cells, formulas in Sheet1!B2:B5.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Fill", exact: true }).click();
    await page.getByText("is not empty", { exact: false }).waitFor();
    expect(await onPaper(page, (w) => w.at("B2").formula)).toBe("");
    await page.getByRole("button", { name: "Overwrite existing cells" }).click();
    await page.getByText("Filled 3 formulas in Sheet1!B2:B5. 1 empty cell was left out.").waitFor();
    expect(await onPaper(page, (w) => ["B2", "B3", "B4", "B5"].map((a) => w.at(a).formula))).toEqual([
      "=SERVICE.FRED(A2)",
      "=SERVICE.FRED(A3)",
      "",
      "=SERVICE.FRED(A5)",
    ]);
    expect(await onPaper(page, (w) => w.at("B4").value)).toBe("kept");
    await page.waitForFunction(() => typeof (window as any).workbook.at("B5").value === "number");
    expect(evals(at)).toHaveLength(1);
    // The other arguments must be valid before a column of formulas is written.
    await page.getByRole("button", { name: "Take Field from a cell" }).click();
    await page.locator("#build-field").fill("A1,B1");
    await page.getByText("field: expected one cell", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Fill", exact: true }).click();
    await page.getByText("Correct Field first.").waitFor();
    await page.getByLabel("Cells with its values").fill("A:A");
    await page.getByText("Enter a range with rows, such as A2:A50.").waitFor();
  });

  it("inserts tickers × fields with headings, previews the values, and overwrites only after confirmation", async () => {
    await onPaper(page, (w) => {
      w.put("D4", "mine");
      w.select("B2");
    });
    await page.getByRole("button", { name: "Tickers × fields…" }).click();
    await page.getByRole("heading", { name: "Tickers × fields" }).waitFor();
    await page.getByRole("button", { name: "Insert at Sheet1!B2" }).click();
    await page.getByText("Choose names in the rows first.").waitFor();
    await page.getByLabel("Rows: ticker").fill("AAPL, MSFT");
    await page.getByLabel("Columns", { exact: true }).selectOption("SERVICE.FIN");
    await page.getByRole("checkbox", { name: /^revenue/ }).check();
    await page.getByLabel("Period (optional)", { exact: true }).fill("last year");
    await page.getByText("period: expected", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Insert at Sheet1!B2" }).click();
    await page.getByText("Correct Period first.").waitFor();
    await page.getByLabel("Columns", { exact: true }).selectOption("SERVICE.SIGNAL");
    await page.getByLabel("Days (optional)", { exact: true }).fill("900");
    await page.getByText("days: expected", { exact: false }).waitFor();
    await page.getByLabel("Days (optional)", { exact: true }).fill("30");
    await page.getByText("days: expected", { exact: false }).waitFor({ state: "detached" });
    await page.getByLabel("Columns", { exact: true }).selectOption("SERVICE.RV");
    // A field in two lines does not cover the next one.
    const rows = await page.locator(".block-list label").evaluateAll((labels) => labels.map((label) => [label.scrollHeight, label.clientHeight]));
    expect(rows.filter(([whole, shown]) => whole! > shown!)).toEqual([]);
    await page.getByRole("checkbox", { name: /^roe/ }).check();
    await page.getByRole("checkbox", { name: /^pe / }).check();
    await page.getByText("Sample data", { exact: true }).waitFor();
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual(["Ticker", "roe", "pe"]);
    expect(await formula(page)).toBe("=SERVICE.RV($B3,C$2)");
    await page.getByRole("button", { name: "Insert at Sheet1!B2" }).click();
    await page.getByText("is not empty", { exact: false }).waitFor();
    expect(await onPaper(page, (w) => w.at("B3").text)).toBe("");
    await page.getByRole("button", { name: "Overwrite existing cells" }).click();
    await page.getByText("Inserted 4 formulas in Sheet1!B2:D4.").waitFor();
    expect(await onPaper(page, (w) => ["B2", "C2", "D2", "B3", "B4"].map((a) => w.at(a).text))).toEqual(["Ticker", "roe", "pe", "AAPL", "MSFT"]);
    expect(await onPaper(page, (w) => ["C3", "D4"].map((a) => w.at(a).formula))).toEqual(["=SERVICE.RV($B3,C$2)", "=SERVICE.RV($B4,D$2)"]);
    await page.waitForFunction(() => typeof (window as any).workbook.at("D4").value === "number");
    // The preview and the cells share one request.
    expect(evals(at).length).toBeLessThanOrEqual(2);
    // The form stays while another tab is shown.
    await page.locator("#other").click();
    await page.locator("#other").click();
    expect(await page.getByLabel("Rows: ticker").inputValue()).toBe("AAPL, MSFT");
  });

  it("takes the tickers of the selected cells, which stay where they are, and fills the block with one formula if chosen", async () => {
    await onPaper(page, (w) => {
      ["AAPL", "MSFT", "NVDA"].forEach((ticker, i) => w.put(`A${i + 2}`, ticker));
      w.select("A2:A4");
    });
    await page.getByRole("button", { name: "Tickers × fields…" }).click();
    await page.getByLabel("Columns", { exact: true }).selectOption("SERVICE.PRICE");
    await page.getByRole("button", { name: "Use the selected cells" }).click();
    await page.getByText("3 names, which stay in Sheet1!A2 and below").waitFor();
    await page.getByRole("checkbox", { name: /^change_pct/ }).check();
    expect(await formula(page)).toBe("=SERVICE.PRICE($A2,B$1)");
    await page.getByRole("checkbox", { name: "One formula that fills the whole block" }).check();
    await page.getByRole("button", { name: "Insert at Sheet1!B1" }).click();
    await page.getByText("Inserted 1 formula in Sheet1!B1:B4.").waitFor();
    expect(await onPaper(page, (w) => ["B1", "A2", "B2", "B3"].map((a) => w.at(a).formula || w.at(a).text))).toEqual([
      "change_pct",
      "AAPL",
      "=SERVICE.PRICE(A2:A4,B1)",
      "",
    ]);
  });

  it("inserts figures of several functions for the selected tickers, chosen, moved and removed by keyboard", async () => {
    await onPaper(page, (w) => {
      ["AAPL", "MSFT"].forEach((ticker, i) => w.put(`A${i + 2}`, ticker));
      w.select("A2:A3");
    });
    await search(page).fill("p/e, days to cover");
    await page.getByRole("option", { name: "Price over earnings, Days to cover" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Tickers × fields" }).waitFor();
    await page.getByRole("button", { name: "Use the selected cells" }).click();
    await page.getByText("2 names, which stay in Sheet1!A2 and below").waitFor();
    const figures = page.getByRole("combobox", { name: "Search figures" });
    await figures.fill("px_last");
    await figures.press("Enter");
    // The text is empty again for the next figure.
    await page.keyboard.type("insider net; revenue");
    await page.getByText("Enter adds all 2.").waitFor();
    await page.keyboard.press("Enter");
    const columns = page.getByRole("list", { name: "Columns in their order" }).getByRole("listitem");
    const order = async () => (await columns.locator("span").allInnerTexts()).map((text) => text.replace(/,.*/, ""));
    expect(await order()).toEqual(["P/E", "Days to cover", "Last close", "Insider net", "Revenue"]);
    await page.getByRole("button", { name: "Move Last close left" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    // At the end, the button does nothing and keeps the focus.
    await page.keyboard.press("Enter");
    expect(await order()).toEqual(["Last close", "P/E", "Days to cover", "Insider net", "Revenue"]);
    await page.getByRole("button", { name: "Remove Revenue" }).focus();
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove Insider net, 30 days, USD");
    await figures.fill("p/e");
    await page.getByRole("option", { name: /P\/E/, selected: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Loading the values…").waitFor({ state: "detached" });
    // A ratio needs no unit, a price its currency.
    const [close, pe] = await page.locator(".block-preview tbody tr").first().locator("td").allInnerTexts();
    expect([close, pe]).toEqual([expect.stringMatching(/ USD$/), expect.stringMatching(/^[\d.,]+$/)]);
    const asked = evals(at).length;
    await page.getByRole("button", { name: "Insert at Sheet1!B1" }).click();
    await page.getByText("Inserted 8 formulas in Sheet1!B1:E3.").waitFor();
    expect(await onPaper(page, (w) => ["B1", "E1"].map((a) => w.at(a).text))).toEqual(["Last close", "Insider net, 30 days, USD"]);
    expect(await onPaper(page, (w) => ["B2", "C3", "D2", "E3"].map((a) => w.at(a).formula))).toEqual([
      "=SERVICE.PRICE($A2)",
      '=SERVICE.RV($A3,"pe")',
      '=SERVICE.SHORTINTEREST($A2,"days")',
      '=SERVICE.GET($A3,"insider")',
    ]);
    await page.waitForFunction(() => typeof (window as any).workbook.at("B3").value === "number");
    // The cells find the preview's answers.
    expect(evals(at)).toHaveLength(asked);
  });

  it("opens a call inside a larger formula, and replaces only that call", async () => {
    await onPaper(page, (w) => {
      w.put("C3", '=IFERROR(SERVICE.YIELD("10Y")-SERVICE.YIELD("2Y"),0)', -0.5);
      w.select("C3");
    });
    await page.getByRole("button", { name: "Edit the selected cell's formula" }).click();
    await page.getByRole("button", { name: 'SERVICE.YIELD("2Y")' }).click();
    await page.getByText("Opened from Sheet1!C3; the rest of its formula does not change.").waitFor();
    await page.getByLabel("Tenor", { exact: true }).selectOption("5Y");
    expect(await formula(page)).toBe('=IFERROR(SERVICE.YIELD("10Y")-SERVICE.YIELD("5Y"),0)');
    await onPaper(page, (w) => w.select("A1"));
    await page.getByRole("button", { name: "Replace in Sheet1!C3" }).click();
    await page.getByText("Replaced in Sheet1!C3.").waitFor();
    expect(await onPaper(page, (w) => w.at("C3").formula)).toBe('=IFERROR(SERVICE.YIELD("10Y")-SERVICE.YIELD("5Y"),0)');
    await onPaper(page, (w) => w.put("C3", "=1+1", 2));
    await page.getByLabel("Tenor", { exact: true }).selectOption("7Y");
    await page.getByRole("button", { name: "Replace in Sheet1!C3" }).click();
    await page.getByText("The cell's formula has changed since it was opened here.", { exact: false }).waitFor();
    expect(await onPaper(page, (w) => w.at("C3").formula)).toBe("=1+1");
  });

  it("reports a cell without a SERVICE formula, and keeps the form while another tab is shown", async () => {
    await page.getByRole("button", { name: "Edit the selected cell's formula" }).click();
    await page.getByText("No SERVICE formula found.", { exact: false }).waitFor();
    await pick(page, "SERVICE.PRICE");
    await page.getByLabel("Ticker", { exact: true }).fill("NVDA");
    await page.locator("#other").click();
    await page.getByRole("heading", { name: "Sheet1!A1" }).waitFor();
    await page.locator("#other").click();
    expect(await formula(page)).toBe('=SERVICE.PRICE("NVDA")');
  });

  it("builds and copies a formula without a workbook and without a key", async () => {
    const { page, context } = await open({ tab: "build", workbook: false, key: false });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByText("No API key yet.", { exact: false }).waitFor();
    await pick(page, "snb");
    await page.getByText("add a key to see its value", { exact: false }).waitFor();
    expect(await page.locator("button:focus-visible").innerText()).toBe("Copy formula");
    await page.keyboard.press("Enter");
    await page.getByText("Copied. Paste it into a cell.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('=SERVICE.CBRATE("CH")');
    // A block needs the workbook.
    await page.getByRole("button", { name: "Back to search" }).click();
    await search(page).fill("p/e, revenue");
    await page.keyboard.press("Enter");
    await page.getByText("to insert a block of formulas.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Back to search" }).click();
    await page.getByRole("button", { name: "Go to Account" }).click();
    await page.getByText("The tab account").waitFor();
  });

  it("shows why the service refused the preview, and fetches it again on request", async () => {
    const { service } = at;
    await page.getByRole("option").first().waitFor();
    service.switches.eval = { status: 403, body: '{"detail":"not with this plan"}' };
    await pick(page, "SERVICE.REGIME");
    await page.getByText("The service does not allow this with your key's plan: not with this plan.", { exact: false }).waitFor();
    service.switches.eval = "answer";
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".answer-value").waitFor();
  });
});
