import { LOOKS, violations } from "./look";
import { select, type Workbench } from "./workbench";
import { expectEventually } from "../time";
import { keptWorkbench } from "./kept-workbench";

const { onWorkbench } = keptWorkbench();

const selected = ({ grid }: Workbench): Promise<string | undefined> => grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation());
const formulas = ({ grid }: Workbench, ...addresses: readonly string[]): Promise<string[]> =>
  grid.evaluate(({ api }, all) => all.map((at) => api.getActiveWorkbook().getActiveSheet().getRange(at).getFormula()), addresses);
const said = ({ page }: Workbench, text: RegExp) => page.locator(".wb-find p").filter({ hasText: text }).waitFor();

/** Opens the box with a key, and types what to find and what to replace it with. */
async function openBox(wb: Workbench, find: string, replacement?: string): Promise<void> {
  await wb.page.keyboard.press(replacement === undefined ? "Control+f" : "Control+h");
  await wb.page.getByLabel("Find", { exact: true }).fill(find);
  if (replacement !== undefined) await wb.page.getByLabel("Replace with").fill(replacement);
}

describe("find and replace", () => {
  onWorkbench("goes from cell to cell with the text, in formulas and typed values, and back to the cell with Escape", async (wb) => {
    await wb.write("A1:B4", [
      ["apple", "=SUM(4,1)"],
      ["pear", 45],
      ["Apple pie", "=2*2"],
      ["", '="4"&A2'],
    ]);
    await wb.settled();
    await select(wb, "A2");
    await openBox(wb, "apple");
    for (const [key, at] of [
      ["Enter", "A3"],
      ["Enter", "A1"],
      ["Shift+Enter", "A3"],
    ] as const) {
      await wb.page.keyboard.press(key);
      await said(wb, new RegExp(`^${at} of 2 cells with this text\\.$`));
      expect(await selected(wb)).toBe(at);
    }
    await wb.page.getByLabel("Entire cell").check();
    await wb.page.getByRole("button", { name: "Next" }).click();
    await said(wb, /^A1 of 1 cell with this text\.$/);
    await wb.page.getByLabel("Entire cell").uncheck();
    // The formulas have no 4 that B3 shows, and B4 shows one.
    await wb.page.getByLabel("Find", { exact: true }).fill("4");
    await wb.page.getByRole("button", { name: "Next" }).click();
    await said(wb, /of 3 cells with this text/);
    await wb.page.getByLabel("Look in").selectOption("values");
    await wb.page.getByRole("button", { name: "Next" }).click();
    await said(wb, /of 3 cells with this text/);
    await wb.page.getByLabel("Find", { exact: true }).fill("nowhere");
    await wb.page.keyboard.press("Enter");
    await said(wb, /^No cell has this text\. Look in the whole workbook, or check the text\.$/);
    await wb.page.keyboard.press("Escape");
    await wb.page.locator(".wb-find").waitFor({ state: "detached" });
    await wb.page.waitForFunction(() => document.activeElement?.matches("[data-u-comp='editor']"));
  });

  onWorkbench("replaces in formulas and recalculates them, but never the value of a formula, in one step to undo", async (wb) => {
    await wb.write("A1:C3", [
      [2, "=A1*10", "DGS10"],
      [3, "=A1*10+A2", '=SERVICE.FRED("DGS10")'],
      ["A1 text", "", "=C2"],
    ]);
    const [, before] = await wb.texts("C1", "C2");
    await select(wb, "A1");
    await openBox(wb, "A1", "$A$2");
    await wb.page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^3 cells changed\. Ctrl\+Z in the grid undoes this\.$/);
    expect(await wb.texts("B1", "B2", "A3")).toEqual(["30", "33", "$A$2 text"]);
    expect(await formulas(wb, "B1", "B2")).toEqual(["=$A$2*10", "=$A$2*10+A2"]);
    await wb.page.keyboard.press("Escape");
    await wb.page.keyboard.press("Control+z");
    await expectEventually(() => wb.texts("B1", "B2", "A3")).toEqual(["20", "23", "A1 text"]);

    // The digits that C2 and C3 show are no text of theirs.
    await openBox(wb, before!, "1");
    await wb.page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^No cell has this text\./);
    expect(await wb.texts("C2")).toEqual([before]);

    await openBox(wb, "=", "=(");
    await wb.page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^0 cells changed\. 4 cells not changed, because a formula would not be complete\./);
  });

  onWorkbench("replaces in a filled-down formula, and enters the result as if it were typed", async (wb) => {
    await wb.write("A1:B3", [
      [1, "=A1*2"],
      [2, ""],
      [3, "x"],
    ]);
    await select(wb, "B1:B2");
    await wb.page.keyboard.press("Control+d");
    await expectEventually(() => wb.texts("B2")).toEqual(["4"]);
    await openBox(wb, "2", "3");
    await wb.page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^3 cells changed\./);
    expect(await wb.texts("A2", "B1", "B2")).toEqual(["3", "3", "9"]);
    await openBox(wb, "x", "12%");
    await wb.page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^1 cell changed\./);
    expect(await wb.texts("B3")).toEqual(["12%"]);
  });

  onWorkbench("replaces in dates and percentages as the formula bar has them, and editing them keeps what their format does not show", async (wb) => {
    const { grid, page } = wb;
    const values = () =>
      grid.evaluate(
        async ({ workbook }) => (await workbook.shown([0, 1, 2, 3].map((row) => ({ sheet: "Sheet1", row, column: 0 })))).map(({ value }) => value),
        undefined,
      );
    await grid.evaluate(({ api }) => {
      const cells: [number, string][] = [
        [45_306, "mmm-yy"],
        [0.0725, "0%"],
        [0.5, "# ?/?"],
        [45_306.5625, "h:mm"],
      ];
      api
        .getActiveWorkbook()
        .getActiveSheet()
        .getRange("A1:A4")
        .setValues(cells.map(([v, pattern]) => [{ v, t: 2, s: { n: { pattern } } }]));
    });
    await select(wb, "A2");
    await openBox(wb, "7", "8");
    await page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^1 cell changed\./);
    expect(await values()).toEqual([45_306, 0.0825, 0.5, 45_306.5625]);
    await openBox(wb, "15", "16");
    await page.getByRole("button", { name: "Replace all" }).click();
    await said(wb, /^2 cells changed\./);
    expect(await values()).toEqual([45_307, 0.0825, 0.5, 45_307.5625]);
    await page.keyboard.press("Escape");
    for (const cell of ["A1", "A2", "A3", "A4"]) {
      await select(wb, cell);
      await page.keyboard.press("F2");
      await page.waitForFunction(({ api }) => api.getActiveWorkbook().isCellEditing(), grid);
      await page.keyboard.type("0");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Enter");
      await page.waitForFunction(({ api }) => !api.getActiveWorkbook().isCellEditing(), grid);
    }
    expect(await values()).toEqual([45_307, 0.0825, 0.5, 45_307.5625]);
  });

  onWorkbench("fits in every window, and has no accessibility violation in any appearance", async (wb) => {
    await select(wb, "A1");
    await openBox(wb, "a", "b");
    for (const width of [1280, 800, 600, 360, 270]) {
      await wb.page.setViewportSize({ width, height: 700 });
      const box = (await wb.page.locator(".wb-find").boundingBox())!;
      expect([width, box.x >= 0 && box.x + box.width <= width]).toEqual([width, true]);
    }
    await wb.page.setViewportSize({ width: 1280, height: 800 });
    for (const [name, media] of LOOKS) {
      await wb.page.emulateMedia(media);
      await expectEventually(() =>
        violations(wb.page.mainFrame(), { parts: ["iframe", ".wb-sheet"], rules: ["region"], onlyColours: name !== LOOKS[0][0] }),
      ).toEqual([]);
    }
    await wb.page.emulateMedia(LOOKS[0][1]);
  });
});
