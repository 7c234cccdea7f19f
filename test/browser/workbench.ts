import type { Browser, Frame } from "playwright-core";
import { openContext, type Opened, type Opening } from "./excel-host";
import type { LocalService } from "./local-service";

/** What the workbench shows its visitors' own tools, by a registered symbol; only what these tests use. */
interface Page {
  readonly api: {
    getActiveWorkbook(): {
      getSheetByName(name: string): Sheet;
      getActiveSheet(): Sheet & { getSheetName(): string };
      undo(): unknown;
    };
  };
  readonly functions: { idle(): boolean };
  readonly workbook: import("../../src/pane/workbook").Workbook;
}
interface Sheet {
  getRange(address: string): { getFormulas(): string[][]; setValues(values: unknown[][]): unknown; setValue(value: unknown): unknown; activate(): unknown };
  insertRowsBefore(row: number, count: number): unknown;
  setRowCount(rows: number): unknown;
}

export interface WorkbenchOpening extends Opening {
  /** True keeps the book that the workbench begins with; otherwise an empty sheet `Sheet1` is shown. */
  readonly starter?: boolean;
  /** False: there is no local key, and nobody has saved one. */
  readonly key?: boolean;
}

/** The workbench's page. */
export interface Workbench extends Opened {
  readonly pane: Frame;
  /** Clicks the grid and types this as a person does, with Enter at the end. */
  type(address: string, text: string): Promise<void>;
  /** Writes contents by the grid's own programming interface: text with = is a formula. */
  write(address: string, rows: readonly (readonly (string | number | boolean)[])[], sheet?: string): Promise<void>;
  /** What cells show, when everything is answered and calculated. */
  texts(address: string, sheet?: string): Promise<string[][]>;
  /** Waits until every call is answered and every formula that depends on it is calculated. */
  settled(): Promise<void>;
  /** Calls the workbook as the pane sees it. */
  workbook<M extends "selection" | "serviceCells" | "shown" | "recalculate" | "write" | "writeSheet" | "goTo" | "reenter" | "defineName">(
    member: M,
    ...args: Parameters<Page["workbook"][M]>
  ): Promise<Awaited<ReturnType<Page["workbook"][M]>>>;
}

/** Opens the workbench with a service behind it; without `starter`, on an empty sheet. */
export async function openWorkbench(browser: Browser, service: LocalService, opening: WorkbenchOpening = {}): Promise<Workbench> {
  service.switches.localKey = opening.key ?? true;
  const opened = await openContext(browser, service, { width: 1280, height: 800, ...opening });
  const { page } = opened;
  await page.goto(`${service.origin}/workbench${opening.starter ? "" : "?book=empty"}`);
  await page.waitForFunction(() => Symbol.for("service.workbench") in globalThis, undefined, { timeout: 20_000 });
  const frame = page.locator("iframe[title='SERVICE pane']");
  const pane = await (await frame.elementHandle())!.contentFrame();
  if (!pane) throw new Error("The workbench has no pane.");
  await pane.waitForSelector("h1", { state: "attached" });

  const settled = async (): Promise<void> => {
    await page.waitForFunction(() => (globalThis as unknown as Record<symbol, Page>)[Symbol.for("service.workbench")]!.functions.idle(), undefined, {
      timeout: 45_000,
    });
  };
  return {
    ...opened,
    pane,
    settled,
    type: async (address, text) => {
      await page.evaluate((at) => {
        const { api } = (globalThis as unknown as Record<symbol, Page>)[Symbol.for("service.workbench")]!;
        api.getActiveWorkbook().getActiveSheet().getRange(at).activate();
      }, address);
      await page.locator(".wb-grid canvas").first().focus().catch(() => undefined);
      await page.keyboard.type(text, { delay: 5 });
      await page.keyboard.press("Enter");
    },
    write: (address, rows, sheet) =>
      page.evaluate(
        ([at, cells, name]) => {
          const book = (globalThis as unknown as Record<symbol, Page>)[Symbol.for("service.workbench")]!.api.getActiveWorkbook();
          (name === undefined ? book.getActiveSheet() : book.getSheetByName(name))
            .getRange(at)
            .setValues(cells.map((row) => row.map((v) => (typeof v === "string" && v.startsWith("=") ? { f: v, v: null } : v))));
        },
        [address, rows, sheet] as const,
      ),
    texts: async (address, sheet) => {
      await settled();
      return page.evaluate(
        async ([at, name]) => {
          const { api, workbook } = (globalThis as unknown as Record<symbol, Page>)[Symbol.for("service.workbench")]!;
          const active = api.getActiveWorkbook().getActiveSheet();
          const [from, to = from] = at.split(":") as [string, string?];
          const place = (cell: string) => {
            const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(cell)!;
            return { column: [...letters!].reduce((n, l) => n * 26 + l.charCodeAt(0) - 64, 0) - 1, row: Number(row) - 1 };
          };
          const [a, b] = [place(from), place(to)];
          const rows = Array.from({ length: b.row - a.row + 1 }, (_, r) =>
            Array.from({ length: b.column - a.column + 1 }, (_, c) => ({ sheet: name ?? active.getSheetName(), row: a.row + r, column: a.column + c })),
          );
          const shown = await workbook.shown(rows.flat());
          return rows.map((row, r) => row.map((_, c) => shown[r * row.length + c]!.text));
        },
        [address, sheet] as const,
      );
    },
    workbook: (member, ...args) =>
      page.evaluate(
        ([name, given]) =>
          (
            (globalThis as unknown as Record<symbol, Page>)[Symbol.for("service.workbench")]!.workbook as unknown as Record<
              string,
              (...a: unknown[]) => Promise<never>
            >
          )[name]!(...given),
        [member, args] as const,
      ),
  };
}
