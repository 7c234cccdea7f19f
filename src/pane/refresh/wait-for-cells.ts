import type { CallLog } from "../../core/call-log";
import { BUSY, isError, type CellPlace, type ShownCell } from "../../workbook/cell";
import { showsOther } from "./refresh-result";

/** A cell marked for recalculation. */
export interface MarkedCell {
  readonly place: CellPlace;
  readonly address: string;
  readonly formula: string;
  /** What it showed before the recalculation. */
  readonly before: ShownCell;
  /** Number of its function calls before the recalculation. */
  readonly evaluations: number;
  /** The formula is one call, which a calculation always makes; a larger formula may skip its call. */
  readonly alone: boolean;
}

export const showsBusy = ({ value }: ShownCell): boolean => isError(value) && value.error === BUSY;

const FIRST_PAUSE_MS = 60;
const LONGEST_PAUSE_MS = 2_000;
const MAX_WAIT_MS = 20_000;
/** After this long without any function call, a larger formula that made no call counts as calculated. */
const QUIET_MS = 1_000;
/** The same for a cell that showed an error: Excel calculates it twice before it is left. */
const UNCALLED_MS = 6_000;
/** How long no function is called before a cell without a call counts as calculated. */
const patienceWith = ({ before, alone }: MarkedCell): number => (isError(before.value) ? UNCALLED_MS : alone ? MAX_WAIT_MS : QUIET_MS);

/** Ends early when the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    if (signal.aborted) over();
    else signal.addEventListener("abort", over, { once: true });
  });

/**
 * Waits at most 20 seconds, until every marked cell has been calculated and has its answer. Reads the workbook at growing intervals. An unchanged cell
 * counts as calculated only at the second read, because its function may have been called before the result is in the cell.
 */
export async function waitForCells(
  cells: readonly MarkedCell[],
  { shown, callLog, now }: { shown(places: readonly CellPlace[]): Promise<readonly ShownCell[]>; readonly callLog: CallLog; now(): number },
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<void> {
  let pending: readonly MarkedCell[] = cells;
  let unchanged: ReadonlySet<MarkedCell> = new Set();
  let waited = 0;
  let calls = -1;
  let quiet = 0;
  const start = now();

  for (let pause = FIRST_PAUSE_MS; pending.length > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (waited >= MAX_WAIT_MS || now() - start >= MAX_WAIT_MS) return;
    await sleep(pause, signal);
    if (signal.aborted) return;
    waited += pause;

    const previousCalls = calls;
    calls = cells.reduce((sum, { address }) => sum + callLog.evaluations(address), 0);
    quiet = calls === previousCalls ? quiet + pause : 0;
    const called = pending.filter((cell) => callLog.evaluations(cell.address) > cell.evaluations || quiet >= patienceWith(cell));
    if (called.length === 0) continue;
    const current = await shown(called.map(({ place }) => place));
    const settled = new Set<MarkedCell>();
    const same = new Set<MarkedCell>();
    for (const [i, cell] of called.entries()) {
      const after = current[i];
      if (!after || showsBusy(after)) continue;
      if (unchanged.has(cell) || showsOther(cell.before, after)) settled.add(cell);
      else same.add(cell);
    }
    unchanged = same;
    pending = pending.filter((cell) => !settled.has(cell));
    progress(cells.length - pending.length);
  }
}
