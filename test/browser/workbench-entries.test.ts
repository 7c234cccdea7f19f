import { select, undo, type Workbench } from "./workbench";
import { expectEventually } from "../time";
import { keptWorkbench } from "./kept-workbench";

const { onWorkbench } = keptWorkbench();

const activeCell = ({ grid }: Workbench) => grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation());

describe("entries and keys of the grid that its library leaves without effect", () => {
  onWorkbench("insert rows and set a width with Enter in the field of an entry", async (wb) => {
    const { page, grid } = wb;
    const sizes = () =>
      grid.evaluate(({ api }) => {
        const sheet = api.getActiveWorkbook().getActiveSheet();
        return [sheet.getMaxRows(), sheet.getColumnWidth(2)];
      });
    const [rows, width] = await sizes();
    const canvas = (await page.locator(".wb-grid [id^='univer-sheet-main-canvas']").boundingBox())!;
    for (const [x, y, name, typed] of [
      [20, 50, /Insert.*rows above/, "3"],
      [46 + 160, 10, /Column Width/, "99"],
    ] as const) {
      await page.mouse.click(canvas.x + x, canvas.y + y);
      await page.mouse.click(canvas.x + x, canvas.y + y, { button: "right" });
      await page.getByRole("textbox", { name }).or(page.getByRole("spinbutton", { name })).first().focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
    }
    await expectEventually(sizes).toEqual([rows! + 3, 99]);
    expect(width).not.toBe(99);
  });

  onWorkbench("go up with Shift+Enter and left with Shift+Tab, also from a cell that is edited", async (wb) => {
    await select(wb, "D6");
    for (const [text, key, cell] of [
      ["", "Shift+Enter", "D5"],
      ["", "Shift+Tab", "C5"],
      ["7", "Shift+Enter", "C4"],
      ["8", "Shift+Tab", "B4"],
    ] as const) {
      if (text !== "") {
        await wb.page.keyboard.type(text);
        await wb.page.waitForFunction(({ api }) => api.getActiveWorkbook().isCellEditing(), wb.grid);
      }
      await wb.page.keyboard.press(key);
      await expectEventually(() => activeCell(wb)).toBe(cell);
    }
    expect(await wb.texts("C5", "C4")).toEqual(["7", "8"]);
    // In several cells, from the first to the last.
    await select(wb, "B2:C3");
    await wb.page.keyboard.press("Shift+Enter");
    await expectEventually(() => activeCell(wb)).toBe("C3");
  });

  onWorkbench("add the numbers above with Alt+=, and say if there are none", async (wb) => {
    await wb.write("A1:B2", [
      [1, 3],
      ["=A1+1", 4],
    ]);
    await wb.settled();
    for (const cells of ["A3:B3", "C1"]) {
      await select(wb, cells);
      await wb.page.keyboard.press("Alt+=");
    }
    await expectEventually(() => wb.texts("A3", "B3", "C1")).toEqual(["3", "7", "4"]);
    await undo(wb);
    await expectEventually(() => wb.texts("C1")).toEqual([""]);
    await select(wb, "H20");
    await wb.page.keyboard.press("Alt+=");
    await wb.page.getByText("There are no numbers above H20 or to its left, so no sum was written.").waitFor();
  });

  onWorkbench("take formulas with @ and # as they are typed, and close only brackets that are open", async (wb) => {
    const typed = ["=SEQUENCE(3)", "=@A1:A3", "=SUM(A1#)", "=SUM(@A1:A3)+1", "=SUM(A1:A3", '=-LEN("(")'];
    for (const [column, formula] of typed.entries()) await wb.type(`${"ABCDEF"[column]}1`, formula);
    expect(await wb.texts("A1", "B1", "C1", "D1", "E1", "F1", "A3")).toEqual(["1", "1", "6", "2", "6", "-1", "3"]);
    const stored = await wb.grid.evaluate(({ api }) =>
      ["B1", "D1", "E1", "F1"].map((at) => api.getActiveWorkbook().getActiveSheet().getRange(at).getFormula()),
    );
    expect(stored).toEqual(["=@A1:A3", "=SUM(@A1:A3)+1", "=SUM(A1:A3)", '=-LEN("(")']);
  });

  onWorkbench("freeze the rows and columns before a cell that the pane has gone to", async (wb, page) => {
    await select(wb, "A1");
    await wb.grid.evaluate(({ workbook }) => workbook.goTo({ sheet: "Sheet1", row: 3, column: 2 }));
    await page.keyboard.press("Shift+F10");
    const freeze = page.getByRole("button", { name: "Freeze", exact: true });
    await freeze.focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: /^Freeze to active cell/ }).evaluate((entry) => (entry as HTMLButtonElement).click());
    await expectEventually(() => wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getFreeze())).toMatchObject({
      ySplit: 3,
      xSplit: 2,
    });
  });

  onWorkbench("measure the rows of a book only while it is open", async (wb) => {
    await wb.page.evaluate(() => {
      const later: IdleRequestCallback[] = [];
      Object.assign(window, { later, whenIdle: window.requestIdleCallback, requestIdleCallback: (run: IdleRequestCallback) => later.push(run) });
    });
    // So are rows out of view marked, which are measured when the page is idle.
    await wb.grid.evaluate(({ api }) => {
      const book = api.getActiveWorkbook();
      const ranges = [{ startRow: 200, endRow: 210, startColumn: 0, endColumn: 0 }];
      const params = { unitId: book.getId(), subUnitId: book.getActiveSheet().getSheetId(), ranges, id: "rows" };
      return api.executeCommand("sheet.operation.mark-dirty-row-auto-height", params);
    });
    await wb.newBook();
    const ran = await wb.page.evaluate(() => {
      const { later, whenIdle } = window as unknown as { later: IdleRequestCallback[]; whenIdle: Window["requestIdleCallback"] };
      window.requestIdleCallback = whenIdle;
      return later.splice(0).map((run) => run({ didTimeout: false, timeRemaining: () => 50 })).length;
    });
    expect(ran).toBeGreaterThan(0);
    expect(wb.heard).toEqual([]);
  });
});
