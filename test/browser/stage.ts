import { FRESHNESS_SETTING } from "../../src/pane/freshness";
import { openPages, type Pages } from "./browser";
import { openExcel, openPreview, release, type Excel, type Opened, type Opening } from "./excel-host";
import { startLocalService, type LocalService } from "./local-service";
import { pagePool } from "./page-pool";
import { webBuild } from "./web-build";
import { openWorkbench, type Workbench, type WorkbenchOpening } from "./workbench";

/** One browser for a test file, with a separate service for each test. Previews reuse pages; Excel and the workbench open new ones. */
interface Stage {
  readonly service: LocalService;
  excel(opening?: Opening): Promise<Excel>;
  preview(opening?: Opening): Promise<Opened>;
  workbench(opening?: WorkbenchOpening): Promise<Workbench>;
}

/** Sets up a test file. `origin` serves the add-in; by default this computer. */
export function stage(origin = "https://localhost:3000"): Stage {
  let browser: Pages | undefined;
  let service: LocalService | undefined;
  let open: Opened[] = [];
  const pool = pagePool(() => browser, origin);

  beforeAll(async () => {
    await webBuild();
    browser = await openPages();
  });
  beforeEach(async () => {
    service = await startLocalService(await webBuild(), origin);
  });
  afterEach(async () => {
    if (service) release(service);
    const opened = open;
    open = [];
    try {
      for (const page of opened) await page.close();
      // Includes a page that did not finish opening: its requests must not reach a closed service, which would fail every test of the file.
      for (const context of browser?.contexts() ?? []) if (!pool.isIdle(context)) await context.close();
    } finally {
      await service?.close();
    }
  });
  afterAll(() => browser?.close());

  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("The stage is set up within tests only.");
    return thing;
  };
  const kept = <T extends Opened>(page: T): T => {
    open.push(page);
    return page;
  };
  return {
    get service() {
      return there(service);
    },
    excel: async (opening) => kept(await openExcel(there(browser), there(service), await webBuild(), opening)),
    preview: async (opening) => kept(await openPreview(pool, there(service), opening)),
    workbench: async (opening) => kept(await openWorkbench(there(browser), there(service), opening)),
  };
}

/** Requests for cells that the service has received. */
export const evals = ({ seen }: LocalService) => seen.filter(({ url }) => url.endsWith("/sheets/eval"));

/** The settings that were saved in Excel's workbook by an action. The pane saves by itself how current the answers are, some time after they came. */
export const savedSettings = ({ workbook }: Excel) => [...workbook.document.settings].filter(([name]) => name !== FRESHNESS_SETTING);

/** Waits for an action of the page without polling. Fails after a timeout. */
export async function until(what: () => boolean): Promise<void> {
  for (let turns = 0; !what() && turns < 800; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(what()).toBe(true);
}

/** Types base URL and key into the pane's form and presses *Test and save*. */
export async function enterKey({ pane }: Pick<Opened, "pane">, key: string, baseUrl?: string): Promise<void> {
  if (baseUrl !== undefined) await pane.getByLabel("Base URL").fill(baseUrl);
  await pane.getByLabel("API key", { exact: true }).fill(key);
  await pane.getByRole("button", { name: "Test and save" }).click();
}
