import type { AsOf } from "../../contract/as-of";
import type { Host, Reply } from "../host";
import { CACHE_SIZE, createAnswerCache, type AnswerCache } from "./cache";
import { isLive, type PendingQuestion, type Flight } from "./entry";
import { createFlights, type Flights } from "./flights";
import { createGate, type Gate } from "./gate";
import { createHeldValues, type HeldValues } from "./held-values";
import { createMetrics, type Metrics } from "./metrics";
import { createRefusedCells, type RefusedCells } from "./refused-cells";
import { createSession, type Session } from "./session";
import { createUnanswered, type UnansweredCells } from "./unanswered";
import { createWaiters, type Waiter, type Waiters } from "./waiters";
import { createWorkQueue, type WorkQueue } from "./work-queue";

/** The parts of a client that know nothing of each other. Intake, sending, replies and settling connect them. */
export interface ClientParts {
  readonly host: Host;
  /** Deadline of a call. */
  readonly cellMs: number;
  readonly session: Session;
  readonly cache: AnswerCache<PendingQuestion>;
  readonly heldValues: HeldValues;
  readonly waiters: Waiters<PendingQuestion>;
  readonly queue: WorkQueue<PendingQuestion>;
  readonly flights: Flights;
  readonly gate: Gate;
  readonly refusedCells: RefusedCells;
  readonly unanswered: UnansweredCells;
  readonly metrics: Metrics;
}

/** What happens by itself, by a timer or by a reply. */
interface Events {
  /** A batch can be sent: gathering has ended, a delay is over, or the gate has opened. */
  ready(): void;
  /** The call has reached its deadline. */
  late(waiter: Waiter<PendingQuestion>): void;
  replied(flight: Flight, reply: Reply): void;
  timedOut(flight: Flight): void;
}

interface Settings {
  readonly cellMs: number;
  readonly cacheSize: number | undefined;
  readonly asOf: AsOf | undefined;
  readonly trace: boolean;
}

export function createParts(host: Host, { cellMs, cacheSize = CACHE_SIZE, asOf, trace }: Settings, events: Events): ClientParts {
  const session = createSession(host, asOf);
  const cache = createAnswerCache<PendingQuestion>(() => host.random(), cacheSize);
  cache.setAsOf(session.asOfText());
  const waiters = createWaiters<PendingQuestion>(host, cellMs, events.late);
  const queue = createWorkQueue<PendingQuestion>(host, isLive, (why) => {
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
