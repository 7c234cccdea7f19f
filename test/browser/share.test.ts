import { readFileSync } from "node:fs";
import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { keptPage } from "../conformance/kept-page";
import { openPreview } from "./excel-host";
import { pagePool } from "./page-pool";
import { openWorkbench, type Workbench } from "./workbench";

const kept = keptPage({
  open: (browser, service) => openWorkbench(browser, service),
  renew: async ({ pane, newBook }) => {
    await newBook();
    // Leaves Share, so that each test opens the tab.
    await pane.getByRole("tab", { name: "Build" }).click();
  },
});

const CELLS = [
  ["Ten years", '=SERVICE.FRED("DGS10")', "=B1*2"],
  ["A holiday", '=SERVICE.FREDH("DGS10","2024-06-19")', "=LEFT(B2,3)"],
  ["Typed", 7, "=SUM(B3)"],
];

const PLACES = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"];

const shareTab = async ({ pane }: Workbench) => {
  await pane.getByRole("tab", { name: "Share" }).click();
  await pane.getByRole("heading", { name: "A copy with values" }).waitFor();
};

/** Presses the button and reads the downloaded file. */
async function downloaded({ page, pane }: Workbench, button: string) {
  const [download] = await Promise.all([page.waitForEvent("download"), pane.getByRole("button", { name: button }).click()]);
  return { name: download.suggestedFilename(), book: readBook(new Uint8Array(readFileSync(await download.path()))) };
}

describe("templates", () => {
  it("are listed with a description, and open as separate workbooks", async () => {
    const { page: bench, passed } = await kept();
    await shareTab(bench);
    await bench.pane.getByText("Tenors by dates, slopes and moves.").waitFor();
    const { name, book } = await downloaded(bench, "Open Yield curve");
    expect(name).toBe("Yield curve.xlsx");
    expect(book.sheets[0]!.cells.some(({ formula }) => formula?.includes("SERVICE.YIELD("))).toBe(true);
    passed();
  });

  it("can be downloaded without a workbook", async () => {
    const { page, service, passed } = await kept();
    const { pane, close } = await openPreview(
      pagePool(() => page.context.browser() ?? undefined, service.origin),
      service,
    );
    await pane.getByRole("tab", { name: "Share" }).click();
    expect(await pane.getByRole("link", { name: "Download Starter" }).getAttribute("href")).toBe("templates/starter.xlsx");
    await close();
    passed();
  });

  it("report a failed download, and retry on request", async () => {
    const { page: bench, passed } = await kept();
    await bench.page.route("**/templates/index.json", (route) => route.abort("connectionrefused"), { times: 1 });
    await shareTab(bench);
    await bench.pane.getByText("The templates could not be loaded.", { exact: false }).waitFor();
    await bench.pane.getByRole("button", { name: "Try again" }).click();
    await bench.pane.getByText("Macro board", { exact: true }).waitFor();
    passed();
  });
});

describe("a copy with values", () => {
  it("replaces SERVICE formulas by values, keeps reasons and other formulas, and leaves the workbook unchanged", async () => {
    const { page: bench, passed } = await kept();
    await bench.write("A1:C3", CELLS);
    await bench.settled();
    const before = await bench.texts(...PLACES);
    await shareTab(bench);
    await bench.pane.getByText("2 SERVICE cells become values in the copy.").waitFor();
    await bench.pane
      .getByText("1 SERVICE cell shows generated sample data. The copy marks it, and every cell that is calculated from it.", { exact: false })
      .waitFor();
    const { name, book } = await downloaded(bench, "Make a copy with values");
    expect(name).toBe("Empty workbook values.xlsx");
    const cells = new Map(book.sheets[0]!.cells.map((cell) => [`${cell.row},${cell.column}`, cell]));
    expect(cells.get("0,1")).toMatchObject({ value: expect.any(Number) as number });
    expect(cells.get("0,1")).not.toHaveProperty("formula");
    expect(cells.get("1,1")).toMatchObject({ value: before[4] });
    expect(cells.get("1,1")).not.toHaveProperty("formula");
    // As refresh --values-only: figures from sample data and what depends on them say so, and a sheet lists the sources.
    expect(["0,1", "0,2", "2,1"].map((at) => cells.get(at)?.format?.includes('" (sample)"') ?? false)).toEqual([true, true, false]);
    const [, sources] = book.sheets;
    expect([sources?.name, sources?.cells[0]?.value]).toEqual(["Sources", "Sources of the SERVICE data"]);
    const listed = sources!.cells.filter(({ row, column }) => row > 3 && column === 2).map(({ value }) => value);
    expect(listed).toEqual(['SERVICE.FRED("DGS10","value")', 'SERVICE.FREDH("DGS10","2024-06-19","value")']);
    expect(["0,2", "1,2", "2,2"].map((at) => cells.get(at)?.formula)).toEqual(["=B1*2", "=LEFT(B2,3)", "=SUM(B3)"]);
    await bench.pane.getByText("2 SERVICE cells are values in the copy.", { exact: false }).waitFor();
    await bench.pane.getByText("Made a copy with values.", { exact: true }).waitFor();
    expect(await bench.texts(...PLACES)).toEqual(before);
    const formulas = await bench.grid.evaluate(async ({ workbook }) => (await workbook.serviceCells("workbook")).map(({ formula }) => formula));
    expect(formulas).toEqual([CELLS[0]![1], CELLS[1]![1]]);

    // Another workbook has neither these cells nor this copy.
    await bench.newBook();
    await bench.pane.getByText("This workbook has no SERVICE formulas", { exact: false }).waitFor();
    expect(await bench.pane.locator(".good").count()).toBe(0);
    passed();
  });

  it("is refused with a message if the workbook has no SERVICE formulas", async () => {
    const { page: bench, passed } = await kept();
    await bench.write("A1:A1", [[1]]);
    await shareTab(bench);
    await bench.pane.getByText("This workbook has no SERVICE formulas", { exact: false }).waitFor();
    expect(await bench.pane.getByRole("button", { name: "Make a copy with values" }).getAttribute("aria-disabled")).toBe("true");
    passed();
  });

  it("warns of cells that show errors, and links to Refresh", async () => {
    const { page: bench, service } = await kept({ unasked: true });
    service.switches.eval = { status: 401, body: '{"detail":{"code":"revoked_key"}}' };
    await bench.write("A1:A1", [['=SERVICE.FRED("DGS10")']]);
    await bench.settled();
    await shareTab(bench);
    await bench.pane.getByText("1 cell shows an error, which the copy keeps.").waitFor();
    await bench.pane.getByRole("button", { name: "Refresh first" }).click();
    await bench.pane.getByRole("tab", { name: "Refresh", selected: true }).waitFor();
  });
});
