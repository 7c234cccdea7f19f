import type { Page } from "playwright-core";
import { parseLiteralCall } from "../../src/workbook/formulas/literal";
import { builtScript, type BuiltScript } from "../sheets/built-script";
import { openSheets, type CellsInSheets } from "../sheets/cells-in-sheets";
import type { CellInput } from "../sheets/grid";
import type { SpreadsheetOptions } from "../sheets/spreadsheet";
import { sidebarStage } from "./sheets-sidebar/open-sidebar";
import { accessible } from "./look";

/* The built sidebar in a browser, the built Code.js behind google.script.run, and the real service: a user's main steps in order. */

const { open } = sidebarStage();
let script: BuiltScript;
let sheets: CellsInSheets;
beforeAll(() => {
  script = builtScript();
});
beforeEach(async () => {
  sheets = await openSheets(script);
  await sheets.key("none");
});
afterEach(() => sheets.close());

const book = (): SpreadsheetOptions => sheets.world.spreadsheet as SpreadsheetOptions;
const cell = (sheet: string, address: string): CellInput | undefined => book().sheets?.[sheet]?.[address];
const formulaIn = (sheet: string, address: string): string => {
  const there = cell(sheet, address);
  return typeof there === "object" && there !== null && "formula" in there ? String(there.formula) : typeof there === "string" ? there : "";
};

/** Writes a cell of the spreadsheet. */
function put(sheet: string, cells: Record<string, CellInput>, active?: string): void {
  const { sheets: tabs = {} } = book();
  sheets.world.spreadsheet = {
    ...book(),
    sheets: { ...tabs, [sheet]: { ...tabs[sheet], ...cells } },
    ...(active === undefined ? {} : { active }),
  } as typeof sheets.world.spreadsheet;
}

/** Requests that ask for the cell. Inspect also asks for its history, some time after its value is shown. */
const asksOfCell = (): number => sheets.world.requests.filter(({ body }) => body?.includes('"fn":"FRED"')).length;

/** Calculates the cell as Sheets does after an edit: calls its function in a separate execution. */
async function calculate(sheet: string, address: string): Promise<unknown> {
  const formula = formulaIn(sheet, address);
  const call = parseLiteralCall(formula.replace(/SERVICE_([A-Z\d_]+)/g, "SERVICE.$1").replaceAll(";", ","));
  if (!call.ok) throw new Error(`${address} holds ${formula}: ${call.message}`);
  const outcome = await sheets.world.call(call.id.replaceAll(".", "_"), call.args as string[]);
  if (outcome.kind === "error") throw new Error(outcome.message);
  put(sheet, { [address]: { formula, value: outcome.value as number } as CellInput });
  return outcome.value;
}

