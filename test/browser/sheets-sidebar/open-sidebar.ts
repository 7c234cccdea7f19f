import { spawnSync } from "node:child_process";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ROOT } from "../../../src/commands/io";
import type { SidebarCall } from "../../../src/hosts/sheets/sidebar-calls";
import { launchBrowser } from "../browser";
import { playGoogle } from "./google-page";
import { createPaperScript, GoogleSays, Refused, type PaperScript } from "./paper-script";

/** Where Google serves such pages from. */
const ORIGIN = "https://n-paper-script.googleusercontent.com";
const MAKE = "import('./scripts/sheets-sidebar.mjs').then(async ({ sidebarPage }) => process.stdout.write(await sidebarPage(process.cwd())))";

export interface SidebarPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly paper: PaperScript;
  /** Everything that was written to the console or thrown. */
  readonly heard: string[];
  /** Every request but that for the page itself; none got anywhere. */
  readonly strayed: string[];
  /** The calls of this name. */
  asked(name: SidebarCall): readonly (readonly unknown[])[];
  /** Lets the page's clock run so far, with every timer on the way. */
  pass(ms: number): Promise<void>;
}

interface SidebarOpening {
  /** A script of the test's own in place of the one on paper; gives what Google says, as JSON text. */
  readonly script?: (name: string, args: string) => Promise<string>;
  /** Puts things on paper before the sidebar opens. */
  readonly before?: (paper: PaperScript) => void;
  /** The page as the script serves it; as it is built, unless said. */
  readonly page?: (html: string) => string;
  /** False: the page runs without Google around it. */
  readonly google?: boolean;
}

/** The page exactly as the build writes it. */
function builtPage(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", MAKE], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 24 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

async function told(paper: PaperScript, name: string, args: string): Promise<string> {
  try {
    const value = await paper.call(name as SidebarCall, JSON.parse(args) as unknown[]);
    return JSON.stringify({ reply: { ok: true, value } });
  } catch (e) {
    if (e instanceof Refused) return JSON.stringify({ reply: { ok: false, message: e.message } });
    if (e instanceof GoogleSays) return JSON.stringify({ threw: e.message });
    throw e;
  }
}

/** Sets up a test file: one browser and one build, a page and a script of its own for each test. */
export function sidebarStage(): { readonly html: () => string; readonly open: (opening?: SidebarOpening) => Promise<SidebarPage> } {
  let browser: Browser | undefined;
  let html = "";
  let opened: SidebarPage[] = [];
  jest.setTimeout(60_000);
  beforeAll(async () => {
    html = builtPage();
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const pages = opened;
    opened = [];
    for (const { context } of pages) await context.close();
    // In every test the page sends nothing except through the script, throws nothing and logs nothing.
    for (const { strayed, heard } of pages) expect({ strayed, heard }).toEqual({ strayed: [], heard: [] });
  });
  const open = async ({ before, script, page: served = (text) => text, google = true }: SidebarOpening = {}): Promise<SidebarPage> => {
    if (!browser) throw new Error("The stage is set up within tests only.");
    const paper = createPaperScript();
    before?.(paper);
    const context = await browser.newContext({ viewport: { width: 300, height: 700 }, colorScheme: "light", reducedMotion: "reduce" });
    const [heard, strayed]: [string[], string[]] = [[], []];
    context.on("console", (message) => heard.push(message.text()));
    context.on("weberror", (error) => heard.push(error.error().stack ?? error.error().message));
    await context.route("**/*", (route) => {
      const url = route.request().url();
      if (url === `${ORIGIN}/sidebar`) return route.fulfill({ contentType: "text/html", body: served(html) });
      strayed.push(url);
      return route.abort();
    });
    const page = await context.newPage();
    page.setDefaultTimeout(8_000);
    await page.clock.install({ time: Date.UTC(2024, 5, 28, 13) });
    await page.exposeFunction("answerScript", script ?? ((name: string, args: string) => told(paper, name, args)));
    if (google) await page.addInitScript(playGoogle);
    await page.goto(`${ORIGIN}/sidebar`);
    await page.waitForSelector("h2");
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
    return at;
  };
  return { html: () => html, open };
}

/** An answer that comes when the test says so. */
export function later<T>(): { readonly promise: Promise<T>; readonly give: (value: T) => void } {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
}
