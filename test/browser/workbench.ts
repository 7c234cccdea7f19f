import type { ICellData } from "@univerjs/core";
import type { FUniver } from "@univerjs/core/facade";
// The grid's part of the API.
import type {} from "@univerjs/preset-sheets-core";
import type { FWorkbook } from "@univerjs/sheets/facade";
import type { Frame, JSHandle, Page } from "playwright-core";
import type { EngineFunctions } from "../../src/engine/univer";
import type { Pages } from "./browser";
import type { Workbook } from "../../src/pane/workbook";
import { openContext, type Opened, type Opening } from "./excel-host";
import type { LocalService } from "./local-service";
import { expectEventually } from "../time";

/** What the workbench exposes to tools under a registered symbol, as far as these tests use it. A workbook is always open. */
export interface GridPage {
  readonly api: Pick<FUniver, "executeCommand" | "syncExecuteCommand" | "undo"> & { getActiveWorkbook(): FWorkbook };
  readonly functions: EngineFunctions;
  readonly workbook: Workbook;
}

/** Handle to the object that the page exposes. */
const gridOf = (page: Page): Promise<JSHandle<GridPage>> =>
  page.evaluateHandle(() => (globalThis as unknown as Record<symbol, GridPage>)[Symbol.for("service.workbench")]!);

export interface WorkbenchOpening extends Opening {
  /** True keeps the starter book; otherwise an empty sheet `Sheet1` is shown. */
  readonly starter?: boolean;
  /** False: there is no local key and no saved one. */
  readonly key?: boolean;
}

/** The workbench's page. */
export interface Workbench extends Opened {
  readonly pane: Frame;
  readonly grid: JSHandle<GridPage>;
  /** Clicks the grid and types this text as a user does, with Enter at the end. */
  type(address: string, text: string): Promise<void>;
  /** Writes contents through the grid's API; text with = is a formula. */
  write(address: string, rows: readonly (readonly (string | number | boolean)[])[]): Promise<void>;
  /** What cells of the active sheet show, after everything is answered and calculated. */
  texts(...addresses: readonly string[]): Promise<readonly string[]>;
  /** Waits until every call is answered and every dependent formula is calculated. */
  settled(): Promise<void>;
  /** Chooses the empty workbook from the menu, and discards changes. */
  newBook(): Promise<void>;
}

