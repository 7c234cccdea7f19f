import type { Context } from "../answers/context";
import type { Answer } from "../answers/family";
import type { PublishedValue } from "../answers/published-value";
import { NOW } from "../store/publication";
import type { Reads } from "../store/reads";
import type { NewestRead } from "../store/rows-read";
import { createRecentByGroup, type RecentByGroup } from "../store/recent";

/** An answer, and when its value became public. */
export interface Evaluated {
  readonly answer: Answer;
  readonly published?: PublishedValue | undefined;
  /** The rows that it was read from, if a request asked for them. */
  readonly rows?: readonly NewestRead[] | undefined;
}

/** The answers of some large workbooks. */
const ANSWERS = 20_000;

interface Cache {
  readonly now: RecentByGroup<Evaluated>;
  /** As of moments that were asked for: apart, so that these never evict those of the present day. */
  readonly asked: RecentByGroup<Evaluated>;
  /** The import after which they were evaluated. */
  imports: number;
}

const caches = new WeakMap<Reads, Cache>();

function cacheOf({ store: { reads, records }, clock }: Context): RecentByGroup<Evaluated> {
  const imports = records.version();
  let cache = caches.get(reads);
  if (!cache) caches.set(reads, (cache = { now: createRecentByGroup(ANSWERS), asked: createRecentByGroup(ANSWERS), imports }));
  if (cache.imports !== imports) [cache.now, cache.asked].forEach((answers) => answers.clear());
  cache.imports = imports;
  return clock.follows ? cache.now : cache.asked;
}

/** A context that calls back if an evaluation uses what may change without an import: the time, the operator's decisions, confirmations of rows, a keyword. It has no plan, because the answers are for the keys of all plans. */
function watched({ clock, store, wants, plan: _plan, ...rest }: Context, onUse: () => void): Context {
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
    store: {
      ...store,
      feeds: { ...store.feeds, decision: noting(store.feeds.decision) },
      freshness: { ...store.freshness, oldest: noting(store.freshness.oldest) },
    },
    ...(wants ? { wants: noting(wants) } : {}),
  };
}

/** The answers of a batch and of earlier batches. */
export interface LastingAnswers {
  /** Begins a slice of the batch, on one state of the database: answers from before an import are dropped. */
  begin(): void;
  get(question: string): Evaluated | undefined;
  /** Evaluates a question with a context of its own, and caches the answer if it lasts. */
  evaluated(question: string, evaluate: (context: Context) => Evaluated): Evaluated;
}

/**
 * Caches answers across batches, because the same workbook is recalculated often. An answer lasts until the next import or the next day of the clock; as of a moment
 * that was asked for, until the next import. An answer is not cached if its evaluation used anything else that may change without an import. Sample data is never
 * cached, because the operator can turn it off. Nothing is cached while series are fetched live, or while the store has rows that are not yet public.
 */
export function lastingAnswers(context: Context): LastingAnswers {
  const { clock, store, live } = context;
  const isCached = live === undefined && (!clock.follows || store.moment === NOW);
  let cache: RecentByGroup<Evaluated> | undefined;
  let lasts = true;
  const own = watched(context, () => (lasts = false));
  // What answers depend on besides the rows.
  const group = clock.follows ? clock.today() : `${clock.today()} ${clock.moment()}`;
  return {
    begin: () => {
      if (isCached) cache = cacheOf(context);
    },
    get: (question) => cache?.get(group, question),
    evaluated: (question, evaluate) => {
      lasts = true;
      const found = evaluate(own);
      // A value from today's filings says that it is public since the moment of the question, so it is not cached.
      if (lasts && (found.published === undefined || found.published.at < clock.moment())) cache?.set(group, question, found);
      return found;
    },
  };
}