/** Opens the sidebar by the menu; the page is as the script makes it. */
async function sidebar(item: "serviceOpenSidebar" | "serviceOpenSources" = "serviceOpenSidebar"): Promise<Page> {
  sheets.world.spreadsheet = { ...sheets.world.spreadsheet, files: { sidebar: script.sidebar } } as typeof sheets.world.spreadsheet;
  expect(await sheets.world.run(item)).toMatchObject({ kind: "value" });
  const opened = (sheets.world.spreadsheet as { readonly sidebars?: readonly { readonly content: string }[] }).sidebars?.at(-1)?.content ?? "";
  const { page } = await open({
    page: () => opened,
    script: async (name, args) => {
      const outcome = await sheets.world.run("serviceSidebar", [name, JSON.parse(args) as unknown[]], { kind: "sidebar" });
      return JSON.stringify(outcome.kind === "value" ? { reply: outcome.value } : { threw: outcome.message });
    },
  });
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
/** Saves a screenshot if a folder for them is given. */
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

it("the sidebar works from key to formula, value, source, refresh and copy", async () => {
  put("Sheet1", { A1: "ten years" }, "Sheet1!B1");
  const page = await sidebar();

  await page
    .getByText(/spreadsheet's owner/)
    .first()
    .waitFor();
  await page.getByLabel("API key", { exact: true }).fill(sheets.service_.keys.unknown);
  await button(page, "Test and save").click();
  await page.getByText(/does not know this API key/).waitFor();
  await page.getByLabel("API key", { exact: true }).fill(sheets.service_.keys.good);
  await button(page, "Test and save").click();
  await page.getByText("Requests this month").waitFor();
  expect(JSON.stringify(book())).not.toContain(sheets.service_.keys.good.slice(0, 8));

  await tab(page, "Build").click();
  await page.getByRole("combobox", { name: "Search data" }).fill("SERVICE_FRED");
  await page.keyboard.press("Enter");
  await page.getByLabel("Series id", { exact: true }).selectOption("DGS10");
  await page.clock.runFor(2_000);
  await page
    .getByText(/^4\.\d+%$/)
    .first()
    .waitFor();
  await button(page, "Insert in Sheet1!B1").click();
  await page.locator(".said").getByText("Inserted in Sheet1!B1.").waitFor();
  expect(formulaIn("Sheet1", "B1")).toBe('=SERVICE_FRED("DGS10")');
  const asked = asksOfCell();
  const value = await calculate("Sheet1", "B1");
  expect(value).toEqual(expect.any(Number));
  // The preview has fetched it already.
  expect(asksOfCell()).toBe(asked);

  await tab(page, "Inspect").click();
  await page.getByText("Sheet1!B1").first().waitFor();
  await page.getByText("Sample data: generated, not published").first().waitFor();
  await page
    .getByText(`${(value as number).toFixed(2)}%`)
    .first()
    .waitFor();

  await tab(page, "Refresh").click();
  await page.getByRole("radio", { name: /^This sheet/ }).check();
  await button(page, "Refresh").click();
  await page
    .getByText(/^1 formula was recalculated/)
    .first()
    .waitFor();
  expect(formulaIn("Sheet1", "B1")).toBe('=SERVICE_FRED("DGS10")');
  expect(asksOfCell()).toBe(asked + 1);

  await calculate("Sheet1", "B1");
  await tab(page, "Share").click();
  await button(page, /^Copy this tab as values$/).click();
  await page.getByText("Sheet1 (values)").first().waitFor();
  expect(formulaIn("Sheet1", "B1")).toBe('=SERVICE_FRED("DGS10")');
  expect(formulaIn("Sheet1 (values)", "B1")).toBe("");
  expect(JSON.stringify(book().sheets?.["Sheet1 (values)"])).toMatch(/Sample data: generated, not published/);
  expect(JSON.stringify(book().sheets?.["Sheet1 (values)"])).toContain(String(value));
});

it("a day set in the sidebar is the day of all cells, previews and sources, until it ends", async () => {
  await sheets.key("good");
  put("Sheet1", { B1: { formula: '=SERVICE_FRED("DGS10")', value: 4.1 } as CellInput }, "Sheet1!B1");
  const page = await sidebar();
  await tab(page, "Refresh").click();
  await page.getByLabel("Day or moment").fill("2030-01-01");
  await button(page, "Apply").click();
  await page.getByRole("alert").getByText("a day that has ended in New York, got 2030-01-01", { exact: false }).waitFor();
  await page.getByLabel("Day or moment").fill("2024-05-02");
  await button(page, "Apply").click();
  await page.locator(".said").getByText("Cells show values as of 2024-05-02: 1 formula recalculated.").waitFor();
  const asked = asksOfCell();
  expect(await calculate("Sheet1", "B1")).toBe(4.62);
  await tab(page, "Inspect").click();
  await page.getByRole("note").getByText("As of 2024-05-02.", { exact: false }).waitFor();
  await page.getByText("4.62%").first().waitFor();
  expect(asksOfCell()).toBe(asked);
  expect(await sheets.world.run("serviceSetAsOf", [], { typed: "" })).toMatchObject({ kind: "value" });
  await page.mouse.move(150, 300);
  await page.getByRole("note").waitFor({ state: "detached" });
  expect(await calculate("Sheet1", "B1")).toBe(4.21);
  await page.getByText("4.21%").first().waitFor();
});

it("a table is inserted from the sidebar, refreshed, undone and removed from the list", async () => {
  await sheets.key("good");
  put("Sheet1", { A1: "mine" }, "Sheet1!B2");
  const page = await sidebar();
  const saidAtTheFoot = (words: string) => page.locator(".said").getByText(words, { exact: false }).waitFor();
  await button(page, "Insert table…").click();
  await page.getByLabel("Table", { exact: true }).selectOption("history");
  await page.getByLabel("Series", { exact: true }).fill("DGS10");
  await page.getByLabel(/^Start/).fill("2024-06-10");
  await page.getByRole("region", { name: "First rows" }).waitFor();
  await accessible(page, "sidebar-tables-form");
  await button(page, "Insert at Sheet1!B2").click();
  await saidAtTheFoot("Inserted at Sheet1!B4:C18: 14 rows of sample data.");
  expect(cell("Sheet1", "B5")).toMatchObject({ value: 45_453, format: "yyyy-mm-dd" });

  await button(page, /^Refresh Treasury/).click();
  await saidAtTheFoot("No changes.");
  await tab(page, "Refresh").click();
  await page.getByRole("heading", { name: "Tables in this workbook" }).waitFor();
  await accessible(page, "sidebar-tables-list");
  await button(page, /^Undo the last change/).click();
  await saidAtTheFoot("The last refresh is undone.");
  await button(page, /^Remove Treasury/).click();
  await button(page, "Remove from the list").click();
  await saidAtTheFoot("Removed from the list.");
  expect(sheets.world.spreadsheet.namedRanges).toEqual({});
  expect(cell("Sheet1", "B5")).toMatchObject({ value: 45_453 });
  expect(cell("Sheet1", "A1")).toMatchObject({ value: "mine" });
});

it("a day set in the sidebar, and a refresh of the workbook, reach the tables, and the list shows what came of each", async () => {
  await sheets.key("good");
  const asked = { series: "DGS10", start: "2024-06-10" };
  await sheets.world.run("serviceSidebar", ["insertTable", ["history", asked, { sheet: "Sheet1", row: 1, column: 1 }]], { kind: "sidebar" });
  const page = await sidebar();
  await tab(page, "Refresh").click();
  const list = page.getByRole("region", { name: "Tables in this workbook" });
  await list.getByText("14 rows of sample data, refreshed", { exact: false }).waitFor();
  await page.getByLabel("Day or moment").fill("2024-06-20");
  await button(page, "Apply").click();
  await page.locator(".said").getByText("Cells show values as of 2024-06-20: 0 formulas recalculated. 1 table refreshed.").waitFor();
  await list.getByText("8 rows of sample data as of 2024-06-20, refreshed", { exact: false }).waitFor();
  await list.getByText("6 rows removed.", { exact: false }).first().waitFor();
  expect(await sheets.world.run("serviceSetAsOf", [], { typed: "" })).toMatchObject({ kind: "value" });
  await button(page, "Refresh").click();
  await page.locator(".refresh-result").getByText("1 table refreshed.").waitFor();
  await list.getByText("14 rows of sample data, refreshed", { exact: false }).waitFor();
});

it("tickers × fields are inserted in one step, as one formula for each figure, or over the names and the headings of one function", async () => {
  await sheets.key("good");
  // C5 is automatic, D5 has a format of the user's.
  put("Sheet1", { A1: "mine", C5: { value: "", format: "0.###############" }, D5: { value: "", format: "0.0" } }, "Sheet1!B3");
  const page = await sidebar();
  await button(page, "Tickers × fields…").click();
  await page.getByLabel(/^Rows:/).fill("AAPL, GME");
  const figures = page.getByRole("combobox", { name: "Search figures" });
  await figures.fill("p/e, insider net");
  await figures.press("Enter");
  await page.locator(".block-preview td.number").nth(3).waitFor();
  await accessible(page, "sidebar-figures");
  await button(page, "Insert at Sheet1!B3").click();
  await page.locator(".said").getByText("Inserted 2 formulas in Sheet1!B3:D5.").waitFor();
  expect(["B4", "B5", "C3", "D3"].map((address) => (cell("Sheet1", address) as { value?: unknown }).value)).toEqual([
    "AAPL",
    "GME",
    "P/E",
    "Insider net, 30 days, USD",
  ]);
  expect(["C4", "D4"].map((address) => formulaIn("Sheet1", address))).toEqual(['=SERVICE_RV(B4:B5;"pe")', '=SERVICE_GET(B4:B5;"insider")']);
  const formats = ["B4", "C3", "C4", "C5", "D4", "D5"].map((address) => (cell("Sheet1", address) as { format?: string }).format);
  expect(formats).toEqual([undefined, undefined, "0.00", "0.00", "#,##0", "0.0"]);

  await page.getByLabel("Columns", { exact: true }).selectOption("SERVICE.SHORTINTEREST");
  for (const field of ["days", "pctfloat"]) await page.getByRole("checkbox", { name: new RegExp(`^${field}\\b`) }).check();
  await page.locator(".block-preview td.number:not(.quiet)").nth(3).waitFor();
  await accessible(page, "sidebar-block");
  await button(page, "Insert at Sheet1!B3").click();
  await page.getByText("Sheet1!B3 is not empty, so nothing was written.", { exact: false }).waitFor();
  await button(page, "Overwrite existing cells").click();
  await page.locator(".said").getByText("Inserted 1 formula in Sheet1!B3:D5.").waitFor();
  expect(["C3", "D3"].map((address) => (cell("Sheet1", address) as { value?: unknown }).value)).toEqual(["days", "pctfloat"]);
  expect(formulaIn("Sheet1", "C4")).toBe("=SERVICE_SHORTINTEREST(B4:B5;C3:D3)");
});

it("a schedule set in the sidebar runs unattended, and can be stopped", async () => {
  await sheets.key("good");
  put("Sheet1", { B1: { formula: '=SERVICE_FRED("DGS10")', value: 4.1 } as CellInput }, "Sheet1!B1");
  const page = await sidebar();
  await tab(page, "Refresh").click();
  await page.getByLabel("Refresh the whole book").selectOption("hour");
  await button(page, "Start").click();
  await page
    .getByText(/every hour/i)
    .first()
    .waitFor();
  const [trigger, ...others] = sheets.world.spreadsheet.triggers;
  expect([trigger, others]).toEqual([expect.objectContaining({ handler: "serviceScheduledRefresh", when: { hours: 1 } }), []]);
  const asked = asksOfCell();
  expect(await sheets.world.run("serviceScheduledRefresh", [{ triggerUid: trigger?.id }], { kind: "trigger" })).toMatchObject({ kind: "value" });
  expect(asksOfCell()).toBe(asked + 1);
  expect(formulaIn("Sheet1", "B1")).toBe('=SERVICE_FRED("DGS10")');
  await button(page, "Stop").click();
  await page.locator(".said").getByText("Off. You have set no automatic refresh here.").waitFor();
  expect(sheets.world.spreadsheet.triggers).toEqual([]);
});

it("the menu command Sources opens the Inspect tab for the selected cell", async () => {
  await sheets.key("good");
  put("Sheet1", { B1: { formula: '=SERVICE_FRED("DGS10")', value: 4.1 } as CellInput }, "Sheet1!B1");
  const page = await sidebar("serviceOpenSources");
  await page.getByRole("heading", { name: "Sheet1!B1" }).waitFor();
  expect(await tab(page, "Inspect").getAttribute("aria-selected")).toBe("true");
});

it("unknown sidebar calls, and the script's own functions called from a cell, are refused with a message", async () => {
  await sheets.key("good");
  expect(await sheets.world.call("serviceSidebar", ["removeKey"])).toEqual({ kind: "error", message: expect.stringContaining("sidebar") as string });
  expect(sheets.world.userProperties().values.get("SERVICE_API_KEY")).toBe(sheets.service_.keys.good);
  expect(await sheets.world.run("serviceSidebar", ["constructor", []], { kind: "sidebar" })).toEqual({
    kind: "value",
    value: { ok: false, message: expect.any(String) as string, asOf: "" },
  });
  expect(await sheets.world.call("serviceScheduledRefresh", ["1"])).toEqual({
    kind: "error",
    message: expect.stringContaining("Only the schedule runs this.") as string,
  });
  expect(await sheets.world.call("serviceRefreshBook")).toEqual({
    kind: "error",
    message: expect.stringContaining("runs from the SERVICE menu, not from a cell") as string,
  });
  expect(sheets.world.requests).toHaveLength(0);
});
