import { cellKey } from "../cell-key";
import { LIMITS } from "../limits";
import type { Held } from "../outcome";
import type { Question } from "../question";

/** Held values: what cells showed before recalculation. Each applies to one question: the one given, or else the first that its cell asks. */
export function createHeldValues(now: () => number) {
  let since = 0;
  const values = new Map<string, { readonly shown: Held; question: string | undefined }>();
  return {
    /** Sets the held values by address, with the keys of known questions. Replaces earlier ones; pending calls keep theirs. */
    hold: (cells: ReadonlyMap<string, Held>, questions?: ReadonlyMap<string, string>): void => {
      values.clear();
      since = now();
      for (const [address, shown] of cells) values.set(cellKey(address), { shown, question: questions?.get(address) });
    },
    /** Held value of the cell for this question. Undefined if the cell now asks another question: its held value belongs to the previous one. */
    heldFor: (cell: string | undefined, question: Question): Held | undefined => {
      if (cell === undefined || values.size === 0) return undefined;
      const key = cellKey(cell);
      const value = values.get(key);
      if (!value) return undefined;
      // After this time the cell may have another formula.
      if (Math.abs(now() - since) < LIMITS.heldMs) value.question ??= question.key;
      if (value.question === question.key) return value.shown;
      values.delete(key);
      return undefined;
    },
    /** Removes the held value: the cell has an answer. */
    release: (cell: string | undefined, held: Held | undefined): void => {
      if (cell === undefined || !held) return;
      const key = cellKey(cell);
      if (values.get(key)?.shown === held) values.delete(key);
    },
  };
}
