import type { Context } from "../answers/context";
import type { FamilyAnswer } from "../answers/family";
import type { PublishedValue } from "../answers/published-value";
import { NOW } from "../store/publication";
import type { CacheShelf } from "../store/read-cache";
import type { NewestRead } from "../store/rows-read";

/** An answer, and when its value became public. */
export interface Evaluated {
  readonly answer: FamilyAnswer;
  readonly published?: PublishedValue | undefined;
  /** The rows that it was read from, if a request asked for them. */
  readonly rows?: readonly NewestRead[] | undefined;
}

/** Size of an answer in the cache: most are as large. */
const ANSWER = 1_000;

/** A context that calls back if an evaluation uses what no cached answer may depend on: the time, a keyword. It has no plan, because the answers are for the keys of all plans. */
function watched({ clock, wants, plan: _plan, ...rest }: Context, onUse: () => void): Context {
  const noting =
    <A extends readonly unknown[], R>(use: (...args: A) => R) =>
    (...args: A): R => {
      onUse();
      return use(...args);
    };
  return {
    ...rest,
    // A clock that was stopped for a question has its moment in the question's key.
    clock: clock.follows
      ? { ...clock, asOf: noting(clock.asOf), moment: noting(clock.moment), fixed: noting(clock.fixed), realNow: noting(clock.realNow) }
      : { ...clock, realNow: noting(clock.realNow) },
    ...(wants ? { wants: noting(wants) } : {}),
  };
}

type NewestOf = Parameters<Parameters<Context["store"]["reads"]["noting"]>[0]>[0];

/**
 * Caches answers across batches, because the same workbook is recalculated often. An answer lasts until a kind of rows that it was read from changes, or until the next
 * day of the clock. It is not cached if its evaluation used anything else that may change. Nothing is cached while series are fetched live, or while the store has
 * rows that are not yet public.
 */
export function lastingAnswers(context: Context) {
  const { clock, store, live } = context;
  const { reads } = store;
  const isCached = live === undefined && (!clock.follows || store.moment === NOW);
  const shelf: CacheShelf | undefined = isCached
    ? clock.follows
      ? reads.shelf("now", `answers ${clock.today()}`)
      : reads.shelf("asked", `answers ${clock.today()} ${clock.moment()}`)
    : undefined;
  let lasts = true;
  const own = watched(context, () => (lasts = false));
  return {
    get: (question: string): Evaluated | undefined => shelf && (reads.find(shelf, question) as Evaluated | undefined),
    /** Evaluates a question with a context of its own, and caches the answer if it lasts. */
    evaluated: (question: string, evaluate: (context: Context, newestOf: NewestOf) => Evaluated): Evaluated => {
      lasts = true;
      const { result, versions } = reads.noting((newestOf) => evaluate(own, newestOf));
      // A value from today's filings says that it is public since the moment of the question, so it is not cached.
      if (shelf && lasts && (result.published === undefined || result.published.at < clock.moment())) reads.add(shelf, question, result, versions, ANSWER);
      return result;
    },
  };
}