/** Opens the workbench with a service; without `starter`, on an empty sheet. */
export async function openWorkbench(browser: Pages, service: LocalService, opening: WorkbenchOpening = {}): Promise<Workbench> {
  service.switches.localKey = opening.key ?? true;
  const opened = await openContext(browser, service, { width: 1280, height: 800, ...opening });
  const { page } = opened;
  await page.goto(`${service.origin}/workbench${opening.starter ? "" : "?book=empty"}`);
  await page.waitForFunction(() => Symbol.for("service.workbench") in globalThis);
  // The grid accepts input once it has drawn.
  await page.locator(".wb-early").waitFor({ state: "detached" });
  const frame = page.locator("iframe[title='SERVICE pane']");
  const pane = await (await frame.elementHandle())!.contentFrame();
  if (!pane) throw new Error("The workbench has no pane.");
  await pane.waitForSelector("h1", { state: "attached" });

  const grid = await gridOf(page);
  const settled = async (): Promise<void> => {
    await page.waitForFunction(({ functions }) => functions.idle(), grid);
  };
  return {
    ...opened,
    pane,
    grid,
    settled,
    newBook: async () => {
      // The events of a real mouse take as long as opening the book. Other tests open templates as a user does, who takes the pointer off the cells.
      await page.mouse.move(0, 0);
      await grid.evaluate(async ({ api }) => {
        const control = (selector: string, text: string) => [...document.querySelectorAll<HTMLElement>(selector)].find((e) => e.textContent?.includes(text));
        const until = async <T>(find: () => T | undefined): Promise<T> => {
          for (let frames = 0; frames < 2_000; frames++) {
            const found = find();
            if (found) return found;
            await new Promise(requestAnimationFrame);
          }
          throw new Error(`Not so within 2,000 frames: ${find.toString()}`);
        };
        const press = async (selector: string, text: string): Promise<void> => {
          const found = await until(() => control(selector, text));
          found.focus();
          found.click();
        };
        const before = api.getActiveWorkbook().getId();
        const isNew = () => api.getActiveWorkbook().getId() !== before || undefined;
        await press("button", "Templates");
        await press("[role=menuitem]", "Empty workbook");
        await until(() => isNew() ?? control("dialog[open] button", "Discard"));
        if (!isNew()) await press("dialog[open] button", "Discard");
        await until(isNew);
      });
      await settled();
    },
    type: async (address, text) => {
      await grid.evaluate(({ api }, at) => void api.getActiveWorkbook().getActiveSheet().getRange(at).activate(), address);
      await page.keyboard.type(text, { delay: 5 });
      await page.keyboard.press("Enter");
      // The grid processes typed text a moment after the key press.
      await page.waitForFunction(([{ api }, at]) => api.getActiveWorkbook().getActiveCell()?.getA1Notation() !== at, [grid, address] as const);
    },
    write: (address, rows) =>
      grid.evaluate(
        ({ api }, [at, cells]) =>
          void api
            .getActiveWorkbook()
            .getActiveSheet()
            .getRange(at)
            .setValues(cells.map((row) => row.map((v) => (typeof v === "string" && v.startsWith("=") ? { f: v, v: null } : v))) as ICellData[][]),
        [address, rows] as const,
      ),
    texts: async (...addresses) => {
      await settled();
      return grid.evaluate(async ({ api, workbook }, wanted) => {
        const sheet = api.getActiveWorkbook().getActiveSheet();
        const places = wanted.map((at) => {
          const { startRow: row, startColumn: column } = sheet.getRange(at).getRange();
          return { sheet: sheet.getSheetName(), row, column };
        });
        return (await workbook.shown(places)).map(({ text }) => text);
      }, addresses);
    },
  };
}

/** Copies or cuts the selected cells with a key, and waits until the clipboard has them: the grid writes it after the key. */
export async function takeCells(page: Workbench["page"], key: "Control+c" | "Control+x"): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("nothing taken"));
  await page.keyboard.press(key);
  await expectEventually(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe("nothing taken");
}

/** Selects cells of the active sheet, with the focus in the grid. */
export async function select({ page, grid }: Workbench, address: string): Promise<void> {
  await grid.evaluate(({ api }, at) => void api.getActiveWorkbook().getActiveSheet().getRange(at).activate(), address);
  await page.evaluate(() => document.querySelector<HTMLElement>(".wb-grid [data-u-comp='editor'][contenteditable]")?.focus());
}

/** Opens a file with the page's chooser, and waits until its formulas are calculated. */
export async function openFile({ page, settled }: Workbench, name: string, file: Uint8Array | string): Promise<void> {
  await chooseFile({ page }, name, file);
  await page.getByText(`Opened ${name.replace(/\.xls[xm]$/, "")}.`).waitFor();
  await settled();
}
export const chooseFile = ({ page }: Pick<Workbench, "page">, name: string, file: Uint8Array | string): Promise<void> =>
  page.getByLabel("Workbook to open").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(file) });

/** The grid's book as the bytes of a file. */
export const savedFile = async ({ grid }: Workbench): Promise<Uint8Array> =>
  new Uint8Array(await grid.evaluate(async ({ workbook }) => [...(await workbook.file())]));

/** Executes a command of the grid. */
export const execute = ({ grid }: Workbench, id: string, params: object = {}): Promise<boolean> =>
  grid.evaluate(({ api }, [command, given]) => api.executeCommand(command, given), [id, params] as const);

export const undo = ({ grid }: Workbench): Promise<void> => grid.evaluate(({ api }) => void api.getActiveWorkbook().undo());
