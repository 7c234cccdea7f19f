import type { CacheStore } from "./cache-store";
import type { CalculatedCell, Call, CallName, Calls, FromThread, LoadingCell, Scope, Setup } from "./calls";
import type { Locks } from "./locks";
import type { Network } from "./network";
import type { PropertyStore } from "./property-store";
import { Refusal } from "./refusal";
import type { BookState } from "./spreadsheet-services";
import { giveBackThread, takeThread, type Thread } from "./thread";
import type { Timeline } from "./timeline";

/** State shared by all executions. */
interface Shared {
  readonly timeline: Timeline;
  readonly caches: (name: string) => CacheStore;
  readonly properties: (name: string) => PropertyStore;
  readonly locks: Locks;
  readonly network: Network;
  readonly logs: string[];
  /** Begins to calculate cells, in executions of their own. */
  readonly calculate: (cells: readonly LoadingCell[]) => void;
  /** The cells that were calculated since the last call. */
  readonly takeCalculated: () => readonly CalculatedCell[];
  readonly costMs: number;
  readonly lockMs: number;
  readonly simultaneous: number;
  readonly patienceMs: number;
}

export type Ended = { readonly book: BookState } & ({ readonly kind: "value"; readonly value: unknown } | { readonly kind: "error"; readonly message: string });

interface Execution {
  readonly number: number;
  readonly setup: Setup;
  readonly deadline: number;
  readonly thread: Thread;
  settle(ended: Ended): void;
  fail(e: unknown): void;
}

const TOO_LONG = "Exceeded maximum execution time";
const TOO_MANY = "There are too many scripts running simultaneously for this Google user account.";

/**
 * Runs scripts in threads on one virtual clock. Computation takes no time, each service call takes some. When every script waits, the clock advances to the
 * next event. So only one script computes at a time, and runs are repeatable however the threads are scheduled.
 */
export function createExecutions(shared: Shared) {
  const { timeline, caches, properties, locks, costMs, lockMs, patienceMs } = shared;
  const live = new Map<number, Execution>();
  let count = 0;
  let closed = false;

  /** In a cell, the owner's store for any viewer. */
  const storeName = ({ setup: { kind, user, owner } }: Execution, scope: Scope): string =>
    scope === "user" ? `user ${kind === "custom" ? owner : user}` : scope;

  function over(execution: Execution): void {
    live.delete(execution.number);
    locks.releaseAll(execution.number);
  }

  async function fail(execution: Execution, e: unknown): Promise<void> {
    over(execution);
    await execution.thread.end();
    execution.fail(e);
  }

  /** The execution's next event, or its end if that is earlier. */
  function later(execution: Execution, ms: number, work: () => Promise<void>): () => void {
    const guarded = (job: () => Promise<void>) => () => job().catch((e: unknown) => fail(execution, e));
    const left = execution.deadline - timeline.now();
    return ms > left
      ? timeline.after(
          left,
          execution.number,
          guarded(() => kill(execution)),
        )
      : timeline.after(ms, execution.number, guarded(work));
  }

  async function kill(execution: Execution): Promise<void> {
    const last = await execution.thread.resume({ now: timeline.now(), dead: true }, patienceMs);
    over(execution);
    await execution.thread.end();
    execution.settle({ kind: "error", message: TOO_LONG, book: "book" in last ? last.book : execution.setup.book });
  }

  async function answer(execution: Execution, effect: () => unknown): Promise<void> {
    let said: { readonly value: unknown } | { readonly refusal: string };
    try {
      said = { value: effect() };
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      said = { refusal: e.message };
    }
    const calculated = execution.setup.kind === "custom" ? [] : shared.takeCalculated();
    await hear(execution, await execution.thread.resume({ now: timeline.now(), ...said, calculated }, patienceMs));
  }

  async function hear(execution: Execution, message: FromThread): Promise<void> {
    if (message.kind === "call") return handle(execution, message.call);
    if (message.kind === "fault") throw new Error(message.message);
    over(execution);
    giveBackThread(execution.thread);
    execution.settle(message.kind === "dead" ? { kind: "error", message: TOO_LONG, book: message.book } : message);
  }

  const handlers: { readonly [K in CallName]: (execution: Execution, ...args: Parameters<Calls[K]>) => void | Promise<void> } = {
    sleep: (execution, ms) => void later(execution, ms, () => answer(execution, () => null)),
    spend: (execution, ms, loading) => {
      shared.calculate(loading);
      later(execution, ms, () => answer(execution, () => null));
    },
    fetch: async (execution, requests) => {
      const carried = await shared.network.carry(requests, timeline.now()).catch((e: unknown) => {
        if (!(e instanceof Refusal)) throw e;
        const refused = (): never => {
          throw e;
        };
        return { afterMs: 0, replies: refused };
      });
      later(execution, carried.afterMs, () => answer(execution, carried.replies));
    },
    log: (execution, level, text) => answer(execution, () => (shared.logs.push(`${level}: ${text}`), null)),
    cacheGet: (execution, scope, keys) => spending(execution, () => caches(storeName(execution, scope)).get(keys)),
    cachePut: (execution, scope, values, seconds) => spending(execution, () => caches(storeName(execution, scope)).put(values, seconds)),
    cacheRemove: (execution, scope, keys) => spending(execution, () => caches(storeName(execution, scope)).remove(keys)),
    propertiesRead: (execution, scope) => spending(execution, () => properties(storeName(execution, scope)).read()),
    propertiesWrite: (execution, scope, values, removed) => spending(execution, () => properties(storeName(execution, scope)).write(values, removed)),
    lockRelease: (execution, scope) => spending(execution, () => locks.release(storeName(execution, scope), execution.number), lockMs),
    lockTry: (execution, scope, ms) => {
      const name = storeName(execution, scope);
      later(execution, lockMs, async () => {
        if (locks.take(name, execution.number)) return answer(execution, () => true);
        const leave = locks.wait(name, execution.number, () => {
          giveUp();
          later(execution, 0, () => answer(execution, () => true));
        });
        const giveUp = later(execution, ms, () => {
          leave();
          return answer(execution, () => false);
        });
      });
    },
  };

  const spending = (execution: Execution, effect: () => unknown, ms = costMs): void => void later(execution, ms, () => answer(execution, effect));

  const handle = (execution: Execution, { name, args }: Call): void | Promise<void> =>
    (handlers[name] as (execution: Execution, ...args: unknown[]) => void | Promise<void>)(execution, ...args);

  return {
    /** Starts an execution at this virtual time, in parallel with others. It is terminated after `limitMs`. */
    begin: (setupNow: () => Setup, limitMs: number): Promise<Ended> => {
      if (closed) throw new Error("This world is closed.");
      const number = ++count;
      return new Promise<Ended>((settle, fail_) => {
        timeline.after(0, number, async () => {
          const setup = setupNow();
          const ofUser = [...live.values()].filter((other) => other.setup.user === setup.user).length;
          if (ofUser >= shared.simultaneous) return settle({ kind: "error", message: TOO_MANY, book: setup.book });
          const execution: Execution = { number, setup, deadline: timeline.now() + limitMs, thread: takeThread(), settle, fail: fail_ };
          live.set(number, execution);
          await execution.thread
            .resume(setup, patienceMs)
            .then((message) => hear(execution, message))
            .catch((e: unknown) => fail(execution, e));
        });
      });
    },
    close: async (): Promise<void> => {
      closed = true;
      await Promise.all([...live.values()].map(({ thread }) => thread.end()));
    },
  };
}
