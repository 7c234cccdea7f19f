import type { AsOf } from "../../contract/as-of";
import type { Host, Reply } from "../host";
import { CACHE_SIZE, createAnswerCache, type AnswerCache } from "./cache";
import { isLive, type Entry, type Flight } from "./entry";
import { createFlights, type Flights } from "./flights";
import { createGate, type Gate } from "./gate";
import { createHeldValues, type HeldValues } from "./held-values";
import { createMetrics, type Metrics } from "./metrics";
import { createRefusedCells, type RefusedCells } from "./refused-cells";
import { createSession, type Session } from "./session";
import { createUnanswered, type Unanswered } from "./unanswered";
import { createWaiters, type Waiter, type Waiters } from "./waiters";
import { createWorkQueue, type WorkQueue } from "./work-queue";

/** The parts of a client that know nothing of each other. Intake, sending, replies and settling connect them. */
export interface Parts {
  readonly host: Host;
  /** Deadline of a call. */
  readonly cellMs: number;
  readonly session: Session;
  readonly cache: AnswerCache<Entry>;
  readonly heldValues: HeldValues;
  readonly waiters: Waiters<Entry>;
  readonly queue: WorkQueue<Entry>;
  readonly flights: Flights;
  readonly gate: Gate;
  readonly refusedCells: RefusedCells;
  readonly unanswered: Unanswered;
  readonly metrics: Metrics;
}

/** What happens by itself, by a timer or by a reply. */
interface Events {
  /** A batch can be sent: gathering has ended, a delay is over, or the gate has opened. */
  ready(): void;
  /** The call has reached its deadline. */
  late(waiter: Waiter<Entry>): void;
  replied(flight: Flight, reply: Reply): void;
  timedOut(flight: Flight): void;
}

interface Settings {
  readonly cellMs: number;
  readonly cacheSize: number | undefined;
  readonly asOf: AsOf | undefined;
  readonly trace: boolean;
}

export function createParts(host: Host, { cellMs, cacheSize = CACHE_SIZE, asOf, trace }: Settings, events: Events): Parts {
  const session = createSession(host, asOf);
  const cache = createAnswerCache<Entry>(() => host.random(), cacheSize);
  cache.setAsOf(session.asOfText());
  const waiters = createWaiters<Entry>(host, cellMs, events.late);
  const queue = createWorkQueue<Entry>(host, isLive, (why) => {
    if (why === "gathered") waiters.closeCohort();
    events.ready();
  });
  return {
    host,
    cellMs,
    session,
    cache,
    heldValues: createHeldValues(() => host.now()),
    waiters,
    queue,
    flights: createFlights(host, events, trace),
    gate: createGate(host, events.ready),
    refusedCells: createRefusedCells(),
    unanswered: createUnanswered(host),
    metrics: createMetrics(host),
  };
}
