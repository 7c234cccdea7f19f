import { UNCALLED_ERRORS } from "../../contract/error-values";
import type { CallLog } from "../../core/call-log";
import { sleep } from "../../pane/refresh/wait-for-cells";
import type { Workbook } from "../../pane/workbook";
import { type CellPlace, isError } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";

/** Excel counts as done with a calculation after this long without a call of a function. */
const QUIET_MS = 2_000;
/** Looks before a calculation in which functions are still called is left to itself. */
const MOST_LOOKS = 10;

const NEVER = new AbortController().signal;

/**
 * `recalculate` that calculates cells a second time, once, if Excel calls no function for them and they show an error. Excel on the web shows #BUSY! for a function
 * whose last result was an error, and calls it only in the calculation after that (office-js issue 3234, Excel-Custom-Functions issue 376). The same helps cells that
 * were calculated while the add-in was loading. Does not wait for the second calculation.
 */
export function withSecondCalculation(
  { recalculate, shown }: Pick<Workbook, "recalculate" | "shown">,
  callLog: Pick<CallLog, "evaluations">,
): Workbook["recalculate"] {
  async function again(cells: readonly { readonly place: CellPlace; readonly address: string; readonly calls: number }[], signal: AbortSignal): Promise<void> {
    let uncalled = cells;
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const before = uncalled.length;
      await sleep(QUIET_MS, signal);
      if (signal.aborted) return;
      uncalled = uncalled.filter(({ address, calls }) => callLog.evaluations(address) === calls);
      if (uncalled.length === before) break;
    }
    if (uncalled.length === 0) return;
    const now = await shown(uncalled.map(({ place }) => place));
    const stuck = uncalled.flatMap(({ place }, i) => {
      const value = now[i]?.value ?? null;
      return isError(value) && UNCALLED_ERRORS.includes(value.error) ? [place] : [];
    });
    if (stuck.length > 0) await recalculate(stuck);
  }
  return async (places, watch) => {
    // Counted before: Excel may call functions before it has replied.
    const cells = places.map((place) => ({ place, address: addressOf(place), calls: callLog.evaluations(addressOf(place)) }));
    const refused = await recalculate(places, watch);
    const left = new Set(refused.map(({ place }) => addressOf(place)));
    // If Excel refuses the second calculation, the cells show what they showed.
    again(
      cells.filter(({ address }) => !left.has(address)),
      watch?.signal ?? NEVER,
    ).catch(() => undefined);
    return refused;
  };
}
