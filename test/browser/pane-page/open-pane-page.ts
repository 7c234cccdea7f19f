import path from "node:path";
import type { BrowserContext, Page, Route } from "playwright-core";
import { ROOT } from "../../../src/commands/io";
import { openPages, type Pages } from "../browser";
import { pagePool } from "../page-pool";
import { paneScript, paneStyles } from "../pane-bundle";
import { startLocalService, type LocalService } from "../local-service";
import type { InMemoryWorkbook } from "../../unit/pane/in-memory-workbook";

export interface TabPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly service: LocalService;
  /** Every address requested from the service. */
  readonly asked: string[];
  /** Console output and thrown errors. */
  readonly heard: string[];
}

const ORIGIN = "https://localhost:3000";

interface TabOpening {
  readonly tab: "build" | "inspect";
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active" | "none";
  readonly workbook?: boolean;
  /** False: there is no local key. */
  readonly key?: boolean;
}

const HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SERVICE</title><meta name="color-scheme" content="light dark"><link rel="stylesheet" href="tab.css"></head><body><div id="pane"></div><script src="tab.js"></script></body></html>';

/** Sets up a test file for one tab, with a separate document and service for each test. */
export function tabStage(): (opening: TabOpening) => Promise<TabPage> {
  let browser: Pages | undefined;
  let js = "";
  let opened: TabPage[] = [];
  const pool = pagePool(() => browser, ORIGIN);
  beforeAll(async () => {
    js = paneScript(path.join(__dirname, "page.tsx"));
    browser = await openPages();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const pages = opened;
    opened = [];
    for (const page of pages) {
      await pool.giveBack(page);
      await page.service.close();
    }
  });
  return async (opening) => {
    const service = await startLocalService(path.join(ROOT, "assets"), ORIGIN);
    service.switches.localKey = opening.key !== false;
    const asked: string[] = [];
    const answer = async (route: Route): Promise<unknown> => {
      const request = route.request();
      const url = new URL(request.url());
      // The same policy as on the pane's own pages: what it forbids must not work here either.
      const policy = {
        "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
      };
      if (url.pathname === "/tab.html") return route.fulfill({ contentType: "text/html", headers: policy, body: HTML });
      if (url.pathname === "/tab.js") return route.fulfill({ contentType: "text/javascript", body: js });
      if (url.pathname === "/tab.css") return route.fulfill({ contentType: "text/css", body: paneStyles() });
      if (!request.url().startsWith(service.origin)) return route.abort();
      asked.push(`${request.method()} ${url.pathname}${url.search}`);
      const turn =
        url.pathname === "/sheets/eval" ? service.switches.eval : url.pathname === "/local/key" && !service.switches.localKey ? { status: 404 } : "answer";
      if (turn === "lost" || turn === "held") return route.abort("connectionrefused");
      if (typeof turn === "object")
        return route.fulfill({ status: turn.status, contentType: "application/json", body: ("body" in turn ? turn.body : undefined) ?? "{}" });
      const body = request.postData() ?? undefined;
      const reply = await service.app.inject({
        method: request.method() as "GET" | "POST",
        url: url.pathname + url.search,
        headers: { ...(await request.allHeaders()), host: url.host },
        remoteAddress: "127.0.0.1",
        ...(body === undefined ? {} : { payload: body }),
      });
      const headers = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
      return route.fulfill({ status: reply.statusCode, headers, body: reply.rawPayload }).catch(() => undefined);
    };
    const { width = 360, colorScheme, forcedColors } = opening;
    const { page, context, heard } = await pool.take({ width, height: 900, colorScheme, forcedColors }, answer);
    const at: TabPage = { page, context, service, asked, heard };
    opened.push(at);
    await page.goto(`${service.origin}/tab.html?tab=${opening.tab}${opening.workbook === false ? "&no-workbook" : ""}`);
    await page.waitForSelector("h2");
    return at;
  };
}

/** Calls a method of the page's workbook, with these values. */
export const onPaper = <T, Given extends readonly unknown[]>(
  page: Page,
  work: (workbook: InMemoryWorkbook, ...given: Given) => T,
  ...given: Given
): Promise<Awaited<T>> =>
  // Evaluated as text: the page's policy forbids creating code, but not code from the debugger.
  page.evaluate(`(${work.toString()})(window.workbook, ...${JSON.stringify(given)})`);
