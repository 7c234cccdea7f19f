import type { Frame } from "playwright-core";
import { readMemory } from "../../src/tables/memory";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { keptExcel } from "./kept-excel";
import { keptWorkbench } from "./kept-workbench";
import { accessible } from "./look";
import { expectEventually } from "../time";

/** Shows a tab of the pane. */
const tab = (pane: Frame, name: string) => pane.getByRole("tab", { name }).click();

async function openForm(pane: Frame, kind: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await tab(pane, "Build");
  const form = pane.getByLabel("Table", { exact: true });
  if (!(await form.isVisible())) await pane.getByRole("button", { name: "Insert table…" }).click();
  await form.selectOption(kind);
  for (const [label, value] of Object.entries(fields)) await pane.getByLabel(label, { exact: false }).first().fill(value);
}

async function insert(pane: Frame): Promise<void> {
  await pane.getByRole("button", { name: /^Insert at/ }).click();
  await pane
    .getByText(/^Inserted at/)
    .first()
    .waitFor();
}

describe("tables in the workbench's pane", () => {
  const kept = keptWorkbench().kept;

  it("insert a history, refresh it in place, and undo the refresh exactly", async () => {
    const { page: workbench, passed } = await kept();
    const { pane } = workbench;
    await openForm(pane, "history", { Series: "DGS10", Start: "2024-06-17", End: "2024-06-24" });
    await insert(pane);
    expect(await workbench.texts("A1", "A3", "B3", "A4", "A5", "A9")).toEqual([
      "Treasury constant maturity, 10 years (DGS10)",
      "Date",
      "DGS10, %",
      "2024-06-17",
      "2024-06-18",
      "",
    ]);
    const [note, value] = await workbench.texts("A2", "B4");
    expect(note).toContain("SAMPLE DATA");
    expect(value).toMatch(/^\d\.\d\d%$/);
    await pane.getByRole("button", { name: /^Draw a chart of Treasury/ }).click();
    const chart = workbench.page.getByRole("img", { name: /^Chart: Treasury constant maturity, 10 years \(DGS10\)\. DGS10, %: / });
    await chart.waitFor();
    expect(await chart.getAttribute("aria-label")).toMatch(/: 2024-06-17 \d\.\d\d%, /);
    await pane.getByRole("button", { name: /^Remove the chart of Treasury/ }).waitFor();
    await accessible(workbench.page, "tables-4-chart", pane);
    await workbench.write("B5", [[99]]);
    await workbench.write("B4", [[""]]);
    await workbench.write("C4", [["mine"]]);
    await pane.getByRole("button", { name: /^Refresh Treasury/ }).click();
    await pane.getByText("1 deleted cell or row back, 1 typed value kept.").first().waitFor();
    expect(await workbench.texts("B4", "B5", "C4")).toEqual([value, "99.00%", "mine"]);
    await pane.getByRole("button", { name: /^Undo the last change/ }).click();
    await pane
      .getByText(/^The last refresh is undone/)
      .first()
      .waitFor();
    expect(await workbench.texts("B4", "B5", "C4")).toEqual(["", "99.00%", "mine"]);

    // The workbook's refresh refreshes its tables too, and an automatic one would wait for an edit.
    // The chart shrinks and grows with the table, whose deleted row comes back.
    await workbench.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().deleteRows(5, 1));
    await expectEventually(async () => (await chart.getAttribute("aria-label"))?.includes("2024-06-20")).toBe(false);
    await tab(pane, "Refresh");
    await pane.getByRole("button", { name: "Refresh", exact: true }).click();
    await pane.getByText("1 table refreshed, 1 changed.").first().waitFor();
    await expectEventually(async () => (await chart.getAttribute("aria-label"))?.match(/2024-06-\d\d/g)).toEqual([
      "2024-06-17",
      "2024-06-18",
      "2024-06-20",
      "2024-06-21",
      "2024-06-24",
    ]);
    await accessible(workbench.page, "tables-5-refreshed", pane);
    const isEditing = () => workbench.grid.evaluate(async ({ workbook }) => workbook.isEditing?.());
    expect(await isEditing()).toBe(false);
    const edit = (what: "startEditing" | "endEditingAsync") => workbench.grid.evaluate(({ api }, name) => void api.getActiveWorkbook()[name](), what);
    await edit("startEditing");
    expect(await isEditing()).toBe(true);
    await edit("endEditingAsync");

    // A saved file has all that the next refresh needs.
    const bytes = await workbench.grid.evaluate(async ({ workbook }) => [...(await workbook.file())]);
    const { names, settings, sheets } = readBook(Uint8Array.from(bytes));
    const [first] = sheets;
    expect(first?.charts).toMatchObject([
      {
        name: "_service_table_t1",
        days: true,
        at: { row: 2, column: 3 },
        series: [{ categories: { row: 3, column: 0, rows: 5 }, values: { row: 3, column: 1, rows: 5 } }],
      },
    ]);
    expect([...names].sort((a, b) => a.name.length - b.name.length)).toEqual([
      { name: "_service_table_t1", formula: "=Sheet1!$A$3:$B$8", hidden: true },
      { name: "_service_table_t1_notes", formula: "=Sheet1!$A$1:$A$2", hidden: true },
    ]);
    expect(settings["service.tables"]).toBe("t1");
    expect(readMemory(settings["service.table.t1"] ?? "")?.rows).toHaveLength(5);

    // Another day applies to the table too: its cells must not stay at the day before.
    await pane.getByRole("tab", { name: "Settings" }).click();
    await pane.getByLabel("Day or moment").fill("2024-06-18");
    await pane.getByRole("button", { name: "Apply" }).click();
    await pane.getByText("Cells show values as of 2024-06-18: 0 cells recalculated. 1 table refreshed.").waitFor();
    expect((await workbench.texts("A4", "A5", "A6", "A7", "A8")).filter((text) => text !== "")).toEqual(["2024-06-17", "2024-06-18"]);

    // A row with something typed in it moves below the table only once the user agrees.
    await pane.getByLabel("Day or moment").fill("2024-06-17");
    await pane.getByRole("button", { name: "Apply" }).click();
    await tab(pane, "Refresh");
    await pane
      .getByText(/^This refresh moves 1 row below the table/)
      .first()
      .waitFor();
    await accessible(workbench.page, "tables-6-asks", pane);
    await pane.getByRole("button", { name: "Refresh and move" }).click();
    await pane
      .getByText(/^1 row not public by 2024-06-17, kept below the table without its values/)
      .first()
      .waitFor();
    expect(await workbench.texts("A4", "A5", "B5", "A6")).toEqual(["2024-06-17", "2024-06-18", "99.00%", ""]);

    // The chart goes with a press, and comes back with the grid's undo; an undone insertion takes it away.
    await tab(pane, "Refresh");
    await pane.getByRole("button", { name: /^Remove the chart of Treasury/ }).click();
    await expectEventually(() => chart.count()).toBe(0);
    await workbench.grid.evaluate(({ api }) => void api.getActiveWorkbook().undo());
    await chart.waitFor();
    passed();
  });
});

