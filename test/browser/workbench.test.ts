import { readBook } from "../../src/workbook/xlsx/read/read-book";
import { many } from "../corpus";
import { smallFile } from "../unit/workbook/xlsx/small-file";
import { KEYS } from "./local-service";
import { LOOKS, violations } from "./look";
import { evals } from "./stage";
import { chooseFile, undo, type Workbench } from "./workbench";
import { expectEventually } from "../time";
import { keptWorkbench } from "./kept-workbench";

/** Rows of five cells. */
const ROWS = many(2_000, 400);

const { kept, onWorkbench } = keptWorkbench();
/** For a test that needs the page as it opens: its focus, no call before. */
const NEW = { unasked: true } as const;
const STARTER = { opening: { starter: true } } as const;

/** Moves the focus from the page's body to cell A1, as a user does. */
async function focusGrid({ page, grid }: Workbench): Promise<void> {
  await page.locator(".wb-grid canvas").last().click();
  await page.waitForFunction(() => document.activeElement?.closest(".wb-grid") != null);
  await grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A1").activate());
}

const formulaIn = ({ grid }: Workbench, address: string): Promise<string> =>
  grid.evaluate(({ api }, at) => api.getActiveWorkbook().getActiveSheet().getRange(at).getFormula(), address);

/** Widths of the window. */
const WINDOWS = [1280, 800, 600, 360] as const;

/** Console lines that indicate a fault of the page. */
const faults = ({ heard }: Workbench): string[] => heard.filter((line) => !/^\[Univer\]|Download the React DevTools/.test(line));

/** Resolves once the control with this name has the focus (`cell` is the grid's), and presses keys that each lead to such a control. */
function keysOn(page: Workbench["page"]) {
  const isOn = (name: string) =>
    page.waitForFunction((wanted) => {
      const on = document.activeElement;
      return (wanted === "cell" && on?.matches("[contenteditable]")) || (on?.ariaLabel ?? on?.textContent) === wanted;
    }, name);
  const go = async (...steps: (readonly [key: string, name: string])[]) => {
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      await isOn(name);
    }
  };
  return { isOn, go };
}

/** Expects no accessibility violation in the page and the grid in these appearances. Colours change over some frames. */
async function lookAtGrid(page: Workbench["page"], state: string, looks: readonly (typeof LOOKS)[number][] = LOOKS): Promise<void> {
  for (const [name, media] of looks) {
    await page.emulateMedia(media);
    const found = () => violations(page.mainFrame(), { parts: ["iframe"], rules: ["region"], onlyColours: name !== LOOKS[0][0] });
    await expectEventually(async () => [state, name, await found()]).toEqual([state, name, []]);
  }
  await page.emulateMedia(LOOKS[0][1]);
}

/** Records every text that a canvas draws from now on. */
const recordDrawnTexts = ({ page }: Workbench) =>
  page.evaluateHandle(() => {
    const texts = new Set<string>();
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    prototype.fillText = function (text, ...rest) {
      texts.add(text);
      fillText.call(this, text, ...rest);
    };
    return texts;
  });

