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

const view = (name: string, shows: PaneView["shows"], open: PaneView["open"]): PaneView => ({ name, shows, open });

const button = (pane: Frame, name: string | RegExp) => pane.getByRole("button", { name, exact: true });
const tab = (pane: Frame, name: string) => pane.getByRole("tab", { name, exact: true }).click();
const text = (pane: Frame, words: string | RegExp) => pane.getByText(words, { exact: false }).first().waitFor();
const card = (pane: Frame) => pane.getByRole("region", { name: "Sample data, not real" });
const search = (pane: Frame) => pane.getByRole("combobox", { name: "Search data" });

const searched =
  (query: string, found: RegExp): PaneView["open"] =>
  async ({ excel: { pane } }) => {
    await search(pane).fill(query);
    await pane.locator("#build-results, .marked, p").filter({ hasText: found }).first().waitFor();
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

const tableForm = (kind: string): PaneView =>
  view(`the form of a table: ${kind}`, ["pane/tables/table-form"], async ({ excel: { pane } }) => {
    await pane.getByLabel("Table", { exact: true }).selectOption(kind);
    for (const [label, value] of Object.entries(FIELDS[kind] ?? {})) await pane.getByLabel(label, { exact: false }).first().fill(value);
    // The screener computes every figure of the sample data first, which takes seconds.
    await text(pane, kind === "screener" ? "Loading the first rows" : /\d rows?(,|\.)|No rows/);
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
  view("first steps", ["pane/pane", "pane/frame/pane-frame", "pane/connection/connection-badge", "pane/first-run/first-run-card"], ({ excel: { pane } }) =>
    card(pane).waitFor(),
  ),
  view("first steps: before an update", ["pane/first-run/update-view"], async ({ excel: { pane } }) => {
    await button(pane, "Get published data").click();
    await button(pane, "Start fetching").waitFor();
  }),
  {
    ...view(
      "first steps: an update runs",
      ["pane/connection/service-stopped", "pane/first-run/update-view", "pane/work/progress-bar"],
      async ({ excel: { pane } }) => {
        await button(pane, "Start fetching").click();
        await text(pane, "12 of 35 documents");
        await pane.getByText(/publishers need your key or consent/).click();
      },
    ),
    says: /^Fetching published data\./,
  },
  {
    ...view("first steps: an update was cancelled", ["pane/first-run/update-view"], async ({ excel: { pane } }) => {
      await button(pane, "Cancel").click();
      await text(pane, "Cancelled. Complete documents are kept");
      expect(await pane.locator(".update-publishers").innerText()).not.toContain("waiting");
    }),
    says: /^Cancelled\./,
  },
  {
    ...view("first steps: an update failed", ["pane/first-run/update-view"], async ({ excel: { pane }, arrive }) => {
      await button(pane, "Fetch again").click();
      await text(pane, "12 of 35 documents");
      arrive(true);
      await button(pane, "Cancel").waitFor({ state: "detached" });
    }),
    says: /^1 of 2 publishers failed\./,
  },
  view("first steps: templates", ["pane/templates/templates", "pane/elements"], async ({ excel: { pane } }) => {
    await card(pane).getByRole("button", { name: "Templates" }).click();
    await card(pane).getByText("Yield curve").waitFor();
  }),
  {
    ...view("first steps: done", ["pane/first-run/first-run-card"], async ({ excel: { pane }, arrive }) => {
      await card(pane).getByRole("button", { name: "Get published data" }).click();
      await button(pane, "Fetch again").click();
      await text(pane, "12 of 35 documents");
      arrive(false);
      await text(pane, "Done: ");
    }),
    says: /^Done: 1 new row\./,
  },
  view("the menu of templates", ["pane/templates/pane-templates", "pane/templates/template-menu"], async ({ excel: { pane } }) => {
    const close = button(pane, /^Close/);
    if (await close.count()) await close.first().click();
    await pane.locator("header").getByRole("button", { name: "Templates" }).click();
    await pane.getByRole("menuitem").first().waitFor();
  }),
  view(
    "the search as it opens",
    ["pane/formula/formula-tab", "pane/formula/search-view", "pane/formula/combobox", "pane/formula/formula-text"],
    async ({ excel: { pane, page } }) => {
      await page.keyboard.press("Escape");
      await tab(pane, "Build");
      await search(pane).focus();
      await page.keyboard.press("ArrowDown");
    },
  ),
  view("found: functions", ["pane/formula/search-view"], searched("yield", /YIELD/)),
  view("found: fields", ["pane/formula/search-view"], searched("p/e", /earnings/i)),
  view("found: series", ["pane/formula/search-view"], searched("cpi yoy", /Consumer prices/)),
  view("found: companies", ["pane/formula/search-view"], searched("Apple", /Apple/)),
  view("found: the nearest", ["pane/formula/search-view"], searched("unemployment", /.+/)),
  view("found: nothing", ["pane/formula/search-view"], searched("no such thing", /No results/)),
  view("a company", ["pane/formula/company-view"], async ({ excel: { pane } }) => {
    await search(pane).fill("AAPL");
    await pane.getByRole("option", { name: /Apple/ }).first().click();
    await text(pane, /figures?, /);
  }),
  view("a row of the registry", ["pane/formula/row-view", "pane/fields/facts"], async ({ excel: { pane, page } }) => {
    await button(pane, "Back to search").click();
    await button(pane, "Screener fields").click();
    await search(pane).fill("market_cap");
    await page.keyboard.press("Enter");
    await pane.getByRole("heading", { name: /market_cap/ }).waitFor();
  }),
  view(
    "a form with a wrong argument",
    ["pane/formula/call-form", "pane/formula/argument-field", "pane/formula/preview-box"],
    async ({ excel: { pane, page } }) => {
      await button(pane, "Back to search").click();
      await button(pane, "All").click();
      await search(pane).fill("SERVICE.FREDH");
      await page.keyboard.press("Enter");
      await pane.getByLabel("Date", { exact: true }).fill("yesterday");
      await text(pane, "date: expected");
    },
  ),
  view(
    "a form with its value and a range to fill",
    ["pane/formula/preview-box", "pane/formula/formula-text", "pane/formula/insert-actions", "pane/formula/fill-down"],
    async ({ excel: { pane } }) => {
      await pane.getByLabel("Series id", { exact: true }).selectOption("DGS10");
      await pane.getByLabel("Date", { exact: true }).fill("2024-06-25");
      await text(pane, "Observation of 2024-06-25");
      await pane.locator(".build-preview summary").click();
      await button(pane, "Fill down a range").click();
      await pane.getByLabel("Cells with its values").fill("A2:A50");
    },
  ),
  view("a formula that would overwrite a cell", ["pane/elements"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.B4 = { formula: "mine", value: "mine" };
    await excel.select("Sheet1", "B4");
    await button(excel.pane, "Insert in Sheet1!B4").click();
    await excel.pane.locator(".problem").first().waitFor();
  }),
  view(
    "a block of any figures of several tickers, with a figure that does not exist",
    ["block-view", "block-names", "chosen-columns", "figure-picker"].map((name) => `pane/formula/block/${name}`),
    async ({ excel: { pane, ...excel } }) => {
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
  ),
  view("a block of one function's fields", ["pane/formula/block/chosen-columns"], async ({ excel: { pane } }) => {
    await pane.getByLabel("Columns", { exact: true }).selectOption("SERVICE.PRICE");
    for (const name of [/^last /, /^change_pct/, /^currency/]) await pane.getByRole("checkbox", { name }).check();
    await pane.getByText("Sample data", { exact: true }).waitFor();
  }),
  view("a choice of calls to edit", ["pane/formula/formula-tab"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.B5 = { formula: '=SERVICE.FRED("DGS10")-SERVICE.FRED("DGS2")', value: 0.4 };
    await excel.select("Sheet1", "B5");
    await button(excel.pane, "Back to search").click();
    await button(excel.pane, "Edit the selected cell's formula").click();
    await text(excel.pane, "calls several functions");
  }),
  view("the form of a table, before a choice", ["pane/tables/table-form"], async ({ excel }) => {
    await excel.select("Sheet1", "A10");
    await button(excel.pane, "Back to search").click();
    await button(excel.pane, "Insert table…").click();
    await excel.pane.getByLabel("Table", { exact: true }).waitFor();
  }),
  ...partOf(TABLE_KINDS, 1 / 4, ({ id }) => id).map(({ id }) => tableForm(id)),
  view("a table that is refused", ["pane/elements", "pane/tables/table-form", "pane/tables/table-parts"], async (at) => {
    await insertHistory(at, "B4");
    await text(at.excel.pane, /Sheet1!B4 and \d+ more are not empty/);
  }),
  {
    ...view("the list of tables", ["pane/tables/table-list"], async (at) => {
      await insertHistory(at, "J1");
      await text(at.excel.pane, /^Inserted at/);
    }),
    says: /^Inserted at Sheet1!J3:/,
  },
  view("a table that was refreshed, and is to be removed", ["pane/tables/table-list"], async ({ excel: { pane, workbook } }) => {
    workbook.sheets.Sheet1!.K5!.value = 9.99;
    await button(pane, /^Refresh Treasury/).click();
    await text(pane, "1 typed value kept");
    await button(pane, /^Remove Treasury/).click();
  }),
  view(
    "Inspect: an empty cell",
    ["pane/inspect/inspect-tab", "pane/inspect/inspect-view", "pane/inspect/plain-cell", "pane/inspect/sources-sheet"],
    async ({ excel }) => {
      await button(excel.pane, "Keep").click();
      await excel.select("Sheet1", "F30");
      await tab(excel.pane, "Inspect");
      await text(excel.pane, "The cell is empty");
    },
  ),
  view("Inspect: a value of a table that is typed over", ["pane/inspect/plain-cell", "pane/inspect/citation"], async ({ excel }) => {
    await excel.select("Sheet1", "K5");
    await text(excel.pane, "You typed this over the published value");
    await button(excel.pane, "Refresh the table").waitFor();
  }),
  {
    ...view("Inspect: a formula that refers to SERVICE cells", ["pane/inspect/plain-cell"], async ({ excel }) => {
      excel.workbook.sheets.Sheet1!.B6 = { formula: "=B5*2", value: 0.8 };
      await excel.select("Sheet1", "B6");
      await button(excel.pane, "Find SERVICE cells it refers to").click();
      await text(excel.pane, "SERVICE cells that it refers to");
    }),
    says: /^Sheet1!B6 refers to 1 SERVICE cell\.$/,
  },
  {
    ...view(
      "Inspect: a yield with its history and curve",
      [
        "pane/inspect/call-view",
        "pane/inspect/answer-facts",
        "pane/inspect/citation",
        "pane/inspect/history-view",
        "pane/inspect/line-chart",
        "pane/inspect/curve-view",
      ],
      async ({ excel }) => {
        excel.workbook.sheets.Sheet1!.B7 = { formula: '=SERVICE.YIELD("10Y","2024-06-19")', value: 99 };
        await excel.select("Sheet1", "B7");
        await excel.pane.getByRole("slider", { name: /History/ }).waitFor();
        await excel.pane.getByRole("slider", { name: /curve/ }).waitFor();
      },
    ),
    says: /^Sheet1!B6 refers to 1 SERVICE cell\.$/,
  },
  view("Inspect: charts as tables", ["pane/inspect/points-table"], async ({ excel: { pane } }) => {
    await button(pane, "Show as table").first().click();
    await button(pane, "Show as table").last().click();
  }),
  view("Inspect: several calls", ["pane/inspect/inspect-view", "pane/inspect/revisions-view"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.B5 = { formula: '=SERVICE.FRED("CPIAUCSL")-SERVICE.FRED("DGS2")', value: 0.4 };
    await excel.select("Sheet1", "B5");
    await text(excel.pane, "from 2 calls");
  }),
  view("Inspect: a wrong argument", ["pane/inspect/inspect-tab"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.B8 = { formula: '=SERVICE.YIELD("10Y","soon")', value: "#VALUE!" };
    await excel.select("Sheet1", "B8");
    await text(excel.pane, "#VALUE! date:");
  }),
  view("Inspect: a reason", ["pane/inspect/call-view"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.B9 = { formula: '=SERVICE.FREDH("DGS10","2024-06-19")', value: "n/a: No observation" };
    await excel.select("Sheet1", "B9");
    await text(excel.pane, "No observation");
  }),
  view("Inspect: a name from another computer", ["pane/inspect/inspect-tab"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.C9 = { formula: '=_xldudf_SERVICE_FRED("DGS10")', value: "#NAME?" };
    await excel.select("Sheet1", "C9");
    await text(excel.pane, "#NAME?");
  }),
  view(
    "Refresh as it opens",
    [
      "pane/refresh/refresh-tab",
      "pane/refresh/refresh-view",
      "pane/refresh/schedule",
      "pane/fields/select-field",
      "pane/fields/options",
      "pane/fields/radio-choice",
    ],
    ({ excel: { pane } }) => tab(pane, "Refresh"),
  ),
  {
    ...view("a refresh that runs", ["pane/work/progress-bar"], async ({ excel: { pane }, service }) => {
      service.switches.eval = "held";
      await button(pane, "Refresh").click();
      await pane.getByRole("progressbar").waitFor();
    }),
    says: /^Refreshing\.$/,
  },
  view(
    "a refresh with its changes",
    ["pane/refresh/refresh-tab", "pane/refresh/refresh-summary", "pane/refresh/what-changed", "pane/list/virtual-list", "pane/list/reasons-by-count"],
    async ({ excel: { pane }, service }) => {
      service.switches.eval = "answer";
      release(service);
      await pane.getByRole("heading", { name: "Last refresh" }).waitFor();
      await pane.locator("#refresh-changes").focus();
      await pane.getByLabel("Refresh stale cells").selectOption("other");
      await button(pane, "Set").click();
    },
  ),
  view("Audit", ["pane/audit/audit-tab", "pane/audit/audit-states", "pane/audit/audit-list", "pane/export/copy-table"], async ({ excel: { pane } }) => {
    await tab(pane, "Audit");
    await pane.locator("#audit-cells").focus();
  }),
  {
    ...view("Audit: repaired names", ["pane/audit/audit-tab"], async ({ excel: { pane } }) => {
      await button(pane, "Repair broken names").click();
      await text(pane, "1 cell repaired");
    }),
    says: /^1 cell repaired\.$/,
  },
  view("Audit: no cell with this text", ["pane/audit/audit-list"], async ({ excel: { pane } }) => {
    await pane.getByLabel("Filter by text").fill("nothing like this");
    await text(pane, "No matching cells");
  }),
  view("Audit: a file that is no lock", ["pane/audit/lock-section"], async ({ excel: { pane } }) => {
    await pane.getByLabel("Lock of this workbook").setInputFiles({ ...lockFile({}), buffer: Buffer.from("{}") });
    await text(pane, "It is no lock of a book");
  }),
  {
    ...view("Audit: differences from a lock", ["pane/audit/lock-section"], async ({ excel: { pane } }) => {
      const asked = { formula: '=SERVICE.FRED("DGS10")', questions: ["a"] };
      await pane.getByLabel("Lock of this workbook").setInputFiles(lockFile({ "Sheet1!B9": { ...asked, shows: 4.1 }, "Sheet1!Z9": { ...asked, shows: 4.1 } }));
      await text(pane, "differ from the lock");
      await pane.locator("#audit-lock-cells").focus();
    }),
    says: /^6 cells differ from the lock, 0 are as locked\.$/,
  },
  view("Share", ["pane/share/share-tab", "pane/share/share-copy"], async ({ excel: { pane } }) => {
    await tab(pane, "Share");
    await text(pane, /becomes? .*in the copy/);
    await pane.locator("summary").first().click();
  }),
  view("Share: a copy that could not be made", ["pane/share/share-copy"], async ({ excel: { pane } }) => {
    await button(pane, "Make a copy with values").click();
    await pane.locator(".problem").first().waitFor();
  }),
  {
    ...view("Share: a copy was made", ["pane/share/share-copy"], async ({ excel: { pane, workbook } }) => {
      workbook.document.file = writeBook({ sheets: [{ name: "Sheet1", cells: [] }], active: 0, names: [], settings: {} });
      await button(pane, "Make a copy with values").click();
      await pane.locator(".problem").first().waitFor({ state: "detached" });
      await pane.locator(".good, .note").first().waitFor();
    }),
    says: /^No copy was opened/,
  },
  view("Account", ["pane/account/account-tab", "pane/account/service-status", "pane/notices/page-link"], async ({ excel: { pane } }) => {
    await tab(pane, "Account");
    await pane.getByRole("heading", { name: "Plan and quota" }).waitFor();
    for (const summary of await pane.locator("summary").all()) await summary.click();
  }),
  view("Account: another key, refused", ["pane/account/connection-form"], async ({ excel: { pane } }) => {
    await button(pane, "Use another key").click();
    await pane.getByLabel("API key", { exact: true }).fill(KEYS.unknown);
    await button(pane, "Test and save").click();
    await pane.locator("#connection-problem").waitFor();
  }),
  view("Account: the key is to be removed", ["pane/account/key-in-use", "pane/notices/confirm"], async ({ excel: { pane } }) => {
    await pane.getByLabel("API key", { exact: true }).fill(KEYS.good);
    await button(pane, "Test and save").click();
    await button(pane, "Remove key").click();
  }),
  view(
    "Settings",
    [
      "pane/settings/settings-tab",
      "pane/settings/as-of-view",
      "pane/settings/cell-display-form",
      "pane/settings/saved-in-workbook",
      "pane/notices/workbook-section",
    ],
    async ({ excel: { pane } }) => {
      await button(pane, "Keep").click();
      await tab(pane, "Settings");
      await pane.getByRole("heading", { name: "Cell display" }).waitFor();
      await button(pane, "Remove from this workbook").click();
    },
  ),
  view("Settings: a day that cannot be set", ["pane/settings/as-of-view"], async ({ excel: { pane } }) => {
    await button(pane, "Keep").click();
    await pane.getByLabel("Day or moment").fill("May");
    await button(pane, "Apply").click();
    await text(pane, "As of: expected a day");
  }),
  {
    ...view("Settings: as of a past day", ["pane/notices/as-of-notice"], async ({ excel: { pane } }) => {
      await pane.getByLabel("Day or moment").fill("2024-05-02");
      await button(pane, "Apply").click();
      await pane.locator("header").getByText("2024-05-02").waitFor();
    }),
    says: /^Cells show values as of /,
  },
  {
    ...view("Settings: a check of this Excel", ["pane/settings/host-check-section"], async ({ excel: { pane } }) => {
      await button(pane, "Check this Excel").click();
      await pane.getByRole("list", { name: "Results" }).waitFor();
    }),
    says: /^This Excel passed 8 of 8 checks\.$/,
  },
  view("a service that does not answer", ["pane/connection/service-stopped"], async ({ excel: { pane, ...excel }, service }) => {
    service.switches.eval = "lost";
    await excel.callAll([{ fn: "SERVICE.YIELD", args: ["5Y", "2024-05-03"], address: "Sheet1!D1" }]);
    await text(pane, "not answering since");
    await tab(pane, "Build");
  }),
  view("Inspect: a call that failed", ["pane/notices/notice"], async ({ excel }) => {
    excel.workbook.sheets.Sheet1!.D1 = { formula: '=SERVICE.YIELD("5Y","2024-05-03")', value: "#N/A" };
    await excel.select("Sheet1", "D1");
    await tab(excel.pane, "Inspect");
    await text(excel.pane, "Try again");
  }),
  view("Refresh without a key", ["pane/notices/notice"], async ({ excel: { pane } }) => {
    await tab(pane, "Account");
    await button(pane, "Remove key").click();
    await button(pane, "Remove key now").click();
    await tab(pane, "Refresh");
    await button(pane, "Add a key in Account").waitFor();
  }),
  view("Build without a key", ["pane/notices/no-key"], async ({ excel: { pane } }) => {
    await tab(pane, "Build");
    await button(pane, "Go to Account").first().waitFor();
  }),
];
