import type { AsOf } from "../../contract/as-of";
import type { Host, Reply } from "../host";
import { LIMITS } from "../limits";
import { CACHE_SIZE, createAnswerCache } from "./cache";
import { isLive, type PendingQuestion, type Flight } from "./entry";
import { createFlights } from "./flights";
import { createGate } from "./gate";
import { createHeldValues } from "./held-values";
import { createMetrics } from "./metrics";
import { createRefusedCells } from "./refused-cells";
import { createSession } from "./session";
import { createUnanswered } from "./unanswered";
import { createWaiters, type Waiter } from "./waiters";
import { createWorkQueue } from "./work-queue";

export type ClientParts = ReturnType<typeof createParts>;

/** What happens by itself, by a timer or by a reply. */
interface Events {
  /** A batch can be sent: gathering has ended, a delay is over, or the gate has opened. */
  ready(): void;
  /** The call has reached its deadline. */
  late(waiter: Waiter<PendingQuestion>): void;
  replied(flight: Flight, reply: Reply): void;
  timedOut(flight: Flight): void;
}

export interface ClientOptions {
  readonly cacheSize?: number;
  /** The day or moment that all answers are as of; if absent, now. */
  readonly asOf?: AsOf | undefined;
  /** True: each answer has its `trace`. */
  readonly trace?: boolean;
  /** Deadline of a call, for hosts that end calls sooner. */
  readonly cellMs?: number;
  /** How long the caller has waited already; added to the time in the message. */
  readonly waitedMs?: number;
}

/** The parts of a client that know nothing of each other. Intake, sending, replies and settling connect them. */
export function createParts(host: Host, { cellMs = LIMITS.cellMs, cacheSize = CACHE_SIZE, asOf, trace = false }: ClientOptions, events: Events) {
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
    /** Deadline of a call. */
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
