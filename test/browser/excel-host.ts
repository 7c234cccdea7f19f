import type { BrowserContext, ConsoleMessage, Frame, JSHandle, Page, Route } from "playwright-core";
import type { Pages } from "./browser";
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../../src/commands/io";
import { LIMIT_MS } from "../time";
import { CELL_CALLS, HOST_ORIGIN, hostPage, type HostPage, type Asked, type HostPageCalls, type Result } from "./host-page";
import type { LocalService, Turn } from "./local-service";
import { DELAY_FOR_CELL_EDIT } from "./model/batches";
import type { CallFunction, Given } from "./model/calculation";
import type { Value } from "./model/cells";
import type { PagePool } from "./page-pool";
import { createWorkbookModel, type WorkbookModel } from "./workbook-model";

const OFFICE_JS = path.join(ROOT, "node_modules", "@microsoft", "office-js", "dist");
const CDN = "https://appsforoffice.microsoft.com/lib/1/hosted/";

/** Requirement sets of a current Excel, of one that passes empty cells as 0, and of one that also shows dates as text only. */
export const CURRENT = { excelapi: "1.19", delayforcelledit: "1.1", sharedruntime: "1.2", customfunctionsruntime: "1.5", dialogapi: "1.2" } as const;
export const OLDER = { excelapi: "1.16", sharedruntime: "1.2", customfunctionsruntime: "1.4", dialogapi: "1.2" } as const;
export const OLD = { excelapi: "1.14", sharedruntime: "1.1", customfunctionsruntime: "1.3", dialogapi: "1.2" } as const;

export interface Call {
  readonly fn: string;
  /** As many as the metadata has that Excel keeps, which may be that of another version. */
  readonly args?: readonly unknown[];
  readonly address?: string;
  readonly parameterAddresses?: readonly string[];
}

/** How to open the page. */
export interface Opening {
  readonly requirements?: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
  /** Of Excel's own texts and function names: `en-us` if missing. */
  readonly language?: string;
  readonly colorScheme?: "light" | "dark";
  readonly forcedColors?: "active" | "none";
  /** Prepares the workbook before the add-in loads. */
  readonly workbook?: (workbook: WorkbookModel) => void;
  /** Address of the page, if it is not the pane. */
  readonly path?: string;
  /** The manifest that Excel loaded; manifest.xml if missing. */
  readonly manifest?: string;
  /** False: office.js cannot be loaded. */
  readonly officeJs?: boolean;
  /** The pane is not shown: Excel loads the page of a shared runtime for the functions alone (learn.microsoft.com, "Configure your add-in to use a shared runtime"). */
  readonly hidden?: boolean;
  /**
   * `Office.context.partitionKey`, which Office on the web gives, and office.js of npm does not (learn.microsoft.com, "Persist add-in state and settings",
   * section "Storage partitioning").
   */
  readonly partitionKey?: string;
  /** Every call of Office's add-in storage is refused, although the browser's storage works. */
  readonly officeStorageDenied?: boolean;
  /** Opens another workbook in another window of the same browser, with the same storage. */
  readonly beside?: Excel;
  /** Number of the test's moment, noted with each call of a cell and its result. */
  readonly moment?: () => number;
}

/** One call of a cell, and each time that it was settled. */
export interface CellCall {
  readonly fn: string;
  readonly args: readonly unknown[];
  readonly address: string;
  /** Number of the message that it came with. */
  readonly message: number;
  readonly at: number;
  readonly settled: { readonly result: Result; readonly at: number }[];
  /** Why no cell waits for it any more, although it was not settled. */
  ended?: "cancelled" | "reloaded";
}

/** A page with the pane, in the test's Excel or in a plain browser. */
export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The pane's frame. */
  readonly pane: Page | Frame;
  /** Console output, thrown errors, and every requested address. */
  readonly heard: string[];
  readonly addresses: string[];
  close(): Promise<void>;
}

