import { cellKey } from "./cell-key";
import type { Held } from "./outcome";
import type { Question } from "./question";
import type { Caller } from "./waiters";

/** What cells showed before they were calculated anew, each for the first question that its cell then asks. */
export interface Holdings {
  /** By address. Replaces what was held before; calls under way keep theirs. */
  hold(cells: ReadonlyMap<string, Held>): void;
  /** Who asks, with what is held for this question of the cell. A cell that asks something else showed something else, too: nothing is held for it. */
  caller(cell: string | undefined, question: Question): Caller;
  /** The cell has an answer: what it showed before is over. */
  release(caller: Caller): void;
}

export function createHoldings(): Holdings {
  const holdings = new Map<string, { readonly shown: Held; question: string | undefined }>();
  return {
    hold: (cells) => {
      holdings.clear();
      for (const [address, shown] of cells) holdings.set(cellKey(address), { shown, question: undefined });
    },
    caller: (cell, question) => {
      const none: Caller = { cell, held: undefined };
      if (cell === undefined || holdings.size === 0) return none;
      const key = cellKey(cell);
      const holding = holdings.get(key);
      if (!holding) return none;
      holding.question ??= question.key;
      if (holding.question === question.key) return { cell, held: holding.shown };
      holdings.delete(key);
      return none;
    },
    release: ({ cell, held }) => {
      if (cell === undefined || !held) return;
      const key = cellKey(cell);
      if (holdings.get(key)?.shown === held) holdings.delete(key);
    },
  };
}
