import { type AsOf, asOfText } from "../../../contract/as-of";
import { replaying } from "../../../hosts/refresh/asking";
import { refreshBook, type RefreshedBook } from "../../../hosts/refresh/refresh-book";
import { cellStates, isSameBlock, lockedValues } from "../../../proof/cell-states";
import type { Lock } from "../../../proof/lock";
import { lockOf } from "../../../proof/lock-of";
import { otherBookWords } from "../../../proof/other-book";
import { differenceInWords, stateInWords } from "../../../proof/state-words";
import { sha256Of } from "../../../service/store/archive";
import { VERSION } from "../../../service/store/version";
import { UsageError } from "../../io";
import { clientOver } from "../../service-address";
import { terminalWords } from "../../terminal-words";
import { cellsNow, formulaTexts } from "../cells-now";
import { secondEngine } from "../ironcalc-thread";
import { bookTime, serialOfTime } from "../local-time";
import { ownAsOf } from "../../as-of-option";
import { prepareBook } from "./prepare-book";
import { counting, type TaskDesk } from "./task-desk";

/**
 * The lock that a refresh of a book would write now.
 *
 * @throws UsageError if the service answers nothing
 */
async function lockNow({ file, now }: { readonly file: Uint8Array; readonly now: number }, desk: TaskDesk): Promise<Lock> {
  const localTime = bookTime(undefined, now);
  let own: AsOf | undefined;
  const result = await refreshBook(file, {
    asking: ({ settings }) => {
      own = ownAsOf(settings, () => now);
      return counting(clientOver(desk.host, { asOf: own, trace: true }), desk);
    },
    words: terminalWords,
    keepUnanswered: true,
    earlier: false,
    secondEngine,
    moment: serialOfTime(localTime),
    watch: desk.watch,
  });
  const [failure] = result.failures;
  if (failure || result.answers.size === 0)
    throw new UsageError(failure ? terminalWords(failure) : "The book has no call that the service answers, so there is nothing to trace.");
  const sha256 = sha256Of(file);
  return lockOf({ ...result, names: result.book.names, before: sha256, after: sha256, version: VERSION, localTime, asOf: own && asOfText(own) });
}

/** How the cells of a book differ from its lock, in sentences. */
interface Compared {
  readonly differences: readonly string[];
  /** True if the lock is of another book: that is then the only difference. */
  readonly isOfAnother: boolean;
}

/** Compares a book's formulas and values with a lock, and with what its answers give. */
async function comparedWithLock({ file, lock }: { readonly file: Uint8Array; readonly lock: Lock }, { watch }: TaskDesk): Promise<Compared> {
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
  const calls = formulas.flatMap(({ where }) => at(where) ?? []);
  const states = cellStates(lock, at, calls);
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

/** What is done with a book in a thread, by name. What they take and return can be sent. */
export const bookTasks = { prepareBook, compareWithLock: comparedWithLock, lockNow };
export type BookTasks = typeof bookTasks;
