import type { Browser, BrowserContext, ConsoleMessage, Frame, Page, Route } from "playwright-core";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { HOST_ORIGIN, hostPage } from "./host-page";
import type { LocalService } from "./local-service";
import { createWorkbookModel, type Batch, type WorkbookModel } from "./workbook-model";

const OFFICE_JS = path.join(ROOT, "node_modules", "@microsoft", "office-js", "dist");
const CDN = "https://appsforoffice.microsoft.com/lib/1/hosted/";

/** Requirement sets of a current Excel, and of one that shows dates as text only. */
export const CURRENT = { excelapi: "1.19", sharedruntime: "1.2", customfunctionsruntime: "1.4", dialogapi: "1.2" } as const;
export const OLDER = { excelapi: "1.16", sharedruntime: "1.2", customfunctionsruntime: "1.4", dialogapi: "1.2" } as const;
export const OLD = { excelapi: "1.14", sharedruntime: "1.1", customfunctionsruntime: "1.3", dialogapi: "1.2" } as const;

/** What a function gave, as office.js sent it. `errorCode` 1 is #N/A, 7 is #VALUE!. */
export interface Result {
  readonly id: number;
  readonly ok: boolean;
  readonly value: unknown;
  readonly errorCode?: number;
}

export interface Call {
  readonly fn: string;
  readonly args?: readonly unknown[];
  readonly address?: string;
}

/** How a page is opened. */
export interface Opening {
  readonly requirements?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active" | "none";
  /** False: office.js cannot be loaded. */
  readonly officeJs?: boolean;
}

/** A page with the pane: in the test's Excel, or by itself in a browser. */
export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The frame of the pane. */
  readonly pane: Page | Frame;
  /** Everything that was written to the console or thrown, and every address asked for. */
  readonly heard: string[];
  readonly addresses: string[];
  close(): Promise<void>;
}

export interface Excel extends Opened {
  readonly pane: Frame;
  readonly workbook: WorkbookModel;
  call(fn: string, args?: readonly unknown[], address?: string): Promise<Result>;
  /** Calls that Excel sends in one message, all answered. */
  callAll(calls: readonly Call[]): Promise<{ results: Result[]; resultMessages: number; mostAnswers: number }>;
  /** Calls without waiting; `result` waits for one of them. */
  begin(calls: readonly Call[]): Promise<number[]>;
  cancel(id: number): Promise<void>;
  timesAnswered(id: number): Promise<number>;
}

/** An error value as an argument, in the form in which Excel hands it to the runtime. */
export const errorArgument = (code: string) => ({ code, type: "CustomFunctionError" });

/** Rich values travel as text within an object. */
const wired = (argument: unknown): unknown => (typeof argument === "object" && argument !== null ? { value: JSON.stringify(argument) } : argument);

/** Cancelable, errors allowed as arguments, rich values as arguments: what functions.json declares. */
const FLAGS = 1 | 4 | 8;

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".json": "application/json", ".css": "text/css" };

async function answerService(route: Route, { app, origin, switches, seen }: LocalService, held: (() => void)[]): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  const body = request.postData() ?? undefined;
  const isEval = url.pathname === "/sheets/eval";
  const cells = isEval && body ? (JSON.parse(body) as { cells: unknown[] }).cells.length : 0;
  const headers = await request.allHeaders();
  seen.push({ method: request.method(), url: url.href, cells, key: headers.authorization?.replace(/^Bearer /, "") });
  if (isEval && switches.eval === "held") await new Promise<void>((release) => held.push(release));
  const turn = isEval ? switches.eval : url.pathname === "/v1/status" ? switches.status : "answer";
  if (turn === "lost") return route.abort("connectionrefused");
  if (typeof turn === "object")
    return route.fulfill({
      status: turn.status,
      headers: { ...("retryAfter" in turn && turn.retryAfter ? { "retry-after": turn.retryAfter } : {}) },
      contentType: "application/json",
      body: turn.body ?? "{}",
    });
  if (url.pathname === "/local/key" && !switches.localKey)
    return route.fulfill({ status: 404, contentType: "application/json", body: '{"detail":"nothing here"}' });
  const reply = await app.inject({
    method: request.method() as "GET" | "POST",
    url: url.pathname + url.search,
    headers: { ...headers, host: new URL(origin).host },
    remoteAddress: "127.0.0.1",
    ...(body === undefined ? {} : { payload: body }),
  });
  const sent = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
  // A cancelled request is gone by now; that is no fault of the test.
  return route.fulfill({ status: reply.statusCode, headers: sent, body: reply.rawPayload }).catch(() => undefined);
}

function answerOfficeJs(route: Route, file: string): Promise<void> {
  const found = path.join(OFFICE_JS, file);
  if (!statSync(found, { throwIfNoEntry: false })?.isFile()) return route.fulfill({ status: 404 });
  return route.fulfill({ contentType: TYPES[path.extname(found)] ?? "application/octet-stream", body: readFileSync(found) });
}

