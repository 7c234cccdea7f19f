import { functionOf, type Entry } from "./entry";
import { LIMITS } from "./limits";
import { refusedCell, refusedTogether } from "./messages";
import type { Detail } from "./reply";

/** What becomes of a refused batch: it is asked again in two parts, or all of it is refused with this message. */
export type Divided = { readonly parts: readonly [Entry[], Entry[]] } | { readonly message: string };

/**
 * Divides a refused batch until the bad cell stands alone: by functions first, because a column of one function is refused as a whole or not at all, then in
 * halves. The asking ends before every cell was tried where no request at all is accepted, and for a function that is refused with one message again and again.
 */
export interface RefusedCells {
  /** The service answered cells of this function. */
  accepted(functionName: string): void;
  /** @param batch questions that somebody waits for, at least one */
  divide(batch: readonly Entry[], detail: Detail): Divided;
  /** The present burst of work is over: what it showed of the service counts no longer. */
  reset(): void;
}

export function createRefusedCells(): RefusedCells {
  const accepted = new Set<string>();
  let alone = 0;
  /** How many were refused alone, by function and message. */
  const same = new Map<string, number>();

  function refusedWith(batch: readonly Entry[], functionName: string, detail: Detail): string | undefined {
    // What a message quotes differs from cell to cell.
    const kind = `${functionName} ${(detail.text ?? "").replace(/"[^"]*"|\d+/g, "")}`;
    const before = same.get(kind) ?? 0;
    if (batch.length === 1) {
      alone++;
      same.set(kind, before + 1);
      return refusedCell(detail);
    }
    const enough = accepted.has(functionName) ? LIMITS.refusedSameMost : LIMITS.refusedSame;
    if (batch.length > LIMITS.refusedGroup || before < enough) return undefined;
    alone += batch.length;
    return refusedTogether(detail);
  }

  return {
    accepted: (functionName) => void accepted.add(functionName),
    divide: (batch, detail) => {
      if (accepted.size === 0 && alone >= LIMITS.refusedAlone) return { message: refusedTogether(detail) };
      const functions = [...new Set(batch.map(functionOf))];
      const message = functions.length === 1 ? refusedWith(batch, functions[0]!, detail) : undefined;
      if (message !== undefined) return { message };
      const half = functions.length > 1 ? new Set(functions.slice(0, functions.length >> 1)) : undefined;
      const inFirst = (entry: Entry, i: number): boolean => (half ? half.has(functionOf(entry)) : i < batch.length >> 1);
      return { parts: [batch.filter(inFirst), batch.filter((entry, i) => !inFirst(entry, i))] };
    },
    reset: () => {
      accepted.clear();
      alone = 0;
      same.clear();
    },
  };
}
