import path from "node:path";
import type { Page } from "playwright-core";
import { openPages, type Pages } from "../browser";
import { looksRight } from "../look";
import { pagePool, type PooledPage } from "../page-pool";
import { paneScript, paneStyles } from "../pane-bundle";
import type { Desk } from "./desk-page";

const ORIGIN = "https://localhost:3000";

function html(): string {
  const script = paneScript(path.join(__dirname, "desk-page.tsx")).replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pane</title><style>${paneStyles()}</style><body><div id="pane"></div><script>${script}</script></body></html>`;
}

interface DeskOpening {
  readonly width?: number;
}

/** A page with two tabs over a workbook in memory, with the real client, refresher and auditor. The service runs in the page. */
export interface OpenDesk {
  readonly page: Page;
  /** Console output and thrown errors. */
  readonly heard: string[];
  /** Runs code in the page, with its desk. */
  run<A, T>(work: (desk: Desk, argument: A) => T, argument: A): Promise<T>;
  run<T>(work: (desk: Desk) => T): Promise<T>;
  /** Expects no accessibility violation in any appearance and no clipping at any width. Takes screenshots if requested. */
  look(name: string): Promise<void>;
}

/** Sets up a test file. Returns a function that opens desks, each with its own document; they are closed after each test. */
export function desks(): (opening?: DeskOpening) => Promise<OpenDesk> {
  let browser: Pages | undefined;
  let text = "";
  const open: PooledPage[] = [];
  const pool = pagePool(() => browser, ORIGIN);
  beforeAll(async () => {
    text = html();
    browser = await openPages();
  });
  afterEach(async () => {
    for (const page of open.splice(0)) await pool.giveBack(page);
  });
  afterAll(() => browser?.close());

  return async ({ width = 320 } = {}) => {
    const pooled = await pool.take({ width, height: 900 }, (route) => route.fulfill({ contentType: "text/html", body: text }));
    open.push(pooled);
    const { page, context, heard } = pooled;
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: ORIGIN });
    await page.goto(`${ORIGIN}/desk.html`);
    await page.waitForSelector("h2");
    return {
      page,
      heard,
      run: (work: (desk: Desk, argument: never) => unknown, argument?: unknown) =>
        page.evaluate(`(${work.toString()})(window.desk, ${JSON.stringify(argument) ?? "undefined"})`) as Promise<never>,
      look: (name: string) => looksRight(page, name),
    };
  };
}
