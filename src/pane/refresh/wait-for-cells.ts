import type { CallLog } from "../../core/call-log";
import { BUSY, isError, type CellPlace, type ShownCell } from "../../workbook/cell";
import { changeOf } from "./refresh-result";

/** A cell that was marked for recalculation. */
export interface Marked {
  readonly place: CellPlace;
  readonly address: string;
  readonly formula: string;
  /** What it showed before. */
  readonly before: ShownCell;
  /** How often its functions had been called before. */
  readonly evaluations: number;
  /** The formula is one call, so that a calculation must call it; in a larger one the call may be skipped. */
  readonly alone: boolean;
}

export const isBusy = ({ value }: ShownCell): boolean => isError(value) && value.error === BUSY;

const FIRST_PAUSE_MS = 60;
const LONGEST_PAUSE_MS = 2_000;
const MOST_MS = 20_000;
/** When no function has been called for so long, formulas that have called none are taken to need none. */
const QUIET_MS = 1_000;

const pauseOf = (ms: number, signal: AbortSignal): Promise<void> =>
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
 * Waits until every marked cell has been calculated and has its answer, 20 seconds at most, looking at the workbook ever more rarely. A cell that shows
 * what it showed before is believed at the second look only: its function may have been called, and the result not be in the cell yet.
 */
export async function waitForCells(
  cells: readonly Marked[],
  { shown, callLog, now }: { shown(places: readonly CellPlace[]): Promise<readonly ShownCell[]>; readonly callLog: CallLog; now(): number },
  signal: AbortSignal,
  progress: (done: number) => void,
): Promise<void> {
  let pending: readonly Marked[] = cells;
  let unchanged: ReadonlySet<Marked> = new Set();
  let waited = 0;
  let calls = -1;
  let quiet = 0;
  const start = now();

  for (let pause = FIRST_PAUSE_MS; pending.length > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    if (waited >= MOST_MS || now() - start >= MOST_MS) return;
    await pauseOf(pause, signal);
    if (signal.aborted) return;
    waited += pause;

    const before = calls;
    calls = cells.reduce((sum, { address }) => sum + callLog.evaluations(address), 0);
    quiet = calls === before ? quiet + pause : 0;
    const called = pending.filter((cell) => callLog.evaluations(cell.address) > cell.evaluations || (quiet >= QUIET_MS && !cell.alone));
    if (called.length === 0) continue;
    const looks = await shown(called.map(({ place }) => place));
    const settled = new Set<Marked>();
    const same = new Set<Marked>();
    for (const [i, cell] of called.entries()) {
      const after = looks[i];
      if (!after || isBusy(after)) continue;
      if (unchanged.has(cell) || changeOf(cell.place, cell.formula, cell.before, after)) settled.add(cell);
      else same.add(cell);
    }
    unchanged = same;
    pending = pending.filter((cell) => !settled.has(cell));
    progress(cells.length - pending.length);
  }
}
