import { functionOf, type PendingQuestion } from "./entry";
import type { Failure } from "../failure";
import { LIMITS } from "../limits";
import type { Detail } from "../reply";

/** Result of a split: two parts to send again, or what fails the whole batch. */
type Divided = { readonly parts: readonly [PendingQuestion[], PendingQuestion[]] } | { readonly failure: Failure };

const refused = ({ text }: Detail, together?: true): Failure => ({
  code: "refused_cell",
  ...(text === undefined ? {} : { detail: text }),
  ...(together ? { together } : {}),
});

/**
 * Splits a refused batch until the bad cell is alone: first by function, because a column of one function is refused as a whole or not at all, then in halves.
 * Stops early if the service accepts nothing at all, or if it keeps refusing one function with the same message.
 */
export function createRefusedCells() {
  const accepted = new Set<string>();
  let alone = 0;
  /** Number of cells refused alone, by function and message. */
  const same = new Map<string, number>();

  function refusedWith(batch: readonly PendingQuestion[], functionName: string, detail: Detail): Failure | undefined {
    // Quoted values and numbers differ between cells.
    const kind = `${functionName} ${(detail.text ?? "").replace(/"[^"]*"|\d+/g, "")}`;
    const before = same.get(kind) ?? 0;
    if (batch.length === 1) {
      alone++;
      same.set(kind, before + 1);
      return refused(detail);
    }
    const enough = accepted.has(functionName) ? LIMITS.refusedSameMost : LIMITS.refusedSame;
    if (batch.length > LIMITS.refusedGroup || before < enough) return undefined;
    alone += batch.length;
    return refused(detail, true);
  }

  return {
    /** Records that cells of this function were answered. */
    accepted: (functionName: string) => void accepted.add(functionName),
    /** @param batch entries with waiters, at least one */
    divide: (batch: readonly PendingQuestion[], detail: Detail): Divided => {
      if (accepted.size === 0 && alone >= LIMITS.refusedAlone) return { failure: refused(detail, true) };
      const functions = [...new Set(batch.map(functionOf))];
      const failure = functions.length === 1 ? refusedWith(batch, functions[0]!, detail) : undefined;
      if (failure !== undefined) return { failure };
      const half = functions.length > 1 ? new Set(functions.slice(0, functions.length >> 1)) : undefined;
      const inFirst = (entry: PendingQuestion, i: number): boolean => (half ? half.has(functionOf(entry)) : i < batch.length >> 1);
      return { parts: [batch.filter(inFirst), batch.filter((entry, i) => !inFirst(entry, i))] };
    },
    /** Forgets earlier refusals: no question is pending any more. */
    reset: () => {
      accepted.clear();
      alone = 0;
      same.clear();
    },
  };
}
