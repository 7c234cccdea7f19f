/** Every limit on how calls become requests. In milliseconds unless stated. */
export const LIMITS = {
  /** Maximum number of cells in one request. */
  chunk: 500,
  /** Maximum number of requests in flight. */
  inFlight: 4,
  /** Longest wait for more calls after the task of the first call has ended. */
  gatherMs: 50,
  /** A pause this long ends a batch. Hosts deliver calls in messages a few milliseconds apart. */
  quietMs: 4,
  requestMs: 15_000,
  /**
   * Most bytes of a reply's body, inflated. The largest are 2.5 MB of JSON, and 25 MB of CSV for a screen of 9,000 names; an endless body would fill the memory.
   * Google allows scripts 50 MB.
   */
  replyBytes: 32 * 1024 * 1024,
  cellMs: 60_000,
  /** Timers in which a deadline is counted, so that it counts the time awake. */
  deadlineParts: 4,
  /** A timer this late may run before replies that have come. */
  lateMs: 250,
  /** A timer this late means that the runtime was suspended: a busy one is late by less. */
  suspendedMs: 5_000,
  /** Wait for the network after a suspension that ended a request. */
  wakeMs: 2_000,
  /** Maximum number of attempts per cell, including the first. */
  tries: 3,
  /** The same if the status was 500, which is more often a bug than overload. */
  triesAfter500: 2,
  backOffMs: 400,
  /** Client-wide retry budget, so that retries do not multiply an outage. A success earns some of it back. */
  retryBudget: 10,
  retryEarned: 0.5,
  /** Time that restores one retry. */
  retryRefillMs: 10_000,
  /** First wait after a 429 without Retry-After; doubled each time. */
  gateMs: 1_000,
  gateMaxMs: 30_000,
  /** Longest single timer: timers of some hosts overflow after 24 days. */
  gateTimerMs: 3_600_000,
  /** Cells refused one by one, with no cell accepted, before the service is assumed to refuse everything. */
  refusedAlone: 64,
  /** Cells of one function refused one by one with the same message before its refused batches are no longer split to single cells; if none of its cells is accepted. */
  refusedSame: 32,
  /** The same for a function with accepted cells. */
  refusedSameMost: 512,
  /** Maximum number of cells refused together. */
  refusedGroup: 50,
  /** Time until one request may try again after a 401 without an end (a spent quota without a date, a proxy page). */
  refusalMs: 600_000,
  /** How long a refreshed answer stays valid whatever its `max_age_s`: the refresh of a large workbook may take this long. */
  renewedMs: 120_000,
  /** How long held values stay valid after recalculation is requested. */
  heldMs: 60_000,
  failuresKept: 100,
} as const;