export interface Excel extends Opened {
  readonly pane: Frame;
  readonly workbook: WorkbookModel;
  call(fn: string, args?: readonly unknown[], address?: string): Promise<Result>;
  /** Sends calls in one message, as Excel does, and returns all results. */
  callAll(calls: readonly Call[]): Promise<{ results: Result[]; resultMessages: number; mostAnswers: number }>;
  /** Starts calls without waiting; `result` waits for one of them. */
  begin(calls: readonly Call[]): Promise<number[]>;
  cancel(id: number): Promise<void>;
  timesAnswered(id: number): Promise<number>;
  /** Selects these areas of a sheet as a user would. The first area's top left cell is active. */
  select(sheet: string, ...areas: readonly string[]): Promise<void>;
  /** Changes a cell as a user does who types this. */
  type(sheet: string, cell: string, content: string): Promise<void>;
  /** Whether the add-in listens for changes of the selection. */
  hearsSelection(): Promise<boolean>;
  /** How often office.js told Excel that a key leaves the pane: Tab, Shift+Tab, Escape. */
  keysThatLeft(): Promise<readonly [tab: number, back: number, escape: number]>;
  /** Waits until every function called by a cell has returned. */
  settled(): Promise<void>;
  /** Throws if the test's workbook received a call that it does not support. */
  check(): void;
  /** Replaces the workbook by an empty one. */
  newBook(): void;
  /** All calls of cells since the page was opened. */
  readonly calls: readonly CellCall[];
  /** Loads the page again, as the user does. Excel then calculates the cells whose functions had not answered. */
  reload(): Promise<void>;
}

const SELECTION_CHANGED = "documentSelectionChanged";
/** `OSF.AgaveHostAction` of office.js. */
const [TAB_EXIT, TAB_EXIT_BACK, ESCAPE_EXIT] = [13, 14, 15];

/** An error value as an argument, in Excel's form. */
export const errorArgument = (code: string) => ({ code, type: "CustomFunctionError" });

/** A rich value travels as text inside an object. */
const wired = (argument: unknown): unknown => (typeof argument === "object" && argument !== null ? { value: JSON.stringify(argument) } : argument);

/** Cancelable, accepts errors, accepts rich values: as functions.json declares. */
const FLAGS = 1 | 4 | 8;

const TYPES: Readonly<Record<string, string>> = { ".js": "text/javascript", ".json": "application/json", ".css": "text/css" };

/** How the service treats this request. */
async function turnOf(pathname: string, { switches }: LocalService, { body, key }: { readonly body: string; readonly key: string | undefined }): Promise<Turn> {
  const { eval: cells, health, status, tabs } = switches;
  if (pathname === "/sheets/eval") return typeof cells === "function" ? cells(body, key) : cells;
  // A service that is lost for cells is lost for the request that tries it, too.
  if (pathname === "/healthz") return health === "lost" || cells === "held" || typeof cells === "function" ? health : cells;
  return pathname === "/v1/status" ? status : pathname.startsWith("/pane/") ? tabs : "answer";
}

