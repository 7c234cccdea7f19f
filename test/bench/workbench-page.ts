import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { median } from "./figures";
import { FLAGS, servePages } from "./served-pages";

const VISITS = 7;
const PASTED = 5_000;
const ROUNDS = [1, 5, 10, 20, 40];
const CELLS = 2_000;
const VIEWPORT = { width: 1440, height: 900 };

/** What the workbench exposes to tools. */
interface Exposed {
  readonly api: {
    getActiveWorkbook(): {
      getActiveSheet(): {
        getRange(
          row: number | string,
          column?: number,
          rows?: number,
          columns?: number,
        ): { setValues(v: unknown): unknown; setValue(v: unknown): unknown; activate(): unknown };
      };
    };
    executeCommand(id: string, params: object): Promise<boolean>;
  };
  readonly functions: { idle(): boolean };
}

/** Milliseconds from the start of navigation to the first value of a SERVICE cell on the page. */
async function firstValue(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = (): void => {
      const isShown = [...document.querySelectorAll(".wb-early-cell")].some((cell) => /^-?[\d,]+\.\d+$/.test(cell.textContent ?? ""));
      if (isShown) performance.mark("value");
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(url);
  const at = await page.waitForFunction(() => performance.getEntriesByName("value")[0]?.startTime);
  const ms = Number(await at.jsonValue());
  // The grid starts, as for a person who stays: the browser keeps compiled scripts of pages that ran.
  await page.waitForFunction(() => Symbol.for("service.workbench") in globalThis);
  await page.close();
  return ms;
}

const settled = (page: Page) =>
  page.waitForFunction(
    () => (globalThis as unknown as Record<symbol, Exposed | undefined>)[Symbol.for("service.workbench")]?.functions.idle() === true,
    undefined,
    {
      timeout: 120_000,
    },
  );

async function openEmpty(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${origin}/workbench?book=empty`);
  await settled(page);
  return page;
}

/** The longest tasks of the page, in milliseconds, while formulas are pasted and calculated. */
async function longestTasks(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
  });
  const rows = Array.from({ length: PASTED / 5 }, (_, i) => {
    const day = new Date(Date.UTC(2004, 0, 5 + i)).toISOString().slice(0, 10);
    return ["DGS1", "DGS2", "DGS5", "DGS10", "DGS30"].map((series) => `=SERVICE.FREDH("${series}","${day}")`).join("\t");
  });
  await page.evaluate(async (textContent) => {
    const { api } = (globalThis as unknown as Record<symbol, Exposed>)[Symbol.for("service.workbench")]!;
    api.getActiveWorkbook().getActiveSheet().getRange("A1").activate();
    await api.executeCommand("sheet.command.paste-by-short-key", { textContent });
  }, rows.join("\n"));
  await settled(page);
  return page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks.sort((a, b) => b - a).slice(0, 3));
}

/** The page's memory in MB after so many rounds, each of which asks 2,000 new questions. */
async function memoryOverRounds(context: BrowserContext, page: Page): Promise<number[]> {
  const session = await context.newCDPSession(page);
  const heap = async (): Promise<number> => {
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize / 1e6;
  };
  await page.evaluate((cells) => {
    const { api } = (globalThis as unknown as Record<symbol, Exposed>)[Symbol.for("service.workbench")]!;
    const rows = Array.from({ length: cells }, (_, i) => [{ f: `=SERVICE.FREDH("DGS10",J$1-${i})` }, { f: `=IF(ISNUMBER(J${i + 2}),J${i + 2}*2,"")` }]);
    api.getActiveWorkbook().getActiveSheet().getRange(1, 9, cells, 2).setValues(rows);
  }, CELLS);
  const sizes: number[] = [];
  for (let round = 1; round <= Math.max(...ROUNDS); round++) {
    await page.evaluate(
      (day) => {
        const { api } = (globalThis as unknown as Record<symbol, Exposed>)[Symbol.for("service.workbench")]!;
        api.getActiveWorkbook().getActiveSheet().getRange("J1").setValue(day);
      },
      46_000 - round * 400,
    );
    await settled(page);
    if (ROUNDS.includes(round)) sizes.push(await heap());
  }
  return sizes;
}

/** Measures the workbench: the first value on the first and on later visits, a large paste, and memory over many recalculations. */
export async function workbenchPage(out: (line: string) => void, { root, chrome }: { readonly root: string; readonly chrome: string }): Promise<void> {
  const { origin, close } = await servePages(root);
  const times: { readonly first: number[]; readonly later: number[] } = { first: [], later: [] };
  for (let visit = 0; visit < VISITS; visit++) {
    const profile = mkdtempSync(path.join(tmpdir(), "service-bench-profile-"));
    const context = await chromium.launchPersistentContext(profile, { executablePath: chrome, args: FLAGS, viewport: VIEWPORT });
    times.first.push(await firstValue(context, `${origin}/workbench`));
    times.later.push(await firstValue(context, `${origin}/workbench`));
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
  out(`first value in the workbench, first visit   ${median(times.first).toFixed(0).padStart(6)} ms (median of ${VISITS})`);
  out(`first value in the workbench, second visit  ${median(times.later).toFixed(0).padStart(6)} ms (median of ${VISITS})`);

  const browser = await chromium.launch({ executablePath: chrome, args: FLAGS });
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await openEmpty(context, origin);
  const tasks = await longestTasks(page);
  out(`${PASTED.toLocaleString("en-US")} formulas pasted: the page's longest tasks  ${tasks.map((ms) => ms.toFixed(0)).join(", ")} ms`);
  const sizes = await memoryOverRounds(context, page);
  out(
    `the page's memory after ${ROUNDS.join(", ")} rounds of ${CELLS.toLocaleString("en-US")} new questions  ${sizes.map((mb) => mb.toFixed(0)).join(", ")} MB`,
  );
  await browser.close();
  await close();
}
