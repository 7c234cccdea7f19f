import { STOPPED } from "../../pane/work/until-stopped";
import { type Watch } from "../../pane/workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { EDITING, excelRefusal, NOT_FOUND_IN_EXCEL } from "./excel-refusal";
import { createHeldRequests } from "./held-requests";

/** Why the requests of the pane and of the functions wait. */
export const heldRequests = createHeldRequests(isEditingCell);

/**
 * Runs a batch on the workbook; waits until no cell is being edited. Throws only a `WorkbookRefusal`. While Excel refuses requests because of too many, the
 * batch is run again: one that changes the workbook before its last request must use `send` for each request that follows. After a stop nobody waits for the batch,
 * but Excel may still do the request that it holds.
 */
export async function inExcel<T>(batch: (context: Excel.RequestContext) => Promise<T>, { signal }: Watch = {}): Promise<T> {
  try {
    return await heldRequests.watch(
      heldRequests.patiently(() => Excel.run({ delayForCellEdit: true }, batch), signal),
      signal,
    );
  } catch (e) {
    throw excelRefusal(e);
  }
}

/** The same for a batch that reads the names of sheets first: runs it once more if a co-author deletes one of the sheets meanwhile. */
export const readExcel = <T>(batch: (context: Excel.RequestContext) => Promise<T>, watch?: Watch): Promise<T> =>
  inExcel(batch, watch).catch((e: Error) => {
    if (e.message !== NOT_FOUND_IN_EXCEL) throw e;
    return inExcel(batch, watch);
  });

/**
 * Sends what `queue` adds to the context as one request, and returns what it returns. If Excel refuses the request because of too many, it has done nothing of
 * it, and `queue` is called again after a pause, unless there is a stop: it must create the ranges that it uses.
 */
export const send = <T>(context: Excel.RequestContext, queue: () => T, { signal }: Watch = {}): Promise<T> =>
  heldRequests.patiently(async () => {
    const queued = queue();
    await context.sync();
    return queued;
  }, signal);

/** The names of all sheets, in their order. */
export async function sheetNames(context: Excel.RequestContext): Promise<string[]> {
  const { items } = await send(context, () => context.workbook.worksheets.load("items/name"));
  return items.map(({ name }) => name);
}

/** Gives all cells of a range one number format. A single text sets the whole range, which the types do not know. */
export const setNumberFormat = (range: Excel.Range, format: string): void => {
  range.numberFormat = format as unknown as string[][];
};

/** True while the user edits a cell. Excel reports it only by refusing other work. */
export async function isEditingCell(): Promise<boolean> {
  try {
    // A batch without any request does not reach Excel.
    await Excel.run({ delayForCellEdit: false }, async (context) => void context.application.load("calculationMode"));
    return false;
  } catch (e) {
    const refusal = excelRefusal(e);
    if (refusal.message === EDITING) return true;
    throw refusal;
  }
}

export function throwIfStopped(watch: Watch | undefined): void {
  if (watch?.signal?.aborted) throw new WorkbookRefusal(STOPPED);
}

type Environment = "excel" | "browser";

/** Longer than any host takes to become ready. Without a limit, a page outside Excel whose address looks like Excel's would wait forever. */
const READY_LIMIT_MS = 10_000;

/**
 * Resolves with where the page runs; `browser` if office.js did not load, found no Excel, or was not ready in time. Calls `late` if Excel becomes ready later.
 */
export function whenReady(late: () => void): Promise<Environment> {
  if (typeof Office === "undefined") return Promise.resolve("browser");
  return new Promise((resolve) => {
    let settled = false;
    const settle = (environment: Environment) => {
      if (settled && environment === "excel") late();
      settled = true;
      resolve(environment);
    };
    const timer = setTimeout(() => settle("browser"), READY_LIMIT_MS);
    Office.onReady(({ host }) => {
      clearTimeout(timer);
      settle(host === Office.HostType.Excel ? "excel" : "browser");
    }).catch(() => settle("browser"));
  });
}

/** True once the host reports its requirement sets; false outside a host. */
const isHostKnown = (): boolean => typeof Office !== "undefined" && Boolean((Office.context as { requirements?: unknown } | undefined)?.requirements);

/** What the host supports, determined once: a recalculation calls thousands of functions. Until the host reports what it supports, it is `unknown`. */
export function supportedOnce<T>(unknown: T, read: () => T): () => T {
  let known: T | undefined;
  return () => (isHostKnown() ? (known ??= read()) : unknown);
}

/** True if the host supports this requirement set; false outside a host, where `requirements` is missing. */
export function isSetSupported(name: string, version: string): boolean {
  try {
    return Office.context.requirements.isSetSupported(name, version);
  } catch {
    return false;
  }
}
