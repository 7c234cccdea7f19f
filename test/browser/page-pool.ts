import { LIMIT_MS } from "../time";
import type { BrowserContext, CDPSession, Page, Route } from "playwright-core";
import type { Pages } from "./browser";

interface Appearance {
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: "light" | "dark" | undefined;
  readonly forcedColors?: "active" | "none" | undefined;
}

/** A page for one test, on an empty document, without storage, permissions and routes of its own. */
export interface PooledPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console output and thrown errors. */
  readonly heard: string[];
}

export interface PagePool {
  /** A page whose requests this function answers. */
  take(appearance: Appearance, answer: (route: Route) => unknown): Promise<PooledPage>;
  /** Ends the page's document, resets the page, and keeps it for the next test. Closes a page that cannot be reset. */
  giveBack(pooled: PooledPage): Promise<void>;
  /** Whether this is the context of a page that waits for the next test. */
  isIdle(context: BrowserContext): boolean;
}

interface Kept {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly session: CDPSession;
  /** Requests that are being answered. */
  readonly pending: Set<Promise<unknown>>;
  answer: (route: Route) => unknown;
  heard: string[];
}

const empty = (route: Route): Promise<void> => route.fulfill({ contentType: "text/html", body: "" });

/**
 * Reuses pages between tests that each load their own document of one origin: another document in the same process takes a third of the processor time of a new
 * context. A document of another origin, such as about:blank, would start a new process. `prepare` is called once for each new page.
 */
export function pagePool(browser: () => Pages | undefined, origin: string, prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()): PagePool {
  const idle: Kept[] = [];
  const taken = new Map<Page, Kept>();

  const create = async (): Promise<Kept> => {
    const context = await browser()?.newContext();
    if (!context) throw new Error("A page is opened within tests only.");
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    const created: Kept = { page, context, session: await context.newCDPSession(page), pending: new Set(), answer: empty, heard: [] };
    context.on("console", (message) => created.heard.push(message.text()));
    context.on("weberror", (error) => created.heard.push(error.error().stack ?? error.error().message));
    await context.route("**/*", async (route) => {
      const answered = Promise.resolve(created.answer(route));
      created.pending.add(answered);
      await answered.finally(() => created.pending.delete(answered));
    });
    await prepare(page);
    return created;
  };
  const reset = async (kept: Kept): Promise<void> => {
    const { page, context, session } = kept;
    for (const other of context.pages()) if (other !== page) await other.close();
    kept.answer = empty;
    await page.goto(`${origin}/empty`);
    await Promise.allSettled(kept.pending);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = "";
    });
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await context.clearCookies();
    await context.clearPermissions();
    // Otherwise the pointer would enter the next document where the last test left it.
    await page.mouse.move(-1, -1);
  };
  return {
    take: async ({ width, height, colorScheme = "light", forcedColors = "none" }, answer) => {
      const kept = idle.pop() ?? (await create());
      const { page, context } = kept;
      taken.set(page, kept);
      kept.answer = answer;
      kept.heard = [];
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: "reduce" });
      return { page, context, heard: kept.heard };
    },
    isIdle: (context) => idle.some((kept) => kept.context === context),
    giveBack: async ({ page, context }) => {
      const kept = taken.get(page);
      taken.delete(page);
      try {
        if (!kept) throw new Error("The page is not of this pool.");
        await reset(kept);
        idle.push(kept);
      } catch {
        await context.close();
      }
    },
  };
}
