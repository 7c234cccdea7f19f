import { cellKey } from "./cell-key";
import { LIMITS } from "./limits";
import type { Held } from "./outcome";
import type { Question } from "./question";

/** Held values: what cells showed before recalculation. Each applies to one question: the one given, or else the first that its cell asks. */
interface Holdings {
  /** Sets the held values by address, with the keys of known questions. Replaces earlier ones; pending calls keep theirs. */
  hold(cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void;
  /** Held value of the cell for this question. None if the cell asks something else: it showed something else too. */
  heldFor(cell: string | undefined, question: Question): Held | undefined;
  /** Removes the held value: the cell has an answer. */
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
      // After this time the cell may have another formula.
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
