import type { Frame } from "playwright-core";
import { TABLE_KINDS } from "../../../src/tables/kinds";
import { release, type Excel } from "../excel-host";
import { KEYS, type LocalService } from "../local-service";
import { writeBook } from "../../../src/workbook/xlsx/write-book";
import { lockFile } from "../lock-file";
import { partOf } from "../../corpus";
import type { View } from "./view";

interface PaneTour {
  readonly excel: Excel;
  readonly service: LocalService;
  /** Ends the update that the page started. */
  readonly arrive: (failed: boolean) => void;
}
type PaneView = View<PaneTour>;

const button = (pane: Frame, name: string | RegExp) => pane.getByRole("button", { name, exact: true });
const tab = (pane: Frame, name: string) => pane.getByRole("tab", { name, exact: true }).click();
const text = (pane: Frame, words: string | RegExp) => pane.getByText(words, { exact: false }).first().waitFor();
const card = (pane: Frame) => pane.getByRole("region", { name: "Sample data, not real" });
const search = (pane: Frame) => pane.getByRole("combobox", { name: "Search data" });

const searched =
  (query: string, found: RegExp): PaneView["open"] =>
  async ({ excel: { pane } }) => {
    await search(pane).fill(query);
    await pane.locator(".build-results, .build-none, p").filter({ hasText: found }).first().waitFor();
  };

const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  history: { Series: "DGS10", Start: "2024-06-03" },
  prices: { Ticker: "AAPL", Start: "2024-06-03" },
  statements: { Ticker: "AAPL" },
  curve: { Start: "2024-06-03" },
  "short-interest": { Ticker: "GME" },
  holders: { Ticker: "AAPL" },
  "insider-trades": { Ticker: "NVDA" },
  congress: {},
  screener: { Filters: "sector=eq:Energy" },
  calendar: {},
  whales: {},
  changes: { Since: "2024-06-25" },
};

const tableForm = (kind: string): PaneView => ({
  name: `the form of a table: ${kind}`,
  shows: ["pane/tables/table-form"],
  open: async ({ excel: { pane } }) => {
    await pane.getByLabel("Table", { exact: true }).selectOption(kind);
    for (const [label, value] of Object.entries(FIELDS[kind] ?? {})) await pane.getByLabel(label, { exact: false }).first().fill(value);
    // The screener computes every figure of the sample data first, which takes seconds.
    await text(pane, kind === "screener" ? "Loading the first rows" : /\d rows?(,|\.)|No rows/);
  },
});

const HISTORY = { Series: "DGS10", Start: "2024-06-03" };

const insertHistory = async ({ excel: { pane, select } }: PaneTour, at: string): Promise<void> => {
  await select("Sheet1", at);
  await pane.getByLabel("Table", { exact: true }).selectOption("history");
  for (const [label, value] of Object.entries(HISTORY)) await pane.getByLabel(label, { exact: false }).first().fill(value);
  await button(pane, `Insert at Sheet1!${at}`).click();
};

