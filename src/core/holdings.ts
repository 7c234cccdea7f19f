import { cellKey } from "./cell-key";
import { LIMITS } from "./limits";
import type { Held } from "./outcome";
import type { Question } from "./question";

/** What cells showed before they were calculated anew, each for the question that it answered, or where that is not known the first that its cell then asks. */
export interface Holdings {
  /** By address, with the keys of the questions that are known. Replaces what was held before; calls under way keep theirs. */
  hold(cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void;
  /** What is held for this question of the cell. A cell that asks something else showed something else, too: nothing is held for it. */
  heldFor(cell: string | undefined, question: Question): Held | undefined;
  /** The cell has an answer: what it showed before is over. */
  release(cell: string | undefined, held: Held | undefined): void;
}

export function createHoldings(now: () => number): Holdings {
  let since = 0;
  const holdings = new Map<string, { readonly shown: Held; question: string | undefined }>();
  return {
    hold: (cells, questions) => {
      holdings.clear();
      since = now();
      for (const [address, shown] of cells) holdings.set(cellKey(address), { shown, question: questions?.get(address) });
    },
    heldFor: (cell, question) => {
      if (cell === undefined || holdings.size === 0) return undefined;
      const key = cellKey(cell);
      const holding = holdings.get(key);
      if (!holding) return undefined;
      // A cell that was not calculated when it was to be may hold another formula by now.
      if (Math.abs(now() - since) < LIMITS.heldMs) holding.question ??= question.key;
      if (holding.question === question.key) return holding.shown;
      holdings.delete(key);
      return undefined;
    },
    release: (cell, held) => {
      if (cell === undefined || !held) return;
      const key = cellKey(cell);
      if (holdings.get(key)?.shown === held) holdings.delete(key);
    },
  };
}
