import type { FastifyReply, FastifyRequest } from "fastify";
import { readAsOf } from "../../../contract/as-of";
import { futureReason, type Clock } from "../../time/clock";
import { refuse } from "../server/refuse";
import type {} from "./in-flight";

/** Bounds of scans as of a past moment: requests that read all names. */
export const AS_OF_BOUNDS = {
  /** Requests in work. */
  most: 2,
  /** Of one account. One after the other, the first is answered as early as if it were alone; side by side, all would be answered at the end. */
  mostOfAccount: 1,
  /** Requests of one account that wait. One beyond them is refused. */
  mostWaiting: 16,
  /** The same of all accounts together. */
  mostWaitingInAll: 64,
};
/** The same of requests that are no scans. They are short: they wait for each other, not for scans, and the limit of requests in flight is theirs. */
const SHORT: typeof AS_OF_BOUNDS = { most: 3, mostOfAccount: 2, mostWaiting: Infinity, mostWaitingInAll: Infinity };
/** Seconds after which a refused request may be sent again. */
const RETRY_AFTER_S = 5;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Reads all names: as of a past moment it takes long. */
    isScan?: boolean;
  }
}

interface Waiting {
  readonly account: string;
  readonly go: () => void;
}

/** Places for work, shared by accounts. The account that has the fewest gets the next. */
export function createPlaces({ most, mostOfAccount, mostWaiting, mostWaitingInAll }: typeof AS_OF_BOUNDS) {
  const taken: string[] = [];
  const waiting = new Set<Waiting>();
  const takenBy = (account: string): number => taken.filter((one) => one === account).length;

  function leave(account: string): void {
    taken.splice(taken.indexOf(account), 1);
    grant();
  }

  function grant(): void {
    while (taken.length < most) {
      const [first] = [...waiting].filter(({ account }) => takenBy(account) < mostOfAccount).sort((a, b) => takenBy(a.account) - takenBy(b.account));
      if (!first) return;
      waiting.delete(first);
      taken.push(first.account);
      first.go();
    }
  }

  /**
   * Waits for a place. Returns the function that gives it back, or undefined if too many requests wait. Throws the signal's reason if it aborts
   * meanwhile.
   */
  return async function take(account: string, signal: AbortSignal): Promise<(() => void) | undefined> {
    signal.throwIfAborted();
    if (waiting.size >= mostWaitingInAll || [...waiting].filter((one) => one.account === account).length >= mostWaiting) return undefined;
    const isGranted = await new Promise<boolean>((settle) => {
      const entry: Waiting = { account, go: () => settle(true) };
      waiting.add(entry);
      signal.addEventListener("abort", () => waiting.delete(entry) && settle(false), { once: true });
      grant();
    });
    // A client may hang up between the grant and this line.
    if (isGranted && signal.aborted) leave(account);
    signal.throwIfAborted();
    return () => leave(account);
  };
}

/**
 * Limits the requests as of a past moment that are in work. Each moment has caches and tables of its own, so many at once would need much memory, evict each
 * other's values and all finish late. Requests as of now never wait for them. A request counts until its answer is ready: sending a file does not.
 */
export function createAsOfLimit(clock: Clock) {
  const [forScans, forOthers] = [createPlaces(AS_OF_BOUNDS), createPlaces(SHORT)];
  return async function asOfLimit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { as_of: text } = { ...(request.query as object), ...(request.body as object | null) } as { as_of?: unknown };
    if (text === undefined) return;
    const read = readAsOf(text);
    // The endpoint refuses a moment that is malformed or in the future.
    if (!read.ok || futureReason(read.asOf, clock) !== undefined) return;
    const take = request.routeOptions.config.isScan === true ? forScans : forOthers;
    const leave = await take(request.apiKey?.account ?? "", request.hangUp);
    if (leave) (request.answered ??= []).push(leave);
    else return refuse(reply.header("retry-after", RETRY_AFTER_S), { code: "too_many_as_of", waitS: RETRY_AFTER_S });
  };
}
