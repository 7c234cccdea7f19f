import { keptPage } from "../conformance/kept-page";
import type { Opened } from "./excel-host";
import { keptExcel } from "./kept-excel";
import { evals } from "./stage";
import { openWorkbench, type WorkbenchOpening } from "./workbench";

const keptWorkbench = keptPage({
  open: (browser, service, _, opening?: WorkbenchOpening) => openWorkbench(browser, service, opening),
  renew: async ({ pane, newBook }) => {
    await newBook();
    // Leaves Settings, so that each test opens the tab.
    await pane.getByRole("tab", { name: "Build" }).click();
  },
});
const keptInExcel = keptExcel();

const settingsTab = async ({ pane }: Pick<Opened, "pane">) => {
  await pane.getByRole("tab", { name: "Settings" }).click();
  await pane.getByRole("heading", { name: "Cell display" }).waitFor();
};

const CELLS = ["A1", "A2", "A3", "A4"];
const FORMULAS = [['=SERVICE.FRED("DGS10")'], ['=SERVICE.FREDH("DGS10","2024-06-19")'], ['=SERVICE.FRED("DGS10","date")'], ["=ISNA(A2)"]];

describe("the setting Cell display", () => {
  it("switches reasons to #N/A and back without requests, and is listed as stored in the workbook", async () => {
    const { page: bench, service, passed } = await keptWorkbench();
    await bench.write("A1:A4", FORMULAS);
    await bench.settled();
    const before = await bench.texts(...CELLS);
    expect(before[1]).toMatch(/^n\/a: /);
    const asked = evals(service).length;

    await settingsTab(bench);
    await bench.pane.getByLabel("Reasons as #N/A").check();
    await bench.pane.locator(".note").getByText("3 cells recalculated from cache", { exact: false }).waitFor();
    await bench.settled();
    expect(await bench.texts(...CELLS)).toEqual([before[0], "#N/A", before[2], "TRUE"]);
    await bench.pane.getByText("How cells show reasons and dates").waitFor();

    await bench.pane.getByLabel("Reasons as text").check();
    await bench.pane.getByText("How cells show reasons and dates").waitFor({ state: "hidden" });
    await bench.settled();
    expect(await bench.texts(...CELLS)).toEqual(before);
    expect(evals(service)).toHaveLength(asked);
    passed();
  });

  it("shows dates as dates or as serial numbers", async () => {
    const { page: excel, passed } = await keptInExcel();
    const date = async () => (await excel.call("SERVICE.FRED", ["DGS10", "date"])).value;
    expect(await date()).toMatchObject({ type: "Double", numberFormat: "yyyy-mm-dd" });
    await settingsTab(excel);
    await excel.pane.getByLabel("Plain values").check();
    await excel.pane.locator(".note").waitFor();
    expect(await date()).toEqual(expect.any(Number));
    passed();
  });
});

describe("the setting As of", () => {
  it("keeps its label, field, hint and buttons apart at every width", async () => {
    const { page: excel, passed } = await keptInExcel();
    await settingsTab(excel);
    for (const width of [320, 450, 360]) {
      await excel.page.locator("iframe").evaluate((frame, px) => void (frame.style.width = `${px}px`), width);
      const gaps = await excel.pane.locator("section[aria-labelledby=as-of-heading]").evaluate((section) => {
        const boxes = [...section.querySelectorAll("h2, label, input, p, .buttons")].map((part) => part.getBoundingClientRect());
        return boxes.slice(1).map((box, i) => box.top - boxes[i]!.bottom);
      });
      expect({ width, gaps: gaps.length, less: gaps.filter((gap) => gap < 4) }).toEqual({ width, gaps: 4, less: [] });
    }
    passed();
  });

  it("recalculates all cells as of the day, shows a notice in every tab, and is stored in the workbook", async () => {
    const { page: bench, passed } = await keptWorkbench();
    await bench.write("A1:A2", [['=SERVICE.FRED("DGS10","date")'], ['=SERVICE.FREDH("DGS10","2024-05-03")']]);
    await bench.settled();
    const before = await bench.texts("A1", "A2");
    await settingsTab(bench);
    const day = bench.pane.getByLabel("Day or moment");
    await day.fill("May");
    await bench.pane.getByRole("button", { name: "Apply" }).click();
    await bench.pane.getByText('As of: expected a day such as 2024-06-25 or a moment in UTC such as 2024-06-25T14:30Z, got "May".').waitFor();
    await day.fill("2 May 2024");
    await bench.pane.getByRole("button", { name: "Apply" }).click();
    await bench.pane.getByText("Cells show values as of 2024-05-02: 2 cells recalculated.").waitFor();
    await bench.settled();
    expect(await bench.texts("A1", "A2")).toEqual(["2024-05-02", "n/a: 2024-05-03 is in the future; data runs to 2024-05-02."]);
    await bench.pane.getByText("The day or moment that all cells are as of").waitFor();
    await bench.pane.getByRole("tab", { name: "Refresh" }).click();
    await bench.pane.getByRole("note").getByText("As of 2024-05-02.", { exact: false }).waitFor();
    await bench.pane.getByRole("note").getByRole("button", { name: "Change" }).click();
    await bench.pane.getByRole("button", { name: "Show the latest values" }).click();
    await bench.pane.getByText("Cells show the latest values: 2 cells recalculated.").waitFor();
    await bench.settled();
    expect(await bench.texts("A1", "A2")).toEqual(before);
    passed();
  });
});

describe("=SERVICE(entity, path) as a name", () => {
  it("is defined in the workbook by a button", async () => {
    const { page: excel, passed } = await keptInExcel();
    await settingsTab(excel);
    await excel.pane.getByRole("button", { name: "Define SERVICE" }).click();
    await excel.pane.locator(".good").getByText("SERVICE is defined in this workbook.", { exact: false }).waitFor();
    passed();
  });
});

describe("data stored in the workbook", () => {
  it("is listed, and removed on request; the formulas stay", async () => {
    const { page: bench, passed } = await keptWorkbench();
    await bench.write("A1:A4", FORMULAS);
    await bench.settled();
    await settingsTab(bench);
    await bench.pane.getByLabel("Reasons as #N/A").check();
    await bench.pane.getByText("How cells show reasons and dates").waitFor();
    await bench.pane.getByRole("button", { name: "Remove from this workbook" }).click();
    await bench.pane.getByRole("button", { name: "Keep" }).click();
    expect(await bench.pane.getByText("How cells show reasons and dates").count()).toBe(1);
    await bench.pane.getByRole("button", { name: "Remove from this workbook" }).click();
    await bench.pane.getByRole("button", { name: "Remove now" }).click();
    await bench.pane.getByText("Removed.", { exact: false }).waitFor();
    expect(await bench.pane.getByText("How cells show reasons and dates").count()).toBe(0);
    expect(await bench.pane.getByLabel("Reasons as text").isChecked()).toBe(true);
    expect(await bench.grid.evaluate(async ({ workbook }) => (await workbook.serviceCells("workbook")).length)).toBe(3);
    passed();
  });
});