describe("tables in Excel's pane", () => {
  const kept = keptExcel();

  it("insert statements with periods across, are listed, charted, refreshed with the workbook, undone and removed", async () => {
    const { page: excel, passed } = await kept();
    const { pane, workbook } = excel;
    await openForm(pane, "statements", { Ticker: "AAPL", "Number of periods": "3" });
    await pane.getByText("3 rows, 39 columns", { exact: false }).waitFor();
    await insert(pane);
    const at = (address: string) => workbook.sheets.Sheet1?.[address]?.value;
    expect(["A1", "A3", "B3", "C3", "D3", "A4", "A6", "A7"].map(at)).toEqual([
      "AAPL, statements, USD",
      "Period",
      "FY2021",
      "FY2022",
      "FY2023",
      "Period end",
      "Revenue",
      "Cost of revenue",
    ]);
    expect(typeof at("B6")).toBe("number");
    expect([workbook.formats.Sheet1?.B6, workbook.formats.Sheet1?.B4, workbook.formats.Sheet1?.D16]).toEqual(["#,##0", "yyyy-mm-dd", "#,##0.00"]);
    expect(Object.keys(workbook.names).every((name) => workbook.hiddenNames.has(name))).toBe(true);

    await excel.select("Sheet1", "J1");
    await openForm(pane, "history", { Series: "DGS10", Start: "25d" });
    await pane.getByText("From 2024-06-03.").waitFor();
    await pane.getByRole("button", { name: "Insert at Sheet1!J1" }).waitFor();
    await insert(pane);
    await pane.getByRole("button", { name: /^Draw a chart of Treasury/ }).click();
    await pane.getByText("Chart drawn beside the table.").first().waitFor();
    expect(workbook.charts).toMatchObject([
      { sheet: "Sheet1", type: "Line", title: "Treasury constant maturity, 10 years (DGS10)", address: "Sheet1!J3:K22", position: "M3:T18" },
    ]);
    // A row that the user deleted comes back, and the chart follows.
    workbook.move({ kind: "delete", along: "rows", sheet: "Sheet1", area: { row: 10, column: 9, rows: 1, columns: 2 } });
    workbook.charts[0]!.address = "Sheet1!J3:K21";

    workbook.sheets.Sheet1!.K5!.value = 9.99;
    await tab(pane, "Refresh");
    await pane.getByRole("button", { name: "Refresh", exact: true }).click();
    await pane.getByText("1 deleted cell or row back, 1 typed value kept.").first().waitFor();
    expect(workbook.charts[0]?.address).toBe("Sheet1!J3:K22");
    await pane.getByRole("button", { name: /^Remove the chart of Treasury/ }).click();
    await pane.getByRole("button", { name: /^Draw a chart of Treasury/ }).waitFor();
    expect(workbook.charts).toEqual([]);
    await pane.getByRole("button", { name: /^Draw a chart of Treasury/ }).click();
    await pane.getByRole("button", { name: /^Remove the chart of Treasury/ }).waitFor();
    await pane.getByText("What changed").first().click();
    expect(at("K5")).toBe(9.99);

    await pane.getByRole("button", { name: /^Remove Treasury/ }).click();
    await pane.getByRole("button", { name: "Remove from the list" }).click();
    await pane
      .getByText(/^Removed from the list/)
      .first()
      .waitFor();
    expect(at("J3")).toBe("Date");
    // The chart stays with the cells. A later table with the same id does not take it.
    expect(workbook.charts).toMatchObject([{ name: "_service_table_t2_removed" }]);
    expect(Object.keys(workbook.names)).toEqual(["_service_table_t1", "_service_table_t1_notes"]);
    passed();
  });

  it("refuse an occupied place and name the first cell, and undo an insertion", async () => {
    const { page: excel, passed } = await kept();
    const { pane, workbook } = excel;
    workbook.sheets.Sheet1!.B4 = { formula: "mine", value: "mine" };
    await excel.select("Sheet1", "A1");
    await openForm(pane, "history", { Series: "DGS10", Start: "2024-06-20" });
    await pane.getByRole("button", { name: /^Insert at/ }).click();
    await pane.getByText("Sheet1!B4 is not empty", { exact: false }).first().waitFor();
    expect(Object.keys(workbook.sheets.Sheet1!)).toEqual(["B4"]);
    await excel.select("Sheet1", "D1");
    await pane.getByRole("button", { name: "Insert at Sheet1!D1" }).waitFor();
    await insert(pane);
    await pane.getByRole("button", { name: /^Draw a chart of Treasury/ }).click();
    await pane.getByRole("button", { name: /^Remove the chart of Treasury/ }).waitFor();
    await pane.getByRole("button", { name: /^Undo the last change of Treasury/ }).click();
    await pane
      .getByText(/^The insertion is undone/)
      .first()
      .waitFor();
    expect(Object.keys(workbook.sheets.Sheet1!)).toEqual(["B4"]);
    expect([workbook.names, workbook.charts]).toEqual([{}, []]);
    passed();
  });
});
