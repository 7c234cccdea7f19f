import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser/browser";
import { release, type Opened } from "../browser/excel-host";
import { startLocalService, type LocalService } from "../browser/local-service";
import { webBuild } from "../browser/web-build";

/** A page with its service, for one test. */
export interface Kept<P> {
  readonly page: P;
  readonly service: LocalService;
  /** Called at the end of a passed test: the next test may use the page. */
  passed(): void;
}

interface KeptPageOptions<O> {
  /** A page in which no cell has asked anything yet. */
  readonly unasked?: boolean;
  /** Opens a page in this way, for one test only. */
  readonly opening?: O;
}

interface KeptPageParts<P extends Opened, O> {
  open(browser: Browser, service: LocalService, web: string, opening?: O): Promise<P>;
  /** Replaces the workbook by an empty one, as a user would. */
  renew(page: P): Promise<void>;
  /** Throws if the page reported a fault during the last test. */
  check?(page: P): void;
}

/**
 * One page for many tests: opening a page takes longer than most tests. The next test uses it if the last one passed and left the service answering.
 */
export function keptPage<P extends Opened, O = never>({ open, renew, check }: KeptPageParts<P, O>): (options?: KeptPageOptions<O>) => Promise<Kept<P>> {
  let browser: Browser | undefined;
  let service: LocalService | undefined;
  let page: P | undefined;
  let isSound = false;

  jest.setTimeout(60_000);
  beforeAll(async () => {
    await webBuild();
    browser = await launchBrowser();
  }, 240_000);
  const end = async (): Promise<void> => {
    const [ended, before] = [page, service];
    page = undefined;
    service = undefined;
    if (before) release(before);
    try {
      await ended?.close();
      // Includes a page that did not finish opening.
      for (const context of browser?.contexts() ?? []) await context.close();
    } finally {
      await before?.close();
    }
  };
  afterAll(async () => {
    await end();
    await browser?.close();
  });

  return async ({ unasked = false, opening } = {}) => {
    if (!browser) throw new Error("A page is opened within tests only.");
    const isKept = isSound && !unasked && !opening && service?.switches.eval === "answer";
    isSound = false;
    if (page && isKept) {
      page.heard.length = 0;
      await renew(page);
    } else {
      await end();
      service = await startLocalService(await webBuild());
      service.switches.localKey = true;
      page = await open(browser, service, await webBuild(), opening);
    }
    service!.seen.length = 0;
    const there = { page: page!, service: service! };
    return {
      ...there,
      passed: () => {
        check?.(there.page);
        isSound = !opening;
      },
    };
  };
}
