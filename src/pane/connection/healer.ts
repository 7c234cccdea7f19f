import { cellKey } from "../../core/cell-key";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import { perHost } from "../per-book";

/** First wait before the service is tried; doubled after each attempt without success. */
const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;
/** Recalculations without any success before the cells are left to the user: the service answers, but not these cells. */
const FRUITLESS = 5;

/** The healer of a host. It works from the first call on, whichever tab is shown. */
export const healerOf = perHost(createHealer);

/**
 * Has cells recalculate that failed because the service did not answer, once it answers. Follows the client. While cells are unanswered, it tries the service with one request that needs no key, waiting longer each time. Only when that succeeds
 * is the workbook asked to recalculate these cells, which the client batches as always.
 */
function createHealer(host: PaneHost) {
  let delay = FIRST_MS;
  let fruitless = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let working = false;

  /** True if the workbook was asked to recalculate them. */
  async function recalculate(): Promise<boolean> {
    const workbook = host.workbook();
    if (!workbook) return false;
    const taken = host.takeUnanswered();
    try {
      const cells = new Set(taken.map(cellKey));
      const places = (await workbook.serviceCells("workbook")).filter((cell) => cells.has(cellKey(addressOf(cell))));
      await workbook.recalculate(places);
    } catch (e) {
      host.putBackUnanswered(taken);
      throw e;
    }
    return true;
  }

  async function attempt(): Promise<void> {
    timer = undefined;
    working = true;
    delay = Math.min(2 * delay, LONGEST_MS);
    try {
      // If the workbook refuses, as while a cell is edited, its cells show what to do.
      if ((await host.probe()) && host.unanswered() > 0 && (await recalculate())) fruitless++;
    } catch {
      fruitless++;
    }
    working = false;
    follow();
  }

  function follow(): void {
    if (host.unanswered() === 0) {
      if (host.outage() === undefined) {
        delay = FIRST_MS;
        fruitless = 0;
      }
      return;
    }
    if (working || timer !== undefined || fruitless >= FRUITLESS || host.connection().kind !== "connected") return;
    // Random, so that many clients do not return at once.
    timer = setTimeout(() => void attempt(), delay * (0.75 + Math.random() / 2));
  }

  host.onChange(follow);
  follow();
  // Cancels the waiting attempt. For tests.
  return { stop: () => clearTimeout(timer) };
}