async function answerService(route: Route, service: LocalService, held: (() => void)[]): Promise<void> {
  const { app, origin, switches, seen } = service;
  const request = route.request();
  const url = new URL(request.url());
  const body = request.postData() ?? undefined;
  const isEval = url.pathname === "/sheets/eval";
  const asked = isEval && body ? (JSON.parse(body) as { cells: unknown[]; as_of?: unknown }) : undefined;
  const headers = await request.allHeaders();
  const key = headers.authorization?.replace(/^Bearer /, "");
  seen.push({ method: request.method(), url: url.href, cells: asked?.cells.length ?? 0, asOf: asked?.as_of, key });
  if (isEval && switches.eval === "held") await new Promise<void>((release) => held.push(release));
  const turn = await turnOf(url.pathname, service, { body: body ?? "", key });
  if (turn === "lost") return route.abort("connectionrefused").catch(() => undefined);
  if (typeof turn === "object")
    return route
      .fulfill({
        status: turn.status,
        headers: { ...(turn.retryAfter ? { "retry-after": turn.retryAfter } : {}) },
        contentType: "application/json",
        body: turn.body ?? "{}",
      })
      .catch(() => undefined);
  if (url.pathname === "/local/key" && !switches.localKey)
    return route.fulfill({ status: 404, contentType: "application/json", body: '{"detail":"nothing here"}' });
  const answer = app.inject({
    method: request.method() as "GET" | "POST",
    url: url.pathname + url.search,
    headers: { ...headers, host: new URL(origin).host },
    remoteAddress: "127.0.0.1",
    ...(body === undefined ? {} : { payload: body }),
  });
  // A page that closes while it loads still sends requests. They belong to no test.
  const reply = await answer.catch((e: { readonly code?: string }) => {
    if (e.code === "FST_ERR_REOPENED_CLOSE_SERVER") return undefined;
    throw e;
  });
  if (!reply) return route.abort("connectionrefused").catch(() => undefined);
  const sent = Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)]));
  // The request was cancelled meanwhile: not a failure of the test.
  return route.fulfill({ status: reply.statusCode, headers: sent, body: reply.rawPayload }).catch(() => undefined);
}

function answerOfficeJs(route: Route, file: string, { partitionKey, officeStorageDenied = false }: Opening): Promise<void> {
  const found = path.join(OFFICE_JS, file);
  if (!statSync(found, { throwIfNoEntry: false })?.isFile()) return route.fulfill({ status: 404 });
  const changes = [
    partitionKey === undefined ? "" : `Office.context.partitionKey = ${JSON.stringify(partitionKey)};`,
    officeStorageDenied
      ? 'for (const name of ["getItem", "setItem", "removeItem"]) OfficeRuntime.storage[name] = () => Promise.reject(new Error("Access is denied."));'
      : "",
  ].join("");
  // Registered first, so that the add-in's own listeners find it.
  const changed = changes === "" || file !== "office.js" ? "" : `;Office.onReady(() => { ${changes} });`;
  const body = readFileSync(found);
  return route.fulfill({
    contentType: TYPES[path.extname(found)] ?? "application/octet-stream",
    body: changed === "" ? body : Buffer.concat([body, Buffer.from(changed)]),
  });
}

/** Requests for cells held by `switches.eval = "held"`, by service. */
const heldBack = new WeakMap<LocalService, (() => void)[]>();

/** Releases held requests. The switches at that moment decide the replies. */
export function release(service: LocalService): void {
  for (const go of heldBack.get(service)?.splice(0) ?? []) go();
}

type Host = Omit<HostPage, "pane">;

/** Answers a page's requests, and records their addresses. */
function answering(service: LocalService, opening: Opening, addresses: string[], host?: Host): (route: Route) => Promise<void> {
  const held = heldBack.get(service) ?? [];
  heldBack.set(service, held);
  return async (route) => {
    const url = route.request().url();
    addresses.push(url);
    if (url.startsWith(HOST_ORIGIN) && host)
      return route.fulfill({ contentType: "text/html", body: hostPage({ pane: `${service.origin}/taskpane.html`, ...host }) });
    if (url.startsWith(CDN) && opening.officeJs !== false) return answerOfficeJs(route, new URL(url).pathname.slice(new URL(CDN).pathname.length), opening);
    if (url.startsWith(`${service.origin}/`)) return answerService(route, service, held);
    return route.abort("internetdisconnected");
  };
}

