import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { openPages, type Pages } from "./browser";
import { openContext, type Opened } from "./excel-host";
import { startLocalService, type LocalService } from "./local-service";
import { webBuild } from "./web-build";
import type { GridPage } from "./workbench";

/* The workbench between the first paint and the grid. */

let browser: Pages;
let service: LocalService;
let opened: Omit<Opened, "pane">;
beforeAll(async () => {
  const web = await webBuild();
  browser = await openPages();
  service = await startLocalService(web);
  service.switches.localKey = true;
});
afterEach(() => opened.close());
afterAll(async () => {
  await browser.close();
  await service.close();
});

/** Opens the workbench, with every request for this address answered by `answer` after the browser's own routes. */
async function open(address: string, answer: Parameters<Page["route"]>[1]): Promise<Page> {
  opened = await openContext(browser, service, { width: 1440, height: 900 });
  await opened.page.route(address, answer);
  await opened.page.goto(`${service.origin}/workbench`);
  return opened.page;
}

/** What the early sheet shows, by row and column. */
const earlyTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".wb-early-cell")].flatMap((cell) => {
      const { gridRowStart, gridColumnStart } = cell.style;
      const { left, top } = cell.getBoundingClientRect();
      const origin = document.querySelector(".wb-early")!.getBoundingClientRect();
      const text = cell.innerText;
      return text === "" ? [] : [{ row: Number(gridRowStart) - 2, column: Number(gridColumnStart) - 2, text, left: left - origin.left, top: top - origin.top }];
    }),
  );

it("the opening sheet shows its values before the grid's script has run, at their places, as the grid then shows them, and each is asked once", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const page = await open("**/functions.json", async (route) => {
    await held;
    await route.fallback();
  });
  const questions: string[] = [];
  page.on("request", (request) => {
    const cells = request.url().endsWith("/sheets/eval") ? (JSON.parse(request.postData() ?? "{}") as { cells: { fn?: string }[] }).cells : [];
    questions.push(...cells.map((cell) => JSON.stringify({ ...cell, id: 0 })));
  });
  await page.getByText("Secured overnight financing rate").waitFor();
  expect(await page.evaluate(() => Symbol.for("service.workbench") in globalThis)).toBe(false);
  const early = await earlyTexts(page);
  // Seventeen series and eight banks, with a value each at least.
  expect(early.filter(({ text }) => /^[+-]?[\d,]+\.\d\d$/.test(text)).length).toBeGreaterThan(40);

  release();
  const grid = await page.waitForFunction(() => (globalThis as unknown as Record<symbol, GridPage | undefined>)[Symbol.for("service.workbench")]);
  await page.locator(".wb-early").waitFor({ state: "detached" });
  const shown = await grid.evaluate(async (there, places) => {
    const { workbook, api } = there!;
    const sheet = api.getActiveWorkbook().getActiveSheet();
    const cells = await workbook.shown(places.map(({ row, column }) => ({ sheet: sheet.getSheetName(), row, column })));
    const widths = Array.from({ length: 12 }, (_, column) => sheet.getColumnWidth(column));
    return { texts: cells.map(({ text }) => text), widths };
  }, early);
  // A number without decimals in General looks the same.
  expect(early.map(({ text }) => text)).toEqual(shown.texts);
  const leftOf = (column: number): number => shown.widths.slice(0, column).reduce((sum, width) => sum + width, 46);
  expect(early.filter(({ column, left }) => Math.abs(left - leftOf(column)) > 1)).toEqual([]);
  expect(questions.length).toBeGreaterThan(100);
  expect(questions.length).toBe(new Set(questions).size);
});

it("what is typed and pressed before the grid's script has run arrives in the grid, in order", async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const page = await open("**/functions.json", async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByText("Secured overnight financing rate").waitFor();
  await page.keyboard.type("hello 123", { delay: 5 });
  await page.keyboard.press("Enter");
  const cells = (await page.locator(".wb-early").boundingBox())!;
  // Cell B4, which is empty.
  await page.mouse.click(cells.x + 46 + 300, cells.y + 98);
  await page.keyboard.type("=1+2", { delay: 5 });
  await page.keyboard.press("Tab");
  await page.keyboard.type("half", { delay: 5 });
  release();
  const grid = await page.waitForFunction(() => (globalThis as unknown as Record<symbol, GridPage | undefined>)[Symbol.for("service.workbench")]);
  // The last text stays open.
  await page.waitForFunction(
    (there) => there!.api.getActiveWorkbook().isCellEditing() && there!.api.getActiveWorkbook().getActiveCell()?.getA1Notation() === "C4",
    grid,
  );
  await page.keyboard.type(" done", { delay: 5 });
  await page.keyboard.press("Enter");
  await page.waitForFunction((there) => !there!.api.getActiveWorkbook().isCellEditing() && there!.functions.idle(), grid);
  const shown = await grid.evaluate(async (there) => {
    const at = [
      [0, 0],
      [1, 0],
      [3, 1],
      [3, 2],
    ].map(([row, column]) => ({ sheet: "Macro board", row: row!, column: column! }));
    return (await there!.workbook.shown(at)).map(({ text }) => text);
  });
  expect(shown).toEqual(["hello 123", expect.stringMatching(/^The latest observation/), "3", "half done"]);
});

it("a page whose grid does not load keeps the values, and says what to do", async () => {
  const folder = path.join(await webBuild(), "workbench");
  const size = (name: string): number => statSync(path.join(folder, name)).size;
  const [grid] = readdirSync(folder).sort((a, b) => size(b) - size(a));
  const page = await open(`**/workbench/${grid}`, (route) => route.abort());
  await page.getByText("The spreadsheet did not load. Check that npm start is running, then reload the page.").waitFor();
  await page.getByText("Secured overnight financing rate").waitFor();
  expect(await page.getByText("Loading the spreadsheet").count()).toBe(0);
});