describe("the workbench", () => {
  it("shows the value of a typed formula, and recalculates dependent cells", async () => {
    const { page: wb, passed } = await kept(NEW);
    await wb.type("A1", '=SERVICE.FRED("DGS10")');
    await wb.type("A2", "=A1*2");
    const [value, doubled] = await wb.texts("A1", "A2");
    expect(Number(value)).toBeGreaterThan(0);
    expect(Number(doubled)).toBeCloseTo(Number(value) * 2, 9);
    await wb.page.getByRole("button", { name: "sample data" }).waitFor();
    expect(await wb.page.locator(".wb-what").innerText()).toMatch(/Simulator, not Excel/);
    expect(faults(wb)).toEqual([]);
    passed();
  });

  onWorkbench("enters the typed text, and accepts no suggestion that it does not show", async (wb, page) => {
    await focusGrid(wb);
    await page.keyboard.type('=SERVICE.FRED("DGS10")', { delay: 5 });
    await page.keyboard.press("Enter");
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "A2", wb.grid);
    expect(await wb.texts("A1")).toEqual([expect.stringMatching(/^\d\.\d+$/)]);
    expect(await formulaIn(wb, "A1")).toBe('=SERVICE.FRED("DGS10")');
  });

  onWorkbench("shows reasons as text, dates as dates, and the message of a selected error below the bar", async (wb) => {
    await wb.write("A1:A6", [
      ['=SERVICE.FRED("DGS1O")'],
      ['=SERVICE.SHORTINTEREST("GME","dayz")'],
      ['=IFERROR(A2,"no")'],
      ["=ISERROR(A2)"],
      ['=SERVICE.YIELD("AS_OF","2024-06-19")'],
      ["=A5+1"],
    ]);
    const texts = await wb.texts("A1", "A2", "A3", "A4", "A5");
    expect(texts[0]).toMatch(/^n\/a: Unknown series DGS1O; did you mean/);
    expect(texts.slice(1)).toEqual(["#VALUE!", "no", "TRUE", "2024-06-18"]);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A2").activate());
    await wb.page.getByText(/A2 is #VALUE!: .*dayz/).waitFor();
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A1").activate());
    await wb.page.getByText(/A1 is n\/a: No series DGS1O is covered\./).waitFor();
  });

  onWorkbench("shows the sentence of the cell under the mouse beside it, and hides it at once", async (wb, page) => {
    await wb.write("A1:A4", [["=SERVICE.PRICE(C9)"], ['=SERVICE.SHORTINTEREST("GME","dayz")'], ['=SERVICE.PRICES("GME")'], ["=1/0"]]);
    await wb.settled();
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("D8").activate());
    const note = page.locator(".wb-note");
    await note.waitFor({ state: "detached" });
    const canvas = (await page.locator(".wb-grid [id^='univer-sheet-main-canvas']").boundingBox())!;
    const point = (row: number) => page.mouse.move(canvas.x + 46 + 20, canvas.y + 20 + row * 20 - 10, { steps: 3 });
    await point(2);
    await note.filter({ hasText: "A2 is #VALUE!: field: expected one of" }).waitFor();
    const { x } = (await note.boundingBox())!;
    expect(x).toBeGreaterThan(canvas.x + 46 + 60);
    expect(await violations(page.mainFrame(), { parts: [".wb-grid", "iframe"], rules: ["region"] })).toEqual([]);
    await point(1);
    await note.filter({ hasText: "A1 is n/a: No ticker: the cell of this argument is empty." }).waitFor();
    await point(3);
    await note.filter({ hasText: "A3 is #NAME?: SERVICE.PRICES is not a function of this add-in. Correct the name, perhaps to SERVICE.PRICE" }).waitFor();
    await point(4);
    await note.filter({ hasText: "A4 is #DIV/0!: The formula divides by zero or by an empty cell." }).waitFor();
    // The grid's own box would cover the sentence.
    expect(await page.getByText(/^(Error in value|Invalid name error|Divided by zero)/).count()).toBe(0);
    await point(6);
    await note.waitFor({ state: "detached" });
  });

  onWorkbench("widens a column for its numbers unless its width was set by hand", async (wb) => {
    const drawn = await recordDrawnTexts(wb);
    const shows = ({ source }: RegExp) =>
      wb.page.waitForFunction(([texts, wanted]) => [...texts].some((text) => new RegExp(wanted).test(text)), [drawn, source] as const);
    const width = (column: number) => wb.grid.evaluate(({ api }, c) => api.getActiveWorkbook().getActiveSheet().getColumnWidth(c), column);
    const narrow = await width(1);
    await wb.write("B1:B4", [["=4155789123456"], ["=1/3"], ['=SERVICE.SHORTINTEREST("GME","settlement_date")'], ['=SERVICE.SHORTINTEREST("GOOGL")']]);
    await wb.settled();
    for (const text of [/^4155789123456$/, /^2024-06-14$/, /^0\.3{3,}$/]) await shows(text);
    const wide = await width(1);
    expect(wide).toBeGreaterThan(narrow);
    expect(wide).toBeLessThan(2 * narrow);

    await wb.write("B5:C5", [['="76459707000"', "x"]]);
    await shows(/^76459707000$/);
    await drawn.evaluate((texts) => texts.clear());
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().setColumnWidth(1, 50));
    for (const text of [/^4E\+12$/, /^0\.3{2,5}$/, /^#{3,}$/]) await shows(text);
    expect(await width(1)).toBe(50);
    expect(await drawn.evaluate((texts) => [texts.has("2024-06-14"), texts.has("76459707000")])).toEqual([false, false]);

    // A wrapped one shows its lines if the row is high enough for them, and never some of its digits.
    await wb.write("B6", [['="764597070001"']]);
    const rowHeight = (height: number) =>
      wb.grid.evaluate(({ api }, px) => void api.getActiveWorkbook().getActiveSheet().setRowHeightsForced(5, 1, px), height);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("B6").setWrap(true));
    await rowHeight(60);
    await shows(/^7645/);
    await rowHeight(19);
    await drawn.evaluate((texts) => texts.clear());
    await rowHeight(20);
    await shows(/^0\.3/);
    expect(await drawn.evaluate((texts) => [...texts].filter((text) => /^7645|70001$/.test(text)))).toEqual([]);
    expect((await wb.texts("B1", "B2", "B3")).slice(0, 3)).toEqual(["4155789123456", "0.3333333333", "2024-06-14"]);
  });

  onWorkbench("ends with the right values after quick successive edits", async (wb) => {
    const ids = ["DGS1", "DGS2", "DGS3", "DGS5", "DGS7", "DGS10", "DGS20", "DGS30", "DGS10", "DGS2", "DGS5", "DGS30"];
    for (const [i, id] of ids.entries()) await wb.write(`A${i + 1}:C${i + 1}`, [[id, `=SERVICE.FRED(A${i + 1})`, `=B${i + 1}-B1`]]);
    await wb.write("A1", [["DGS30"]]);
    await wb.write("A2", [["DGS10"]]);
    await wb.settled();
    const shown = await wb.texts("B1", "B2", "B8", "B6", "C2", "C8");
    expect([shown[0], shown[1]]).toEqual([shown[2], shown[3]]);
    expect(Number(shown[4])).toBeCloseTo(Number(shown[1]) - Number(shown[0]), 6);
    expect(Number(shown[5])).toBe(0);
  });

  onWorkbench("undoes an edit, and keeps values right when a row is inserted before answers arrive", async (wb) => {
    await wb.write("A1:B1", [["DGS10", "=SERVICE.FRED(A1)"]]);
    const [before] = await wb.texts("B1");
    await wb.write("A1", [["DGS2"]]);
    const [other] = await wb.texts("B1");
    expect(other).not.toBe(before);
    await undo(wb);
    expect(await wb.texts("B1")).toEqual([before]);

    await wb.write("A5:B5", [["DGS30", "=SERVICE.FRED(A5)"]]);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().insertRowsBefore(0, 1));
    const [moved, alsoMoved] = await wb.texts("B2", "B6");
    expect(moved).toBe(before);
    expect(Number(alsoMoved)).toBeGreaterThan(0);
  });

  onWorkbench("spills one answer per cell of a range, and resizes with the range", async (wb) => {
    await wb.write("A1:C3", [
      ["DGS2", "", '=SERVICE.FRED(FILTER(A1:A3,A1:A3<>""))'],
      ["DGS10", "", ""],
      ["DGS30", "", ""],
    ]);
    await wb.write("D1", [["=SERVICE.FRED(A1:A3)"]]);
    expect((await wb.texts("D1", "D2", "D3")).every((text) => Number(text) > 0)).toBe(true);
    await wb.write("D1", [["=SERVICE.FRED(A1:A2)"]]);
    expect((await wb.texts("D1", "D2", "D3")).map((text) => text !== "")).toEqual([true, true, false]);
  });

  onWorkbench("answers thousands of SERVICE cells with one request for 500 or more", async (wb, _, service) => {
    const rows = Array.from({ length: ROWS }, (_, r) =>
      Array.from({ length: 5 }, (_, c) => `=SERVICE.FREDH("DGS10","${new Date(Date.UTC(1995, 0, 2 + r * 5 + c)).toISOString().slice(0, 10)}")`),
    );
    await wb.write(`A1:E${ROWS}`, rows);
    await wb.settled();
    expect(evals(service).length).toBeLessThanOrEqual((ROWS * 5) / 500);
    expect(evals(service).reduce((sum, asked) => sum + asked.cells, 0)).toBe(ROWS * 5);
    const cells = await wb.grid.evaluate(async ({ workbook }) => (await workbook.serviceCells("sheet")).map(({ value }) => typeof value));
    expect(cells).toHaveLength(ROWS * 5);
    expect(cells.filter((type) => type !== "number" && type !== "string")).toEqual([]);
  });

  onWorkbench("shows #NAME? for a broken function name from another computer, and repairs it", async (wb) => {
    await wb.write("A1:A2", [['=_xldudf_SERVICE_FRED("DGS10")'], ["=A1*1"]]);
    expect(await wb.texts("A1", "A2")).toEqual(["#NAME?", "#NAME?"]);
    const refused = await wb.grid.evaluate(async ({ workbook }) => {
      const [broken] = await workbook.serviceCells("workbook");
      return workbook.reenter([{ place: broken!, formula: '=SERVICE.FRED("DGS10")' }]);
    });
    expect(refused).toEqual([]);
    const [healed, follows] = await wb.texts("A1", "A2");
    expect(Number(healed)).toBeGreaterThan(0);
    expect(follows).toBe(healed);
  });

  onWorkbench("saves formulas as Excel stores them, reopens the file unchanged, and stores no key", async (wb) => {
    await wb.write("A1:A4", [['=SERVICE.FRED("DGS10")'], ["=A1*2"], ['=SERVICE.YIELD("AS_OF")'], ["text"]]);
    const before = await wb.texts("A1", "A2", "A3", "A4");
    const saving = wb.page.waitForEvent("download");
    await wb.page.getByRole("button", { name: "Save .xlsx" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe("Empty workbook.xlsx");
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    const file = Buffer.concat(parts);
    const book = readBook(new Uint8Array(file));
    expect(book.sheets[0]?.cells.map(({ formula, value }) => formula ?? value)).toEqual(['=SERVICE.FRED("DGS10")', "=A1*2", '=SERVICE.YIELD("AS_OF")', "text"]);
    expect(book.sheets[0]?.cells[0]?.value).toBe(Number(before[0]));
    for (const key of Object.values(KEYS)) expect(JSON.stringify(book)).not.toContain(key);

    await wb.write("A4", [["changed"]]);
    await chooseFile(wb, "mine.xlsx", file);
    await wb.page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
    await wb.page.getByText("Opened mine.").waitFor();
    expect(await wb.texts("A1", "A2", "A3", "A4")).toEqual(before);
  });

  onWorkbench("lets a workbook go without a question if nobody has changed it, also once its cells have been answered", async (wb) => {
    const asks = () =>
      wb.page.evaluate(() => {
        const leaving = new Event("beforeunload", { cancelable: true });
        window.dispatchEvent(leaving);
        return leaving.defaultPrevented;
      });
    await wb.newBook();
    await wb.page.getByRole("button", { name: "Templates" }).click();
    await wb.page.getByRole("menuitem", { name: /^Yield curve/ }).click();
    await wb.page.getByText(/^Opened /).waitFor();
    await wb.settled();
    // The dates of the answers are saved with the book, two seconds after the last one.
    const dates = () => wb.grid.evaluate(({ workbook }) => workbook.settings.read("service.freshness") ?? "");
    await expectEventually(dates).not.toBe("");
    expect(await asks()).toBe(false);
    await wb.write("J1", [["mine"]]);
    expect(await asks()).toBe(true);
  });

  onWorkbench("opens a book with names without end, says so at their cells, and calculates the others", async (wb, page) => {
    const cells = [...["LOOP+1", "N_A+1", "FACTORIAL(5)", `1${"+1".repeat(4_094)}`, "FINE+1"].entries()];
    const file = smallFile({
      sheets: { S: cells.map(([i, formula]) => `<row r="${i + 1}"><c r="A${i + 1}"><f>${formula}</f></c></row>`).join("") },
      workbook: `<definedNames><definedName name="LOOP">LOOP+1</definedName><definedName name="N_A">N_B+1</definedName><definedName name="N_B">N_A+1</definedName><definedName name="FACTORIAL">_xlfn.LAMBDA(_xlpm.n,IF(_xlpm.n&lt;2,1,_xlpm.n*FACTORIAL(_xlpm.n-1)))</definedName><definedName name="FINE">2</definedName></definedNames>`,
    });
    await chooseFile(wb, "names.xlsx", file);
    await page.getByText("Opened names.").waitFor();
    expect(await wb.texts("A1", "A2", "A3", "A4", "A5")).toEqual(["#ERROR!", "#ERROR!", "#ERROR!", "4095", "3"]);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().getRange("A1").activate());
    await page.getByText("A1 is #ERROR!: The workbench cannot calculate this formula. Open the workbook in Excel for its value.").waitFor();
    await wb.write("B1", [["=A5*2"]]);
    expect(await wb.texts("B1")).toEqual(["6"]);
  });

  onWorkbench("asks before unsaved changes are lost, and refuses a file that is not a workbook", async (wb) => {
    await wb.write("A1", [["mine"]]);
    await wb.page.getByRole("button", { name: "Templates" }).click();
    await wb.page.getByRole("menuitem", { name: /^Macro board/ }).click();
    await wb.page.getByRole("dialog", { name: "Save your changes?" }).getByRole("button", { name: "Cancel" }).click();
    expect(await wb.texts("A1")).toEqual(["mine"]);
    await chooseFile(wb, "notes.xlsx", "hello");
    await wb.page.locator(".wb-problem").waitFor();
    expect(await wb.page.locator(".wb-problem").innerText()).toMatch(/^notes\.xlsx was not opened\. ./);
    expect(await wb.texts("A1")).toEqual(["mine"]);
  });

  onWorkbench("has its messages below the grid: a result goes with the next change, a problem stays until it is closed", async (wb, page) => {
    const bar = page.getByRole("contentinfo");
    const message = page.locator(".wb-line p");
    const isBelow = async () => {
      const [grid, status] = await Promise.all([page.locator(".wb-grid").boundingBox(), bar.boundingBox()]);
      return grid!.y + grid!.height <= status!.y && status!.y + status!.height <= page.viewportSize()!.height;
    };
    await page.getByRole("button", { name: "Save .xlsx" }).click();
    await message.getByText("saved to your browser's downloads", { exact: false }).waitFor();
    expect([await isBelow(), await message.getByRole("button").count()]).toEqual([true, 0]);
    await wb.write("A1", [["mine"]]);
    await bar.getByText("Ready").waitFor();
    expect(await message.count()).toBe(0);

    await chooseFile(wb, "notes.txt", "hello");
    await message.getByText("notes.txt was not opened.", { exact: false }).waitFor();
    await wb.write("A1", [["changed"]]);
    await wb.pane.getByRole("tab", { name: "Settings" }).click();
    expect([await isBelow(), await message.count()]).toEqual([true, 1]);
    await message.getByRole("button", { name: "Close" }).click();
    await bar.getByText("Ready").waitFor();
  });

  it.each(LOOKS)("has no accessibility violation around the grid in %s", async (_, media) => {
    const { page: wb, passed } = await kept();
    await wb.page.emulateMedia(media);
    const look = async () => {
      // The grid's own toolbar belongs to Univer.
      expect(await violations(wb.page.mainFrame(), { parts: [".wb-grid", "iframe"], rules: ["region"] })).toEqual([]);
    };
    await wb.page.getByRole("button", { name: "sample data" }).waitFor();
    await look();
    await wb.page.getByRole("button", { name: "Templates" }).click();
    await look();
    await wb.page.keyboard.press("Escape");
    await focusGrid(wb);
    await wb.page.keyboard.type("=SERVICE.FIN(A2,n", { delay: 5 });
    const box = wb.page.locator(".wb-suggest");
    await box.waitFor();
    await look();
    for (const width of WINDOWS) {
      await wb.page.setViewportSize({ width, height: 700 });
      const fits = async () => {
        const { x, y, width: own, height } = (await box.boundingBox())!;
        return [width, x >= 0, x + own <= width, y >= 0, y + height <= 700];
      };
      await expectEventually(fits).toEqual([width, true, true, true, true]);
      await look();
    }
    await wb.page.setViewportSize({ width: 1280, height: 800 });
    await wb.page.keyboard.press("Escape");
    await wb.page.keyboard.press("Escape");
    await wb.write("A1", [['=SERVICE.PRICE("APPL")']]);
    await wb.settled();
    await wb.page.getByText("No ticker APPL is covered.", { exact: false }).waitFor();
    await look();
    await wb.page.getByRole("button", { name: "Templates" }).click();
    await wb.page.getByRole("menuitem", { name: /^Starter/ }).press("Enter");
    const question = wb.page.getByRole("dialog", { name: "Save your changes?" });
    await question.waitFor();
    await look();
    await question.getByRole("button", { name: "Cancel" }).click();
    await wb.page.emulateMedia(LOOKS[0][1]);
    passed();
  });

  onWorkbench("has no accessibility violation in the grid's own bars, lists and menus", async (wb, page) => {
    const own = page.locator(".wb-grid");
    const look = (state: string, looks?: Parameters<typeof lookAtGrid>[2]) => lookAtGrid(page, state, looks);
    // Room for all buttons of the toolbar.
    await page.setViewportSize({ width: 1600, height: 800 });
    await look("bars");
    for (const name of ["Undo", "Bold", "Font size", "New sheet", "Name box", "Zoom in"])
      expect([name, await own.getByLabel(name, { exact: true }).count()]).not.toEqual([name, 0]);
    for (const name of ["Fill color: choices", "Border: choices", "Horizontal align", "Names of this workbook"]) {
      // The first of two: Univer measures its toolbar with a second one.
      const opener = own.getByLabel(name, { exact: true }).first();
      await opener.focus();
      await page.keyboard.press("Enter");
      await expectEventually(() => opener.getAttribute("aria-expanded")).toBe("true");
      await look(name, name.startsWith("Names") ? LOOKS : [LOOKS[0]]);
      await page.keyboard.press("Escape");
      await expectEventually(() => opener.evaluate((e) => [e.ariaExpanded, e === document.activeElement])).toEqual(["false", true]);
    }
    await focusGrid(wb);
    await page.keyboard.press("Shift+F10");
    await page.getByRole("button", { name: "Paste Special" }).waitFor();
    await look("menu of a cell", [LOOKS[0]]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  onWorkbench("opens and uses the grid's menus, lists and buttons with keys", async (wb, page) => {
    const { isOn, go } = keysOn(page);
    await focusGrid(wb);
    await page.keyboard.press("Shift+F10");
    await isOn("Copy");
    await go(
      ["End", "Delete note"],
      ["ArrowUp", "New or edit note"],
      ["ArrowUp", "Sort Z to A"],
      ["ArrowUp", "Sort A to Z"],
      ["ArrowUp", "Freeze"],
      ["ArrowUp", "Delete"],
      ["ArrowRight", "Delete Selected Column"],
      ["ArrowDown", "Delete Selected Row"],
    );
    await go(["ArrowLeft", "Delete"], ["Escape", "cell"]);
    const menu = page.getByRole("button", { name: "Paste Special" });
    await page.keyboard.press("ContextMenu");
    await menu.waitFor();
    await page.keyboard.press("F6");
    await menu.waitFor({ state: "hidden" });

    await page.locator(".wb-grid").getByLabel("Fill color: choices").first().focus();
    await go(["Enter", "Colours"], ["Tab", "Colour rgb(255, 255, 255)"], ["Tab", "Colour rgb(225, 239, 254)"], ["Enter", "cell"]);
    const colour = () => wb.grid.evaluate(({ api }) => api.getActiveWorkbook().getActiveSheet().getRange("A1").getBackground());
    await expectEventually(colour).toMatch(/^(#e1effe|rgb\(225, ?239, ?254\))$/i);

    await page.getByLabel("Names of this workbook").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith("Name manager"));
    await go(["Enter", "Close sidebar"], ["Escape", "cell"]);

    await page.getByLabel("Expand the formula bar").focus();
    await go(["Tab", "New sheet"], ["Enter", "New sheet"], ["Tab", "All sheets"], ["Tab", "Sheet2"]);
    await page.keyboard.press("ContextMenu");
    await page.getByRole("button", { name: "Rename" }).waitFor();
    // The workbench neither protects sheets nor saves a protection.
    expect(await page.getByText(/protect|permission/i).count()).toBe(0);
    await go(["Home", "Delete"], ["Enter", "Cancel"]);
    await lookAtGrid(page, "question about a sheet", LOOKS.slice(0, 2));
    await go(["Tab", "OK"], ["Enter", "cell"]);
    // Univer measures its list of names once more after the list has closed.
    expect(faults(wb).filter((line) => !line.includes("at ResizeObserver"))).toEqual([]);
  });

  onWorkbench("opens, uses and closes the panels of the grid with keys, and returns the focus", async (wb, page) => {
    const own = page.locator(".wb-grid");
    const { isOn, go } = keysOn(page);
    const ofCell = (read: "getBackground" | "getNumberFormat") =>
      wb.grid.evaluate(({ api }, what) => api.getActiveWorkbook().getActiveSheet().getRange("A1")[what](), read);
    await focusGrid(wb);
    await own.getByLabel("Fill color: choices").first().focus();
    await go(["Enter", "Colours"], ["Shift+Tab", "Reset"], ["Shift+Tab", "More colours"], ["Enter", "Hex code"]);
    await lookAtGrid(page, "more colours", LOOKS.slice(0, 2));
    await go(["Escape", "Colours"], ["Shift+Tab", "Reset"], ["Shift+Tab", "More colours"], ["Enter", "Hex code"]);
    await page.keyboard.type("ff0000", { delay: 5 });
    await go(["Tab", "Red"], ["Tab", "Green"], ["Tab", "Blue"], ["Tab", "Cancel"], ["Tab", "OK"], ["Enter", "cell"]);
    await expectEventually(() => ofCell("getBackground")).toMatch(/^(#ff0000|rgb\(255, ?0, ?0\))$/i);

    // Narrow enough that these are in the list.
    await page.setViewportSize({ width: 1100, height: 800 });
    await own.getByLabel("Text wrap").first().waitFor({ state: "hidden" });
    await own.getByLabel("More", { exact: true }).focus();
    await go(["Enter", "Text wrap"], ["Escape", "More"], ["Enter", "Text wrap"]);
    await go(["Tab", "Merge cells"], ["Tab", "Number format: choices"]);
    await go(["Enter", "General"], ["Shift+Tab", "More formats…"], ["Enter", "Close sidebar"], ["Tab", "General"]);
    const types = page.getByRole("menuitemradio");
    await page.keyboard.press("Enter");
    await types.first().waitFor();
    await go(["ArrowDown", "Accounting"], ["ArrowDown", "Currency"], ["ArrowDown", "Date"]);
    await page.keyboard.press("Enter");
    await types.first().waitFor({ state: "detached" });
    await isOn("Date");
    await go(["Tab", "1930-08-05"], ["Tab", "1930/08/05"], ["Enter", "1930/08/05"]);
    await lookAtGrid(page, "number format", LOOKS.slice(0, 2));
    expect(
      await page
        .getByText(/\p{Script=Han}/u)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await page.getByRole("button", { name: "Confirm" }).press("Enter");
    await isOn("cell");
    await expectEventually(() => ofCell("getNumberFormat")).toContain("yyyy/");
    await page.setViewportSize({ width: 1280, height: 800 });

    await own.getByLabel("Names of this workbook").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith("Name manager"));
    await go(["Enter", "Close sidebar"], ["Tab", "Add a defined name"], ["Enter", "Add a defined name"], ["Tab", "Name, without spaces"]);
    await page.getByRole("button", { name: "Confirm" }).press("Enter");
    await isOn("Close sidebar");
    await go(["Tab", "Add a defined name"], ["Tab", "DefinedName1Sheet1!$A$1"], ["Tab", "Edit DefinedName1"], ["Tab", "Delete DefinedName1"]);
    await lookAtGrid(page, "names", LOOKS.slice(0, 2));
    await go(["Enter", "Cancel"], ["Tab", "OK"], ["Enter", "Close sidebar"], ["Escape", "cell"]);

    await own.getByRole("tab", { name: "Formulas" }).press("Enter");
    await own.getByText("Common Functions").first().waitFor();
    await go(["Tab", "Data"], ["Tab", "Common Functions"]);
    await go(["Enter", "SUMIF"], ["End", "All Functions"], ["Enter", "Close sidebar"], ["Tab", "All Functions"], ["Tab", "Search function"]);
    await page.keyboard.type("vlook", { delay: 5 });
    await page.getByRole("option", { name: "VLOOKUP" }).waitFor();
    await lookAtGrid(page, "functions", LOOKS.slice(0, 2));
    await go(["Escape", "cell"]);
    // Parts that are closed have no place beside the cells.
    await own.getByLabel("Expand the formula bar").focus();
    const scrolled = () =>
      own.evaluate((grid) => [...grid.querySelectorAll("*")].filter((part) => part.scrollLeft > 0).map((part) => part.outerHTML.slice(0, 200)));
    expect(await scrolled()).toEqual([]);
    await own.getByRole("tab", { name: "Start" }).press("Enter");
  });

  onWorkbench("suggests functions, companies and fields while a formula is typed, and keeps the focus in the cell", async (wb, page) => {
    const option = page.getByRole("option");
    /** The element with the focus, and what a screen reader is told of the list. */
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: cell } = document;
        const active = cell?.getAttribute("aria-activedescendant");
        return {
          role: cell?.getAttribute("role"),
          active: active ? document.getElementById(active)?.firstElementChild?.textContent : undefined,
          help: document.getElementById(cell?.getAttribute("aria-describedby") ?? "")?.querySelector("strong")?.textContent,
        };
      });
    await focusGrid(wb);
    await page.keyboard.type("=1+short", { delay: 5 });
    await option.filter({ hasText: "SERVICE.SHORTINTEREST" }).waitFor();
    expect(await focused()).toEqual({ role: "combobox", active: "SERVICE.SHORTINTEREST", help: undefined });
    await page.keyboard.press("Tab");
    await page.keyboard.type('"gamest', { delay: 5 });
    // The service's first list of companies, on a busy machine.
    await option.filter({ hasText: "GameStop" }).waitFor();
    expect(await focused()).toEqual({ role: "combobox", active: "GME", help: "ticker" });
    await page.keyboard.press("Enter");
    await page.keyboard.type(",", { delay: 5 });
    await option.filter({ hasText: "days to cover" }).waitFor();
    expect(await focused()).toEqual({ role: "combobox", active: undefined, help: "[field]" });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect((await focused()).active).toBe("pctshares");
    await option.filter({ hasText: "days to cover" }).click();
    await option.first().waitFor({ state: "detached" });
    await page.keyboard.type(")", { delay: 5 });
    await page.keyboard.press("Enter");
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "A2", wb.grid);
    expect(await formulaIn(wb, "A1")).toBe('=1+SERVICE.SHORTINTEREST("GME","days")');
  });

  onWorkbench("closes the suggestions with Escape before it ends the edit, and offers them in the formula bar", async (wb, page) => {
    const option = page.getByRole("option");
    await focusGrid(wb);
    await page.keyboard.type("=yie", { delay: 5 });
    await option.first().waitFor();
    await page.keyboard.press("Escape");
    await option.first().waitFor({ state: "detached" });
    await page.keyboard.type("l", { delay: 5 });
    await option.first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await formulaIn(wb, "A1")).toBe("");
    await page.locator("[data-u-comp='formula-bar'] canvas").last().click();
    await page.waitForFunction(() => document.activeElement?.id.endsWith("FORMULA_BAR"));
    await page.keyboard.type("=SERVICE.YIELD(10", { delay: 5 });
    await page.keyboard.press("Enter");
    await page.keyboard.type(")", { delay: 5 });
    await page.keyboard.press("Enter");
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "A2", wb.grid);
    expect(await formulaIn(wb, "A1")).toBe('=SERVICE.YIELD("10Y")');
  });

  onWorkbench("types all into the formula bar if its library moves the focus to the cell meanwhile", async (wb, page) => {
    await focusGrid(wb);
    await page.locator("[data-u-comp='formula-bar'] canvas").last().click();
    await page.waitForFunction(() => document.activeElement?.id.endsWith("FORMULA_BAR"));
    await page.keyboard.type("=SERVICE.", { delay: 5 });
    for (const key of 'YIELD("10Y")') {
      await page.evaluate(() => document.querySelector<HTMLElement>(".wb-grid [data-u-comp='editor'][contenteditable]")?.focus());
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Enter");
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "A2", wb.grid);
    expect(await formulaIn(wb, "A1")).toBe('=SERVICE.YIELD("10Y")');
    // The next edit is that of the cell.
    await page.keyboard.type("=1+2", { delay: 5 });
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/NORMAL$/);
    await page.keyboard.press("Enter");
    await expectEventually(() => formulaIn(wb, "A2")).toBe("=1+2");
  });

  onWorkbench("enters a formula with Enter if the suggestion is what is typed", async (wb, page) => {
    await focusGrid(wb);
    await wb.write("A1", [['=SERVICE.PRICE("AAPX")']]);
    await wb.settled();
    await page.keyboard.press("F2", { delay: 50 });
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().isCellEditing(), wb.grid);
    for (const key of ["ArrowLeft", "ArrowLeft", "Backspace", "L"]) await page.keyboard.press(key, { delay: 50 });
    await page.getByRole("option").filter({ hasText: "Apple" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "A2", wb.grid);
    expect(await formulaIn(wb, "A1")).toBe('=SERVICE.PRICE("AAPL")');
  });

  onWorkbench("goes to the first cell with Ctrl+Home and to the last used visible one with Ctrl+End", async (wb, page) => {
    const isAt = (address: string) =>
      page.waitForFunction(([{ api }, at]) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === at, [wb.grid, address] as const);
    await wb.write("C300", [["far"]]);
    await focusGrid(wb);
    await page.keyboard.press("Control+End");
    await isAt("C300");
    await page.keyboard.press("Control+Home");
    await isAt("A1");
    // As the templates hide the figures of their charts.
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().getActiveSheet().hideColumns(2, 1));
    await page.keyboard.press("Control+End");
    await isAt("B300");
  });

  onWorkbench("lists the names of the opened book in the name box until the user goes on in the grid", async (wb, page) => {
    await wb.newBook();
    await wb.write("A1", [[1]]);
    await wb.grid.evaluate(({ api }) => void api.getActiveWorkbook().insertDefinedName("Rates", "Sheet1!$A$1"));
    const box = page.locator("[data-u-comp='defined-name']");
    await expectEventually(() => box.locator("input").inputValue()).toBe("A1");
    const list = page.getByText("Name manager");
    await box.locator("a").click();
    await list.waitFor();
    await page.locator(".wb-grid canvas").last().click();
    await list.waitFor({ state: "detached" });
    await box.locator("input").click();
    await page.waitForFunction(() => document.activeElement?.matches("[data-u-comp='defined-name'] input") === true);
    await page.keyboard.press("Control+a");
    await page.keyboard.type("R", { delay: 5 });
    await list.waitFor();
    await page.keyboard.type("ates");
    await page.keyboard.press("Enter");
    await list.waitFor({ state: "detached" });
    // The box shows the name of the selected cell.
    for (const [key, shown] of [
      ["ArrowDown", "A2"],
      ["ArrowUp", "Rates"],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForFunction((text) => document.querySelector<HTMLInputElement>("[data-u-comp='defined-name'] input")?.value === text, shown);
    }
    expect(faults(wb)).toEqual([]);
  });

  it("focuses the grid on opening, and goes with F6 to the control that had the focus last", async () => {
    const { page: wb, passed } = await kept(NEW);
    const { page, pane } = wb;
    /** Resolves once this control has a visible focus, in the page or in the pane; `cell` is the grid's. */
    const isOn = (name: string) =>
      page.waitForFunction((wanted) => {
        const { activeElement: outer } = document;
        const focused = outer instanceof HTMLIFrameElement ? outer.contentDocument?.activeElement : outer;
        if (wanted === "cell") return focused?.closest(".wb-grid") !== null && focused?.matches("[contenteditable]");
        return focused?.textContent === wanted && focused.matches(":focus-visible");
      }, name);
    const goes = async (key: string, ...names: string[]) => {
      for (const name of names) {
        await page.keyboard.press(key);
        await isOn(name);
      }
    };
    await isOn("cell");
    await goes("F6", "Build", "Open .xlsx", "cell");
    await goes("Shift+F6", "Open .xlsx");
    await goes("Tab", "Save .xlsx", "Templates");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem").first().waitFor();
    await goes("Shift+F6", "Build");
    expect(await page.getByRole("menu").count()).toBe(0);
    await goes("F6", "Templates");

    // A focus that came with the mouse is visible if it returns with a key.
    await pane.getByRole("tab", { name: "Share" }).click();
    await page.locator("[data-u-comp='defined-name'] input").click();
    await goes("F6", "Share", "Templates");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByText("Opened Empty workbook.").waitFor();
    await chooseFile(wb, "notes.txt", "hello");
    await page.getByText("notes.txt was not opened.", { exact: false }).waitFor();
    await goes("Shift+F6", "Close", "Share", "cell", "Templates");
    await goes("F6", "cell", "Share", "Close", "Templates");
    await goes("Shift+F6", "Close");
    await goes("Enter", "cell");

    const paneButton = page.getByRole("button", { name: "Pane", exact: true });
    await paneButton.click();
    await goes("F6", "cell", "Pane", "cell");
    await page.setViewportSize({ width: 600, height: 700 });
    await paneButton.click();
    await goes("F6", "cell", "Share", "Pane");
    // Behind the last control of the pane is the page's first one, not the editor of the formula bar, which is not visible.
    await pane.locator(":is(button, a, input, select, summary):visible").last().focus();
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => !document.activeElement?.matches("[contenteditable], iframe"));
    await page.setViewportSize({ width: 1280, height: 800 });
    await pane.getByRole("tab", { name: "Build" }).click();
    passed();
  });

  onWorkbench("leaves the grid with Escape and Tab, but keeps Tab within the sheet", async (wb, page) => {
    const focusIn = (part: string) => page.waitForFunction((wanted) => document.activeElement?.closest(wanted) != null, part);
    await focusGrid(wb);
    await page.keyboard.press("Tab");
    await page.waitForFunction(({ api }) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "B1", wb.grid);
    await focusIn(".wb-grid");
    await page.keyboard.press("Escape");
    await page.getByText("Press Tab to leave the grid.").waitFor({ state: "attached" });
    await page.keyboard.press("Tab");
    await focusIn(".wb-pane");
    await page.keyboard.press("Shift+F6");
    await focusIn(".wb-grid");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Tab");
    await focusIn(".wb-bar");
    expect(faults(wb)).toEqual([]);
  });

  onWorkbench("enters an open edit when the focus leaves the grid, and says so if its formula is unfinished", async (wb, page) => {
    const has = (address: string, formula: string) =>
      page.waitForFunction(([{ api }, at, f]) => api.getActiveWorkbook().getActiveSheet().getRange(at).getFormula() === f, [
        wb.grid,
        address,
        formula,
      ] as const);
    const activate = (address: string) => wb.grid.evaluate(({ api }, at) => void api.getActiveWorkbook().getActiveSheet().getRange(at).activate(), address);
    await focusGrid(wb);
    await page.keyboard.type("=1+2", { delay: 5 });
    const search = wb.pane.locator("input").first();
    await search.click();
    await page.keyboard.type("typed here");
    await has("A1", "=1+2");
    expect(await search.inputValue()).toBe("typed here");

    await page.keyboard.press("Shift+F6");
    await activate("A2");
    await page.keyboard.type("=3+4", { delay: 5 });
    await page.keyboard.press("F6");
    await has("A2", "=3+4");

    await page.keyboard.press("Shift+F6");
    await activate("A3");
    await page.keyboard.type("=5+SUM(1,", { delay: 5 });
    await page.locator(".wb-suggest").waitFor();
    await search.click();
    await page.getByText("A3 is still being edited").waitFor();
    await page.locator(".wb-suggest").waitFor({ state: "detached" });
    await page.keyboard.press("Shift+F6");
    await page.keyboard.type("6)", { delay: 5 });
    await page.keyboard.press("Enter");
    await has("A3", "=5+SUM(1,6)");
    await page.getByText("A3 is still being edited").waitFor({ state: "detached" });
    expect(faults(wb)).toEqual([]);
  });

  it("hides the pane, resizes it by keys, and overlays it in narrow windows", async () => {
    const {
      page: { page },
    } = await kept();
    const button = page.getByRole("button", { name: "Pane", exact: true });
    const pane = page.locator("#wb-pane");
    expect(await button.getAttribute("aria-expanded")).toBe("true");
    const frameIs = (width: number) => page.waitForFunction((w) => document.querySelector("#wb-pane iframe")?.getBoundingClientRect().width === w, width);
    const edge = page.getByRole("separator", { name: "Width of the pane" });
    await edge.focus();
    await page.keyboard.press("End");
    await frameIs(270);
    await page.keyboard.press("ArrowLeft");
    await frameIs(280);
    await button.click();
    await pane.waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 600, height: 700 });
    await button.click();
    expect((await page.locator(".wb-grid").boundingBox())?.width).toBe(600);
    await page.getByRole("button", { name: "Close the pane" }).click();
    await page.waitForFunction((b) => b === document.activeElement, await button.elementHandle());
  });

  it("says what to do without a key, and calculates waiting cells once a key is saved", async () => {
    const { page: wb } = await kept({ opening: { key: false } });
    await wb.write("A1", [['=SERVICE.FRED("DGS10")']]);
    expect(await wb.texts("A1")).toEqual(["n/a: Add your API key in the SERVICE pane."]);
    await wb.pane.getByRole("tab", { name: "Account" }).click();
    await wb.pane.getByLabel("API key", { exact: true }).fill(KEYS.good);
    await wb.pane.getByRole("button", { name: "Test and save" }).click();
    await wb.page.getByRole("button", { name: "sample data" }).waitFor();
    const [value] = await wb.texts("A1");
    expect(Number(value)).toBeGreaterThan(0);
  });

  it("opens a starter workbook of six sheets, with few reasons and no errors", async () => {
    const { page: wb, unchanged } = await kept(STARTER);
    await wb.settled();
    const cells = await wb.grid.evaluate(async ({ workbook }) =>
      (await workbook.serviceCells("workbook")).map(({ sheet, value }) => ({ sheet, value: value as unknown })),
    );
    const sheets = [...new Set(cells.map(({ sheet }) => sheet))];
    expect(sheets).toHaveLength(6);
    const reasons = cells.filter(({ value }) => String(value).startsWith("n/a: ")).length;
    expect(reasons).toBeGreaterThan(0);
    expect(reasons).toBeLessThan(cells.length / 20);
    expect(cells.filter(({ value }) => typeof value === "object" || value === null)).toEqual([]);
    expect(faults(wb)).toEqual([]);
    unchanged();
  });

  it("contacts only its own service, and keeps the key out of addresses, page and storage", async () => {
    const { page: wb, service } = await kept(STARTER);
    await wb.settled();
    const elsewhere = wb.addresses.filter((address) => !address.startsWith(`${service.origin}/`) && !/^(data|blob):/.test(address));
    expect(elsewhere).toEqual([]);
    expect(wb.addresses.filter((address) => address.includes(KEYS.local))).toEqual([]);
    const page = await wb.page.content();
    const stored = await wb.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(page + stored).not.toContain(KEYS.local);
  });
});
