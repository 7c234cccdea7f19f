import { spawnSync } from "node:child_process";
import type { BrowserContext, Page } from "playwright-core";
import { ROOT } from "../../../src/commands/io";
import type { SidebarCall } from "../../../src/hosts/sheets/sidebar-calls";
import { openPages, type Pages } from "../browser";
import { pagePool, type PagePool } from "../page-pool";
import { playGoogle } from "./google-page";
import { createPaperScript, GoogleSays, Refused, type PaperScript } from "./paper-script";

/** Origin from which Google serves such pages. */
export const ORIGIN = "https://n-paper-script.googleusercontent.com";
const MAKE = "import('./scripts/sheets-sidebar.mjs').then(async ({ sidebarPage }) => process.stdout.write(await sidebarPage(process.cwd())))";

export interface SidebarPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly paper: PaperScript;
  /** Console output and thrown errors. */
  readonly heard: string[];
  /** Every request except the one for the page; all are blocked. */
  readonly strayed: string[];
  /** The calls of this name. */
  asked(name: SidebarCall): readonly (readonly unknown[])[];
  /** Advances the page's clock and runs its timers. */
  pass(ms: number): Promise<void>;
}

interface SidebarOpening {
  /** A test's own script instead of the fake one. Returns Google's reply as JSON text. */
  readonly script?: (name: string, args: string) => Promise<string>;
  /** Prepares the fake spreadsheet before the sidebar opens. */
  readonly before?: (paper: PaperScript) => void;
  /** The page as the script serves it; by default as built. */
  readonly page?: (html: string) => string;
  /** False: the page runs outside Google. */
  readonly google?: boolean;
}

/** The page exactly as built. */
function builtPage(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", MAKE], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 24 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function told(paper: PaperScript, name: string, args: string): Promise<string> {
  try {
    const value = await paper.call(name as SidebarCall, JSON.parse(args) as unknown[]);
    return JSON.stringify({ reply: { ok: true, value, asOf: paper.asOf ?? "", asOfProblem: paper.asOfProblem } });
  } catch (e) {
    if (e instanceof Refused) return JSON.stringify({ reply: { ok: false, message: e.message, isTaken: e.isTaken } });
    if (e instanceof GoogleSays) return JSON.stringify({ threw: e.message });
    throw e;
  }
}

/** The page as the script opens it. */
const openedBy = ({ key, service }: PaperScript, html: string): string =>
  html.replace('<div id="sidebar">', `<div id="sidebar" data-service="${service}"${key === undefined ? "" : " data-key"}>`);

/** Sets up a test file: one browser and one build, with a separate document and script for each test. */
export function sidebarStage(): { readonly html: () => string; readonly open: (opening?: SidebarOpening) => Promise<SidebarPage>; readonly pool: PagePool } {
  let browser: Pages | undefined;
  let html = "";
  let opened: SidebarPage[] = [];
  /** Answers the calls of a page's document. */
  const scripts = new WeakMap<Page, (name: string, args: string) => Promise<string>>();
  const pool = pagePool(
    () => browser,
    ORIGIN,
    async (page) => {
      await page.exposeFunction("answerScript", (name: string, args: string) => scripts.get(page)?.(name, args));
      await page.addInitScript(playGoogle);
    },
  );
  beforeAll(async () => {
    html = builtPage();
    browser = await openPages();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const pages = opened;
    opened = [];
    for (const page of pages) await pool.giveBack(page);
    // In every test the page contacts nothing but the script, throws nothing and logs nothing.
    for (const { strayed, heard } of pages) expect({ strayed, heard }).toEqual({ strayed: [], heard: [] });
  });
  const open = async ({ before, script, page: served = (text) => text, google = true }: SidebarOpening = {}): Promise<SidebarPage> => {
    const paper = createPaperScript();
    before?.(paper);
    const strayed: string[] = [];
    const address = `${ORIGIN}/sidebar${google ? "" : "?no-google"}`;
    const { page, context, heard } = await pool.take({ width: 300, height: 700 }, (route) => {
      const url = route.request().url();
      if (url === address) return route.fulfill({ contentType: "text/html", body: served(openedBy(paper, html)) });
      strayed.push(url);
      return route.abort();
    });
    scripts.set(page, script ?? ((name, args) => told(paper, name, args)));
    const at: SidebarPage = {
      page,
      context,
      paper,
      heard,
      strayed,
      asked: (name) => paper.asked.filter((call) => call.name === name).map(({ args }) => args),
      pass: (ms) => page.clock.runFor(ms),
    };
    opened.push(at);
    // Replaces the time of an earlier document.
    await page.clock.install({ time: Date.UTC(2024, 5, 28, 13) });
    await page.goto(address);
    await page.waitForSelector("h2");
    return at;
  };
  return { html: () => html, open, pool };
}

/** An answer that arrives when the test says so. */
export function later<T>(): { readonly promise: Promise<T>; readonly give: (value: T) => void } {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
}
