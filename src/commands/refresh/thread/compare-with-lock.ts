import { replaying } from "../../../hosts/refresh/asking";
import { refreshBook, type RefreshedBook } from "../../../hosts/refresh/refresh-book";
import { cellStates, isSameBlock, lockedValues } from "../../../proof/cell-states";
import type { Lock } from "../../../proof/lock";
import { otherBookWords } from "../../../proof/other-book";
import { differenceInWords, stateInWords } from "../../../proof/state-words";
import { terminalWords } from "../../terminal-words";
import { cellsNow, formulaTexts } from "../cells-now";
import { secondEngine } from "../ironcalc-thread";
import { serialOfTime } from "../local-time";
import type { TaskDesk } from "./task-desk";

/** How the cells of a book differ from its lock, in sentences. */
interface Compared {
  readonly differences: readonly string[];
  /** True if the lock is of another book: that is then the only difference. */
  readonly isOfAnother: boolean;
}

/** Compares a book's formulas and values with a lock, and with what its answers give. */
export async function comparedWithLock({ file, lock }: { readonly file: Uint8Array; readonly lock: Lock }, { watch }: TaskDesk): Promise<Compared> {
  // What the book asks, or depends on what it asks, now; also through defined names.
  const { book, formulas } = await refreshBook(file, {
    asking: () => replaying(lock),
    words: terminalWords,
    keepUnanswered: true,
    earlier: false,
    secondEngine,
    moment: serialOfTime(lock.refresh.local_time),
    watch,
  });
  const ofAnother = otherBookWords(lock, formulaTexts(book));
  if (ofAnother !== undefined) return { differences: [ofAnother], isOfAnother: true };
  const at = cellsNow(book);
  const states = cellStates(
    lock,
    at,
    formulas.flatMap(({ where }) => at(where) ?? []),
  );
  // A cell that differs is named once.
  return { differences: [...states.map(stateInWords), ...notFromAnswers(formulas, lock, new Set(states.map(({ where }) => where)))], isOfAnother: false };
}

/** The cells that would show something else if they were calculated from the lock's answers. */
function notFromAnswers(formulas: RefreshedBook["formulas"], lock: Lock, known: ReadonlySet<string>): readonly string[] {
  return formulas.flatMap(({ where, shows, why }) => {
    const locked = Object.hasOwn(lock.cells, where) ? lock.cells[where] : undefined;
    if (why !== undefined || !locked || locked.kept !== undefined || known.has(where)) return [];
    const [is, wouldBe] = [lockedValues(locked), shows];
    return isSameBlock(is, wouldBe) ? [] : [differenceInWords(where, is, wouldBe, "from the lock's answers it would show")];
  });
}