/** Every view of the pane in Excel, in an order in which each leads to the next. */
export const PANE_VIEWS: readonly PaneView[] = [
  {
    name: "first steps",
    shows: ["pane/pane", "pane/frame/pane-frame", "pane/connection/connection-badge", "pane/first-run/first-run-card"],
    open: ({ excel: { pane } }) => card(pane).waitFor(),
  },
  {
    name: "first steps: before an update",
    shows: ["pane/first-run/update-view"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Get published data").click();
      await button(pane, "Start fetching").waitFor();
    },
  },
  {
    name: "first steps: an update runs",
    says: /^Fetching published data\./,
    shows: ["pane/connection/service-stopped", "pane/first-run/update-view", "pane/work/progress-bar"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Start fetching").click();
      await text(pane, "12 of 35 documents");
      await pane.getByText(/publishers need your key or consent/).click();
    },
  },
  {
    name: "first steps: an update was cancelled",
    says: /^Cancelled\./,
    shows: ["pane/first-run/update-view"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Cancel").click();
      await text(pane, "Cancelled. Complete documents are kept");
      expect(await pane.locator(".update-publishers").innerText()).not.toContain("waiting");
    },
  },
  {
    name: "first steps: an update failed",
    says: /^1 of 2 publishers failed\./,
    shows: ["pane/first-run/update-view"],
    open: async ({ excel: { pane }, arrive }) => {
      await button(pane, "Fetch again").click();
      await text(pane, "12 of 35 documents");
      arrive(true);
      await button(pane, "Cancel").waitFor({ state: "detached" });
    },
  },
  {
    name: "first steps: templates",
    shows: ["pane/templates/templates"],
    open: async ({ excel: { pane } }) => {
      await card(pane).getByRole("button", { name: "Templates" }).click();
      await card(pane).getByText("Yield curve").waitFor();
    },
  },
  {
    name: "first steps: done",
    says: /^Done: 1 new row\./,
    shows: ["pane/first-run/first-run-card"],
    open: async ({ excel: { pane }, arrive }) => {
      await card(pane).getByRole("button", { name: "Get published data" }).click();
      await button(pane, "Fetch again").click();
      await text(pane, "12 of 35 documents");
      arrive(false);
      await text(pane, "Done: ");
    },
  },
  {
    name: "the menu of templates",
    shows: ["pane/templates/pane-templates", "pane/templates/template-menu"],
    open: async ({ excel: { pane } }) => {
      const close = button(pane, /^Close/);
      if (await close.count()) await close.first().click();
      await pane.locator("header").getByRole("button", { name: "Templates" }).click();
      await pane.getByRole("menuitem").first().waitFor();
    },
  },
  {
    name: "the search as it opens",
    shows: ["pane/formula/formula-tab", "pane/formula/search-view", "pane/formula/combobox", "pane/formula/formula-text"],
    open: async ({ excel: { pane, page } }) => {
      await page.keyboard.press("Escape");
      await tab(pane, "Build");
      await search(pane).focus();
      await page.keyboard.press("ArrowDown");
    },
  },
  { name: "found: functions", shows: ["pane/formula/search-view"], open: searched("yield", /YIELD/) },
  { name: "found: fields", shows: ["pane/formula/search-view"], open: searched("p/e", /earnings/i) },
  { name: "found: series", shows: ["pane/formula/search-view"], open: searched("cpi yoy", /Consumer prices/) },
  { name: "found: companies", shows: ["pane/formula/search-view"], open: searched("Apple", /Apple/) },
  { name: "found: the nearest", shows: ["pane/formula/search-view"], open: searched("unemployment", /.+/) },
  { name: "found: nothing", shows: ["pane/formula/search-view"], open: searched("no such thing", /No results/) },
  {
    name: "a company",
    shows: ["pane/formula/company-view"],
    open: async ({ excel: { pane } }) => {
      await search(pane).fill("AAPL");
      await pane.getByRole("option", { name: /Apple/ }).first().click();
      await text(pane, /figures?, /);
    },
  },
  {
    name: "a row of the registry",
    shows: ["pane/formula/row-view"],
    open: async ({ excel: { pane, page } }) => {
      await button(pane, "Back to search").click();
      await button(pane, "Screener fields").click();
      await search(pane).fill("market_cap");
      await page.keyboard.press("Enter");
      await pane.getByRole("heading", { name: /market_cap/ }).waitFor();
    },
  },
  {
    name: "a form with a wrong argument",
    shows: ["pane/formula/call-form", "pane/formula/argument-field", "pane/formula/preview-box"],
    open: async ({ excel: { pane, page } }) => {
      await button(pane, "Back to search").click();
      await button(pane, "All").click();
      await search(pane).fill("SERVICE.FREDH");
      await page.keyboard.press("Enter");
      await pane.getByLabel("Date", { exact: true }).fill("yesterday");
      await text(pane, "date: expected");
    },
  },
  {
    name: "a form with its value and a range to fill",
    shows: ["pane/formula/preview-box", "pane/formula/formula-text", "pane/formula/insert-actions", "pane/formula/fill-down"],
    open: async ({ excel: { pane } }) => {
      await pane.getByLabel("Series id", { exact: true }).selectOption("DGS10");
      await pane.getByLabel("Date", { exact: true }).fill("2024-06-25");
      await text(pane, "Observation of 2024-06-25");
      await pane.locator(".build-preview summary").click();
      await button(pane, "Fill down a range").click();
      await pane.getByLabel("Cells with its values").fill("A2:A50");
    },
  },
  {
    name: "a formula that would overwrite a cell",
    shows: ["pane/notices/alert"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B4 = { formula: "mine", value: "mine" };
      await excel.select("Sheet1", "B4");
      await button(excel.pane, "Insert in Sheet1!B4").click();
      await excel.pane.locator(".problem").first().waitFor();
    },
  },
  {
    name: "a block of any figures of several tickers, with a figure that does not exist",
    shows: ["block-view", "block-names", "chosen-columns", "figure-picker"].map((name) => `pane/formula/block/${name}`),
    open: async ({ excel: { pane, ...excel } }) => {
      await excel.select("Sheet1", "F20");
      await button(pane, "Back to search").click();
      await button(pane, "Tickers × fields…").click();
      await pane.getByLabel("Rows: ticker").fill("AAPL, MSFT, NVDA, ZZZZ");
      const search = pane.getByRole("combobox", { name: "Search figures" });
      await search.fill("price, p/e, revenue, days to cover, insider net");
      await search.press("Enter");
      await search.fill("ebitda");
      await pane.getByText("Sample data", { exact: true }).waitFor();
    },
  },
  {
    name: "a block of one function's fields",
    shows: ["pane/formula/block/chosen-columns"],
    open: async ({ excel: { pane } }) => {
      await pane.getByLabel("Columns", { exact: true }).selectOption("SERVICE.PRICE");
      for (const name of [/^last /, /^change_pct/, /^currency/]) await pane.getByRole("checkbox", { name }).check();
      await pane.getByText("Sample data", { exact: true }).waitFor();
    },
  },
  {
    name: "a choice of calls to edit",
    shows: ["pane/formula/formula-tab"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B5 = { formula: '=SERVICE.FRED("DGS10")-SERVICE.FRED("DGS2")', value: 0.4 };
      await excel.select("Sheet1", "B5");
      await button(excel.pane, "Back to search").click();
      await button(excel.pane, "Edit the selected cell's formula").click();
      await text(excel.pane, "calls several functions");
    },
  },
  {
    name: "the form of a table, before a choice",
    shows: ["pane/tables/table-form"],
    open: async ({ excel }) => {
      await excel.select("Sheet1", "A10");
      await button(excel.pane, "Back to search").click();
      await button(excel.pane, "Insert table…").click();
      await excel.pane.getByLabel("Table", { exact: true }).waitFor();
    },
  },
  ...partOf(TABLE_KINDS, 1 / 4, ({ id }) => id).map(({ id }) => tableForm(id)),
  {
    name: "a table that is refused",
    shows: ["pane/notices/alert", "pane/tables/table-form", "pane/tables/table-parts"],
    open: async (at) => {
      await insertHistory(at, "B4");
      await text(at.excel.pane, /Sheet1!B4 and \d+ more are not empty/);
    },
  },
  {
    name: "the list of tables",
    says: /^Inserted at Sheet1!J3:/,
    shows: ["pane/tables/table-list"],
    open: async (at) => {
      await insertHistory(at, "J1");
      await text(at.excel.pane, /^Inserted at/);
    },
  },
  {
    name: "a table that was refreshed, and is to be removed",
    shows: ["pane/tables/table-list"],
    open: async ({ excel: { pane, workbook } }) => {
      workbook.sheets.Sheet1!.K5!.value = 9.99;
      await button(pane, /^Refresh Treasury/).click();
      await text(pane, "1 typed value kept");
      await button(pane, /^Remove Treasury/).click();
    },
  },
  {
    name: "Inspect: an empty cell",
    shows: ["pane/inspect/inspect-tab", "pane/inspect/inspect-view", "pane/inspect/plain-cell", "pane/inspect/sources-sheet"],
    open: async ({ excel }) => {
      await button(excel.pane, "Keep").click();
      await excel.select("Sheet1", "F30");
      await tab(excel.pane, "Inspect");
      await text(excel.pane, "The cell is empty");
    },
  },
  {
    name: "Inspect: a value of a table that is typed over",
    shows: ["pane/inspect/plain-cell", "pane/inspect/citation"],
    open: async ({ excel }) => {
      await excel.select("Sheet1", "K5");
      await text(excel.pane, "You typed this over the published value");
      await button(excel.pane, "Refresh the table").waitFor();
    },
  },
  {
    name: "Inspect: a formula that refers to SERVICE cells",
    says: /^Sheet1!B6 refers to 1 SERVICE cell\.$/,
    shows: ["pane/inspect/plain-cell"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B6 = { formula: "=B5*2", value: 0.8 };
      await excel.select("Sheet1", "B6");
      await button(excel.pane, "Find SERVICE cells it refers to").click();
      await text(excel.pane, "SERVICE cells that it refers to");
    },
  },
  {
    name: "Inspect: a yield with its history and curve",
    says: /^Sheet1!B6 refers to 1 SERVICE cell\.$/,
    shows: [
      "pane/inspect/call-view",
      "pane/inspect/answer-facts",
      "pane/inspect/citation",
      "pane/inspect/history-view",
      "pane/inspect/line-chart",
      "pane/inspect/curve-view",
    ],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B7 = { formula: '=SERVICE.YIELD("10Y","2024-06-19")', value: 99 };
      await excel.select("Sheet1", "B7");
      await excel.pane.getByRole("slider", { name: /History/ }).waitFor();
      await excel.pane.getByRole("slider", { name: /curve/ }).waitFor();
    },
  },
  {
    name: "Inspect: charts as tables",
    shows: ["pane/inspect/points-table"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Show as table").first().click();
      await button(pane, "Show as table").last().click();
    },
  },
  {
    name: "Inspect: several calls",
    shows: ["pane/inspect/inspect-view", "pane/inspect/revisions-view"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B5 = { formula: '=SERVICE.FRED("CPIAUCSL")-SERVICE.FRED("DGS2")', value: 0.4 };
      await excel.select("Sheet1", "B5");
      await text(excel.pane, "from 2 calls");
    },
  },
  {
    name: "Inspect: a wrong argument",
    shows: ["pane/inspect/inspect-tab"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B8 = { formula: '=SERVICE.YIELD("10Y","soon")', value: "#VALUE!" };
      await excel.select("Sheet1", "B8");
      await text(excel.pane, "#VALUE! date:");
    },
  },
  {
    name: "Inspect: a reason",
    shows: ["pane/inspect/call-view"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B9 = { formula: '=SERVICE.FREDH("DGS10","2024-06-19")', value: "n/a: No observation" };
      await excel.select("Sheet1", "B9");
      await text(excel.pane, "No observation");
    },
  },
  {
    name: "Inspect: a name from another computer",
    shows: ["pane/inspect/inspect-tab"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.C9 = { formula: '=_xldudf_SERVICE_FRED("DGS10")', value: "#NAME?" };
      await excel.select("Sheet1", "C9");
      await text(excel.pane, "#NAME?");
    },
  },
  {
    name: "Refresh as it opens",
    shows: ["pane/refresh/refresh-tab", "pane/refresh/refresh-view", "pane/refresh/schedule", "pane/fields/select-field"],
    open: ({ excel: { pane } }) => tab(pane, "Refresh"),
  },
  {
    name: "a refresh that runs",
    says: /^Refreshing\.$/,
    shows: ["pane/work/progress-bar"],
    open: async ({ excel: { pane }, service }) => {
      service.switches.eval = "held";
      await button(pane, "Refresh").click();
      await pane.getByRole("progressbar").waitFor();
    },
  },
  {
    name: "a refresh with its changes",
    shows: ["pane/refresh/refresh-tab", "pane/refresh/refresh-summary", "pane/refresh/what-changed", "pane/list/virtual-list", "pane/list/reasons-by-count"],
    open: async ({ excel: { pane }, service }) => {
      service.switches.eval = "answer";
      release(service);
      await pane.getByRole("heading", { name: "Last refresh" }).waitFor();
      await pane.locator("#refresh-changes").focus();
      await pane.getByLabel("Refresh stale cells").selectOption("other");
      await button(pane, "Set").click();
    },
  },
  {
    name: "Audit",
    shows: ["pane/audit/audit-tab", "pane/audit/audit-states", "pane/audit/audit-list", "pane/export/copy-table"],
    open: async ({ excel: { pane } }) => {
      await tab(pane, "Audit");
      await pane.locator("#audit-cells").focus();
    },
  },
  {
    name: "Audit: repaired names",
    says: /^1 cell repaired\.$/,
    shows: ["pane/audit/audit-tab"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Repair broken names").click();
      await text(pane, "1 cell repaired");
    },
  },
  {
    name: "Audit: no cell with this text",
    shows: ["pane/audit/audit-list"],
    open: async ({ excel: { pane } }) => {
      await pane.getByLabel("Filter by text").fill("nothing like this");
      await text(pane, "No matching cells");
    },
  },
  {
    name: "Audit: a file that is no lock",
    shows: ["pane/audit/lock-section"],
    open: async ({ excel: { pane } }) => {
      await pane.getByLabel("Lock of this workbook").setInputFiles({ ...lockFile({}), buffer: Buffer.from("{}") });
      await text(pane, "It is no lock of a book");
    },
  },
  {
    name: "Audit: differences from a lock",
    says: /^6 cells differ from the lock, 0 are as locked\.$/,
    shows: ["pane/audit/lock-section"],
    open: async ({ excel: { pane } }) => {
      const asked = { formula: '=SERVICE.FRED("DGS10")', questions: ["a"] };
      await pane.getByLabel("Lock of this workbook").setInputFiles(lockFile({ "Sheet1!B9": { ...asked, shows: 4.1 }, "Sheet1!Z9": { ...asked, shows: 4.1 } }));
      await text(pane, "differ from the lock");
      await pane.locator("#audit-lock-cells").focus();
    },
  },
  {
    name: "Share",
    shows: ["pane/share/share-tab", "pane/share/share-copy"],
    open: async ({ excel: { pane } }) => {
      await tab(pane, "Share");
      await text(pane, /becomes? .*in the copy/);
      await pane.locator("summary").first().click();
    },
  },
  {
    name: "Share: a copy that could not be made",
    shows: ["pane/share/share-copy"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Make a copy with values").click();
      await pane.locator(".problem").first().waitFor();
    },
  },
  {
    name: "Share: a copy was made",
    says: /^No copy was opened/,
    shows: ["pane/share/share-copy"],
    open: async ({ excel: { pane, workbook } }) => {
      workbook.document.file = writeBook({ sheets: [{ name: "Sheet1", cells: [] }], active: 0, names: [], settings: {} });
      await button(pane, "Make a copy with values").click();
      await pane.locator(".problem").first().waitFor({ state: "detached" });
      await pane.locator(".good, .note").first().waitFor();
    },
  },
  {
    name: "Account",
    shows: ["pane/account/account-tab", "pane/account/service-status", "pane/notices/page-link"],
    open: async ({ excel: { pane } }) => {
      await tab(pane, "Account");
      await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
      for (const summary of await pane.locator("summary").all()) await summary.click();
    },
  },
  {
    name: "Account: another key, refused",
    shows: ["pane/account/connection-form"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Use another key").click();
      await pane.getByLabel("API key", { exact: true }).fill(KEYS.unknown);
      await button(pane, "Test and save").click();
      await pane.locator("#connection-problem").waitFor();
    },
  },
  {
    name: "Account: the key is to be removed",
    shows: ["pane/account/key-in-use", "pane/notices/confirm"],
    open: async ({ excel: { pane } }) => {
      await pane.getByLabel("API key", { exact: true }).fill(KEYS.good);
      await button(pane, "Test and save").click();
      await button(pane, "Remove key").click();
    },
  },
  {
    name: "Settings",
    shows: [
      "pane/settings/settings-tab",
      "pane/settings/as-of-view",
      "pane/settings/cell-display-form",
      "pane/settings/saved-in-workbook",
      "pane/notices/workbook-section",
    ],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Keep").click();
      await tab(pane, "Settings");
      await pane.getByRole("heading", { name: "Cell display" }).waitFor();
      await button(pane, "Remove from this workbook").click();
    },
  },
  {
    name: "Settings: a day that cannot be set",
    shows: ["pane/settings/as-of-view"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Keep").click();
      await pane.getByLabel("Day or moment").fill("May");
      await button(pane, "Apply").click();
      await text(pane, "As of: expected a day");
    },
  },
  {
    name: "Settings: as of a past day",
    says: /^Cells show values as of /,
    shows: ["pane/notices/as-of-notice"],
    open: async ({ excel: { pane } }) => {
      await pane.getByLabel("Day or moment").fill("2024-05-02");
      await button(pane, "Apply").click();
      await pane.locator("header").getByText("2024-05-02").waitFor();
    },
  },
  {
    name: "Settings: a check of this Excel",
    says: /^This Excel passed 8 of 8 checks\.$/,
    shows: ["pane/settings/host-check-section"],
    open: async ({ excel: { pane } }) => {
      await button(pane, "Check this Excel").click();
      await pane.getByRole("list", { name: "Results" }).waitFor();
    },
  },
  {
    name: "a service that does not answer",
    shows: ["pane/connection/service-stopped"],
    open: async ({ excel: { pane, ...excel }, service }) => {
      service.switches.eval = "lost";
      await excel.callAll([{ fn: "SERVICE.YIELD", args: ["5Y", "2024-05-03"], address: "Sheet1!D1" }]);
      await text(pane, "not answering since");
      await tab(pane, "Build");
    },
  },
  {
    name: "Inspect: a call that failed",
    shows: ["pane/notices/notice"],
    open: async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.D1 = { formula: '=SERVICE.YIELD("5Y","2024-05-03")', value: "#N/A" };
      await excel.select("Sheet1", "D1");
      await tab(excel.pane, "Inspect");
      await text(excel.pane, "Try again");
    },
  },
  {
    name: "Refresh without a key",
    shows: ["pane/notices/notice"],
    open: async ({ excel: { pane } }) => {
      await tab(pane, "Account");
      await button(pane, "Remove key").click();
      await button(pane, "Remove key now").click();
      await tab(pane, "Refresh");
      await button(pane, "Add a key in Account").waitFor();
    },
  },
];
