import type { CellPlace } from "../../src/workbook/cell";
import { keptPage } from "../conformance/kept-page";
import { evals } from "./stage";
import { openWorkbench, type Workbench } from "./workbench";

const kept = keptPage({
  open: (browser, service) => openWorkbench(browser, service),
  renew: async ({ pane, newBook }) => {
    await newBook();
    // Leaves the form that the last test filled in.
    await pane.getByRole("tab", { name: "Build" }).click();
    await pane.getByRole("button", { name: "Back to search" }).click();
  },
});

const goTo = ({ grid }: Workbench, row: number, column: number): Promise<unknown> =>
  grid.evaluate(({ workbook }, place: CellPlace) => workbook.goTo(place), { sheet: "Sheet1", row, column });

describe("the pane beside the workbench's grid", () => {
  it("builds a formula into the selected cell, inspects it, and writes its sources", async () => {
    const { page: wb, service, passed } = await kept();
    const { pane } = wb;
    await goTo(wb, 1, 1);
    await pane.getByRole("tab", { name: "Build" }).click();
    const search = pane.getByRole("combobox", { name: "Search data" });
    await search.fill("SERVICE.YIELD");
    await search.press("Enter");
    await pane.getByLabel("Tenor", { exact: true }).selectOption("10Y");
    await pane.getByLabel(/^Date/).fill("2024-06-19");
    await pane.getByText("Observation of 2024-06-18").waitFor();
    const value = await pane.locator(".answer-value").innerText();
    await pane.getByRole("button", { name: "Insert in Sheet1!B2" }).click();
    await pane.getByText("Inserted in Sheet1!B2.").waitFor();
    expect(await wb.texts("B2")).toEqual([value]);
    // The cell used the answer that the pane had fetched.
    expect(evals(service)).toHaveLength(1);

    await pane.getByRole("tab", { name: "Inspect" }).click();
    await pane.getByRole("heading", { name: "Sheet1!B2" }).waitFor();
    await pane.getByRole("slider", { name: /History of DGS10/ }).waitFor();
    await pane.getByRole("heading", { name: "Curve of 2024-06-18" }).waitFor();
    expect(await pane.getByText("The cell shows", { exact: false }).count()).toBe(0);
    await pane.getByRole("button", { name: "Write the sources" }).click();
    await pane.getByText("Written to the sheet Sources: 1 row.").first().waitFor();
    await pane.getByRole("button", { name: "Go to Sources" }).click();
    await pane.getByRole("heading", { name: "Sources!A1" }).waitFor();
    expect(await wb.texts("B5", "C5", "D5", "F5")).toEqual(["Sheet1!B2", 'SERVICE.YIELD("10Y","2024-06-19")', value.replace("%", ""), "2024-06-18"]);

    // Inspect follows the selection and its content: a cell without a call is described.
    await goTo(wb, 9, 3);
    await pane.getByText("The cell is empty.", { exact: false }).waitFor();
    await wb.write("D10", [["pasted"]]);
    await pane.getByText("The cell holds the value pasted", { exact: false }).waitFor();
    expect(wb.heard).toEqual([]);
    passed();
  });

  it("inserts tickers × fields into the grid, as one formula that spills", async () => {
    const { page: wb, passed } = await kept();
    const { pane } = wb;
    await goTo(wb, 0, 5);
    await pane.getByRole("tab", { name: "Build" }).click();
    await pane.getByRole("button", { name: "Tickers × fields…" }).click();
    await pane.getByLabel("Columns", { exact: true }).selectOption("SERVICE.RV");
    await pane.getByLabel("Rows: ticker").fill("AAPL\nMSFT");
    await pane.getByRole("checkbox", { name: /^pe / }).check();
    await pane.getByRole("checkbox", { name: /^roe/ }).check();
    await pane.getByRole("checkbox", { name: "One formula that fills the whole block" }).check();
    await pane.getByRole("button", { name: "Insert at Sheet1!F1" }).click();
    await pane.getByText("Inserted 1 formula in Sheet1!F1:H3.").waitFor();
    // Each column has the number format of its unit.
    const decimals = (await wb.texts("G2", "G3")).map((text) => /^-?[\d,]+\.(\d{2,4})$/.exec(text)?.[1]?.length);
    expect(decimals).toEqual([expect.any(Number), decimals[0]]);
    for (const text of await wb.texts("H2", "H3")) expect(text).toMatch(/^-?[\d,]+\.\d{2,3}%$/);
    // Another ticker in its cell changes its row.
    const before = await wb.texts("G3");
    await wb.write("F3", [["NVDA"]]);
    expect(await wb.texts("G3")).not.toEqual(before);
    expect(wb.heard).toEqual([]);
    passed();
  });

  it("fills a column of formulas down a list in the grid", async () => {
    const { page: wb, service, passed } = await kept();
    const { pane } = wb;
    await wb.write("A2:A4", [["DGS2"], ["DGS5"], ["DGS10"]]);
    await goTo(wb, 1, 0);
    await pane.getByRole("tab", { name: "Build" }).click();
    const search = pane.getByRole("combobox", { name: "Search data" });
    await search.fill("SERVICE.FRED");
    await search.press("Enter");
    await pane.getByRole("button", { name: "Fill down a range" }).click();
    await pane.getByLabel("Cells with its values").fill("A2:A4");
    await pane.getByRole("button", { name: "Fill", exact: true }).click();
    await pane.getByText("Filled 3 formulas in Sheet1!B2:B4.").waitFor();
    for (const text of await wb.texts("B2", "B3", "B4")) expect(Number(text)).toBeGreaterThan(0);
    expect(evals(service)).toHaveLength(1);
    passed();
  });
});
