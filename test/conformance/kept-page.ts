import { openPages, type Pages } from "../browser/browser";
import { release, type Opened } from "../browser/excel-host";
import { startLocalService, type LocalService } from "../browser/local-service";
import { webBuild } from "../browser/web-build";

/** A page with its service, for one test. */
export interface Kept<P> {
  readonly page: P;
  readonly service: LocalService;
  /** Called at the end of a passed test: the next test may use the page. */
  passed(): void;
  /** Called at the end of a passed test that only looked: the next test with the same `opening` uses the page as it is. */
  unchanged(): void;
}

interface KeptPageOptions<O> {
  /** A page in which no cell has asked anything yet. */
  readonly unasked?: boolean;
  /** Opens a page in this way, for this test, and for the next if this one left it `unchanged`. */
  readonly opening?: O;
}

interface KeptPageParts<P extends Opened, O> {
  open(browser: Pages, service: LocalService, web: string, opening?: O): Promise<P>;
  /** Replaces the workbook by an empty one, as a user would. */
  renew(page: P): Promise<void>;
  /** Throws if the page reported a fault during the last test. */
  check?(page: P): void;
}

/**
 * One page for many tests: opening a page takes longer than most tests. The next test uses it if the last one passed and left the service answering.
 */
export function keptPage<P extends Opened, O = never>({ open, renew, check }: KeptPageParts<P, O>): (options?: KeptPageOptions<O>) => Promise<Kept<P>> {
  let browser: Pages | undefined;
  let service: LocalService | undefined;
  let page: P | undefined;
  let isSound = false;
  /** How the page was opened, if the test since then left it unchanged. */
  let asOpened: O | undefined;

  beforeAll(async () => {
    await webBuild();
    browser = await openPages();
  });
  const end = async (): Promise<void> => {
    const [ended, before] = [page, service];
    page = undefined;
    service = undefined;
    if (before) release(before);
    try {
      await ended?.close();
      // Includes a page that did not finish opening.
      await browser?.close();
    } finally {
      await before?.close();
    }
  };
  afterAll(end);

  const kept = (opening: O | undefined): Kept<P> => {
    const there = { page: page!, service: service! };
    return {
      ...there,
      passed: () => {
        check?.(there.page);
        isSound = !opening;
      },
      unchanged: () => {
        check?.(there.page);
        asOpened = opening;
      },
    };
  };

  return async ({ unasked = false, opening } = {}) => {
    if (!browser) throw new Error("A page is opened within tests only.");
    const isKept = isSound && !unasked && !opening && service?.switches.eval === "answer" && service.switches.health === "answer";
    const isSame = opening !== undefined && opening === asOpened;
    isSound = false;
    asOpened = undefined;
    if (page && isSame) return kept(opening);
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
    return kept(opening);
  };
}