/** Requests for cells that `switches.eval = "held"` keeps back, by service. */
const heldBack = new WeakMap<LocalService, (() => void)[]>();

/** Lets held requests go; what is on its way then is decided by the switches as they stand. */
export function release(service: LocalService): void {
  for (const go of heldBack.get(service)?.splice(0) ?? []) go();
}

async function open(
  browser: Browser,
  service: LocalService,
  opening: Opening,
  host?: { width: number; requirements: Readonly<Record<string, string>> },
): Promise<Omit<Opened, "pane">> {
  const context = await browser.newContext({
    viewport: { width: opening.width ?? 360, height: 900 },
    colorScheme: opening.colorScheme ?? "light",
    forcedColors: opening.forcedColors ?? "none",
    reducedMotion: "reduce",
  });
  const heard: string[] = [];
  const addresses: string[] = [];
  const held = heldBack.get(service) ?? [];
  heldBack.set(service, held);
  context.on("console", (message: ConsoleMessage) => heard.push(message.text()));
  context.on("weberror", (error) => heard.push(`${error.error().message}\n${error.error().stack ?? ""}`));
  await context.route("**/*", async (route) => {
    const url = route.request().url();
    addresses.push(url);
    if (url.startsWith(HOST_ORIGIN) && host)
      return route.fulfill({ contentType: "text/html", body: hostPage({ pane: `${service.origin}/taskpane.html`, ...host }) });
    if (url.startsWith(CDN) && opening.officeJs !== false) return answerOfficeJs(route, new URL(url).pathname.slice(new URL(CDN).pathname.length));
    if (url.startsWith(`${service.origin}/`)) return answerService(route, service, held);
    return route.abort("internetdisconnected");
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  return { context, page, heard, addresses, close: () => context.close() };
}

/** Opens the pane by itself, as a browser does that is no Excel. */
export async function openPreview(browser: Browser, service: LocalService, opening: Opening = {}): Promise<Opened> {
  const opened = await open(browser, service, opening);
  await opened.page.goto(`${service.origin}/taskpane.html`);
  await opened.page.waitForSelector("h1");
  return { ...opened, pane: opened.page };
}

/** Opens the add-in in the test's Excel, with Microsoft's office.js and custom functions runtime, and waits until functions can be called. */
export async function openExcel(browser: Browser, service: LocalService, opening: Opening = {}): Promise<Excel> {
  const workbook = createWorkbookModel();
  const width = opening.width ?? 360;
  const opened = await open(browser, service, opening, { width, requirements: opening.requirements ?? CURRENT });
  const { page } = opened;
  const faults: string[] = [];
  await page.exposeFunction("answerBatch", (batch: string) => {
    try {
      return JSON.stringify(workbook.answer(JSON.parse(batch) as Batch));
    } catch (e) {
      opened.heard.push(`The test's workbook: ${(e as Error).message}`);
      faults.push(`${(e as Error).message}\n${batch}`);
      return JSON.stringify({ Error: { Code: "GeneralException", Message: (e as Error).message } });
    }
  });
  await page.goto(`${HOST_ORIGIN}/workbook.html`);
  await page.waitForFunction(() => (window as unknown as { excel?: { isReady(): boolean } }).excel?.isReady());
  const pane = page.frames().find((frame) => frame.url().startsWith(service.origin));
  if (!pane) throw new Error("The pane's frame is not there.");
  await pane.waitForSelector("h1");

  const full = (calls: readonly Call[]) => calls.map(({ fn, args = [], address = "Sheet1!A1" }) => ({ fn, args: args.map(wired), address, flags: FLAGS }));
  const callAll = (calls: readonly Call[]) =>
    page.evaluate(async (asked) => {
      const { excel } = window as unknown as {
        excel: { invoke(calls: unknown): { ids: number[]; results: Promise<Result>[] }; resultMessages(): number; timesAnswered(id: number): number };
      };
      const before = excel.resultMessages();
      const { ids, results } = excel.invoke(asked);
      const all = await Promise.all(results);
      return { results: all, resultMessages: excel.resultMessages() - before, mostAnswers: Math.max(...ids.map((id) => excel.timesAnswered(id))) };
    }, full(calls));
  return {
    ...opened,
    pane,
    workbook,
    callAll,
    call: async (fn, args = [], address = "Sheet1!A1") => {
      const { results } = await callAll([{ fn, args, address }]);
      return results[0] as Result;
    },
    begin: (calls) =>
      page.evaluate((asked) => (window as unknown as { excel: { invoke(calls: unknown): { ids: number[] } } }).excel.invoke(asked).ids, full(calls)),
    cancel: (id) => page.evaluate((n) => (window as unknown as { excel: { cancel(id: number): void } }).excel.cancel(n), id),
    timesAnswered: (id) => page.evaluate((n) => (window as unknown as { excel: { timesAnswered(id: number): number } }).excel.timesAnswered(n), id),
    close: async () => {
      await opened.close();
      if (faults.length > 0) throw new Error(`The test's workbook could not answer:\n${faults.join("\n")}`);
    },
  };
}