async function open(browser: Pages, service: LocalService, opening: Opening, host?: Host): Promise<Omit<Opened, "pane">> {
  if (opening.beside) {
    const { context, heard, addresses } = opening.beside;
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    return { context, page, heard, addresses, close: () => page.close() };
  }
  const context = await browser.newContext({
    viewport: { width: opening.width ?? 360, height: opening.height ?? 900 },
    colorScheme: opening.colorScheme ?? "light",
    forcedColors: opening.forcedColors ?? "none",
    reducedMotion: "reduce",
  });
  const heard: string[] = [];
  const addresses: string[] = [];
  context.on("console", (message: ConsoleMessage) => heard.push(message.text()));
  context.on("weberror", (error) => heard.push(`${error.error().message}\n${error.error().stack ?? ""}`));
  await context.route("**/*", answering(service, opening, addresses, host));
  // Browsers that block storage in a frame of another site throw at each access; not all do.
  await context.addInitScript(() => {
    const [around] = location.ancestorOrigins;
    const siteOf = (origin: string): string => new URL(origin).hostname.split(".").slice(-2).join(".");
    if (around === undefined || around === "null" || location.origin === "null" || siteOf(around) === siteOf(location.origin)) return;
    const get = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  return { context, page, heard, addresses, close: () => context.close() };
}

/** A page of the service, without Excel. */
export const openContext = open;

/** Opens the pane, or another page, in a plain browser, without Excel, in a page of this pool. */
export async function openPreview(pool: PagePool, service: LocalService, opening: Opening = {}): Promise<Opened> {
  const { width = 360, height = 900, colorScheme, forcedColors } = opening;
  const addresses: string[] = [];
  const pooled = await pool.take({ width, height, colorScheme, forcedColors }, answering(service, opening, addresses));
  const { page } = pooled;
  await page.goto(`${service.origin}${opening.path ?? "/taskpane.html"}`);
  await page.waitForSelector("h1");
  return { ...pooled, addresses, pane: page, close: () => pool.giveBack(pooled) };
}

interface FunctionMetadata {
  readonly id: string;
  readonly name: string;
  readonly parameters: readonly unknown[];
  readonly options?: { readonly requiresParameterAddresses?: boolean };
}

/** A function as Excel knows it. Excel passes null for each omitted parameter. */
interface KnownFunction {
  readonly id: string;
  readonly parameters: number;
  readonly wantsAddresses: boolean;
}

/** Functions by the name that a formula uses, from the manifest's metadata file and namespace. */
function functionsOf(web: string, manifest: string): ReadonlyMap<string, KnownFunction> {
  const valueOf = (element: string): string | undefined => {
    const resid = new RegExp(`<${element}(?: resid="|>\\s*<SourceLocation resid=")([^"]+)"`).exec(manifest)?.[1];
    return resid === undefined ? undefined : new RegExp(`id="${resid}" DefaultValue="([^"]+)"`).exec(manifest)?.[1];
  };
  const namespace = valueOf("Namespace");
  const file = path.join(web, new URL(valueOf("Metadata") ?? "").pathname);
  const { functions } = JSON.parse(readFileSync(file, "utf8")) as { functions: FunctionMetadata[] };
  return new Map(
    functions.map(({ id, name, parameters, options }) => [
      namespace === undefined ? name : `${namespace}.${name}`,
      { id, parameters: parameters.length, wantsAddresses: options?.requiresParameterAddresses === true },
    ]),
  );
}

/** A cell's value, in the form in which Excel passes it to a function. */
const handedIn = (value: Value): unknown => (typeof value === "object" && value !== null ? errorArgument(value.error) : value);

/** True for requirement sets of an Excel that may pass an empty cell as 0, and does so here. */
const passesZero = ({ customfunctionsruntime = "1.1" }: Readonly<Record<string, string>>): boolean => Number(customfunctionsruntime) < 1.5;

/** Passes calls to the add-in's functions, all of one calculation in one message, as Excel does. */
function createFunctionCalls(
  known: ReadonlyMap<string, KnownFunction>,
  emptyIsZero: boolean,
  send: (calls: readonly Asked[], ids: readonly number[]) => void,
  cancel: (id: number) => void,
  moment: () => number,
) {
  const waiting = new Map<number, (given: Given) => void>();
  const made: CellCall[] = [];
  let messages = 0;
  let gathered: { readonly id: number; readonly call: Asked }[] = [];
  const call: CallFunction = (name, args, address, addresses) => {
    const called = known.get(name);
    if (called === undefined) return undefined;
    const handed = Array.from({ length: called.parameters }, (_, i) => wired(handedIn(args[i] ?? (emptyIsZero && addresses[i] !== undefined ? 0 : null))));
    const parameterAddresses = called.wantsAddresses ? handed.map((_, i) => addresses[i] ?? "") : null;
    const number = CELL_CALLS + made.length;
    const mine: CellCall = { fn: name, args: handed, address, message: messages, at: moment(), settled: [] };
    made.push(mine);
    if (gathered.length === 0)
      setImmediate(() => {
        const all = gathered;
        gathered = [];
        messages++;
        send(
          all.map((one) => one.call),
          all.map((one) => one.id),
        );
      });
    gathered.push({ id: number, call: { fn: called.id, args: handed, address, flags: FLAGS, parameterAddresses } });
    return {
      given: new Promise<Given>((resolve) => waiting.set(number, resolve)),
      cancel: () => {
        if (mine.ended === "reloaded") return;
        if (mine.settled.length === 0) mine.ended = "cancelled";
        cancel(number);
      },
    };
  };
  return {
    call,
    made,
    answered: (given: readonly Result[]) => {
      for (const one of given) {
        made[one.id - CELL_CALLS]?.settled.push({ result: one, at: moment() });
        waiting.get(one.id)?.(one);
        waiting.delete(one.id);
      }
    },
    /** The page that ran the functions is gone. */
    forget: () => {
      for (const id of waiting.keys()) made[id - CELL_CALLS]!.ended ??= "reloaded";
      waiting.clear();
    },
  };
}

/** Opens the add-in in the test's Excel, with Microsoft's office.js and custom functions runtime. Waits until functions can be called. */
export async function openExcel(browser: Pages, service: LocalService, web: string, opening: Opening = {}): Promise<Excel> {
  let played: JSHandle<HostPageCalls> | undefined;
  const host = async <A, R>(what: (excel: HostPageCalls, arg: A) => R | Promise<R>, arg: A): Promise<R> => {
    played ??= await page.evaluateHandle(() => (window as unknown as { excel: HostPageCalls }).excel);
    return played.evaluate(what as (excel: HostPageCalls, arg: unknown) => R | Promise<R>, arg as unknown);
  };
  /** Replies to a closing page are ignored. */
  const quietly = (sent: Promise<unknown>): void => void sent.catch(() => undefined);
  const functions = createFunctionCalls(
    functionsOf(web, opening.manifest ?? readFileSync(path.join(ROOT, "manifest.xml"), "utf8")),
    passesZero(opening.requirements ?? CURRENT),
    (calls, ids) => quietly(host((excel, [c, i]) => excel.send(c, i), [calls, ids] as const)),
    (id) => quietly(host((excel, n) => excel.cancel(n), id)),
    opening.moment ?? (() => 0),
  );
  let workbook = createWorkbookModel(functions.call);
  opening.workbook?.(workbook);
  const width = opening.width ?? 360;
  const opened = await open(browser, service, opening, {
    width,
    hidden: opening.hidden ?? false,
    language: opening.language ?? "en-us",
    requirements: opening.requirements ?? CURRENT,
    settings: [...workbook.document.settings],
  });
  const { page } = opened;
  const faults: string[] = [];
  const fault = (e: unknown, asked: string): string => {
    opened.heard.push(`The test's workbook: ${(e as Error).message}`);
    faults.push(`${(e as Error).message}\n${asked.slice(0, 2_000)}`);
    return (e as Error).message;
  };
  await page.exposeFunction("answerBatch", async (batch: string, flags: number) => {
    if ((flags & DELAY_FOR_CELL_EDIT) !== 0) await workbook.editEnds();
    try {
      const answer = workbook.answer(batch);
      return typeof answer === "number" ? answer : JSON.stringify(answer);
    } catch (e) {
      return JSON.stringify({ Error: { Code: "GeneralException", Message: fault(e, batch) } });
    }
  });
  await page.exposeFunction("answerDocument", (dispatchId: number, data: string) => {
    try {
      return JSON.stringify(workbook.answerDocument(dispatchId, JSON.parse(data) as Record<string, unknown>));
    } catch (e) {
      fault(e, data);
      return '{"Error":5001}';
    }
  });
  await page.exposeFunction("functionsAnswered", (given: string) => functions.answered(JSON.parse(given) as Result[]));
  await page.goto(`${HOST_ORIGIN}/workbook.html`);
  const paneOf = async (): Promise<Frame> => {
    await page.waitForFunction(() => (window as unknown as { excel?: HostPageCalls }).excel?.isReady());
    const found = page.frames().find((frame) => frame.url().startsWith(service.origin));
    if (!found) throw new Error("The pane's frame is not there.");
    await found.waitForSelector("h1", { state: "attached" });
    return found;
  };
  let pane = await paneOf();

  const full = (calls: readonly Call[]) =>
    calls.map(({ fn, args = [], address = "Sheet1!A1", parameterAddresses = null }) => ({
      fn,
      args: args.map(wired),
      address,
      flags: FLAGS,
      parameterAddresses,
    }));
  const callAll = (calls: readonly Call[]) =>
    host(async (excel, asked) => {
      const before = excel.resultMessages();
      const { ids, results } = excel.invoke(asked);
      const all = await Promise.all(results);
      return { results: all, resultMessages: excel.resultMessages() - before, mostAnswers: Math.max(...ids.map((id) => excel.timesAnswered(id))) };
    }, full(calls));
  const check = (): void => {
    if (faults.length > 0) throw new Error(`The test's workbook could not answer:\n${faults.join("\n")}`);
  };
  return {
    ...opened,
    get pane() {
      return pane;
    },
    get workbook() {
      return workbook;
    },
    callAll,
    calls: functions.made,
    reload: async () => {
      await page.reload();
      pane = await paneOf();
      played = undefined;
      functions.forget();
      workbook.reopened();
    },
    call: async (fn, args = [], address = "Sheet1!A1") => {
      const { results } = await callAll([{ fn, args, address }]);
      return results[0] as Result;
    },
    begin: (calls) => host((excel, asked) => excel.invoke(asked).ids, full(calls)),
    cancel: (id) => host((excel, n) => excel.cancel(n), id),
    timesAnswered: (id) => host((excel, n) => excel.timesAnswered(n), id),
    select: async (sheet, ...areas) => {
      workbook.active = sheet;
      workbook.selection = { sheet, areas: [...areas], active: areas[0]?.split(":")[0] ?? "A1" };
      await host((excel, event) => excel.tell(event), SELECTION_CHANGED);
    },
    type: async (sheet, cell, content) => {
      (workbook.sheets[sheet] ??= {})[cell] = { formula: content, value: content };
      workbook.typed(sheet, cell);
      if (workbook.hearsChanges) await host((excel, change) => excel.tellChange(change), { address: cell });
    },
    keysThatLeft: async () => {
      const notified = await host((excel) => excel.notified(), undefined);
      const count = (action: number) => notified.filter((one) => one === action).length;
      return [count(TAB_EXIT), count(TAB_EXIT_BACK), count(ESCAPE_EXIT)];
    },
    hearsSelection: () => host((excel, event) => excel.hears(event), SELECTION_CHANGED),
    settled: async () => {
      for (let turns = 0; workbook.isBusy() && turns < 1_000; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
      if (workbook.isBusy()) throw new Error("The test's workbook still waits for functions.");
    },
    check,
    newBook: () => {
      workbook = createWorkbookModel(functions.call);
    },
    close: async () => {
      await opened.close();
      check();
    },
  };
}
