import type { Page } from "playwright-core";
import { keptPage, type Kept } from "../conformance/kept-page";
import type { LocalService } from "./local-service";
import { openWorkbench, type Workbench, type WorkbenchOpening } from "./workbench";

/** One workbench for the tests of a file. `onWorkbench` is a test in a new book of it; the next one uses the page if this one passes. */
export function keptWorkbench() {
  const kept: (options?: { readonly unasked?: boolean; readonly opening?: WorkbenchOpening }) => Promise<Kept<Workbench>> = keptPage({
    open: (browser, service, _, opening?: WorkbenchOpening) => openWorkbench(browser, service, opening),
    renew: ({ newBook }) => newBook(),
  });
  const onWorkbench = (title: string, run: (wb: Workbench, page: Page, service: LocalService) => Promise<void>): void =>
    it(title, async () => {
      const { page: wb, service, passed } = await kept();
      await run(wb, wb.page, service);
      passed();
    });
  return { kept, onWorkbench };
}
