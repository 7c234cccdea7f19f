/** Every number that shapes how calls become requests, in one place. Milliseconds unless said. */
export const LIMITS = {
  /** Cells a request carries at most. */
  chunk: 500,
  /** Requests under way at once. */
  inFlight: 4,
  /** Longest wait for more calls once the task that brought the first has ended. */
  gatherMs: 50,
  /** So long without a new call, and they have stopped arriving. Hosts hand calls over in messages a few milliseconds apart. */
  quietMs: 4,
  requestMs: 15_000,
  cellMs: 60_000,
  /** Sendings of one cell at most, the first included. */
  tries: 3,
  /** A server error of status 500 is asked once more only: it is more often a fault than a load. */
  triesAfter500: 2,
  backOffMs: 400,
  /** Requests that may be repeated before a success earns more: so that an outage is not multiplied. */
  retryBudget: 10,
  retryEarned: 0.5,
  /** Time that brings one repetition back. */
  retryRefillMs: 10_000,
  /** Waits after a 429 without Retry-After; doubled each time. */
  gateMs: 1_000,
  gateMaxMs: 30_000,
  /** One timer of the gate at most: hosts' timers overflow after some 24 days. */
  gateTimerMs: 3_600_000,
  /** Cells refused one by one, while no request at all is accepted, after which a service is taken to refuse everything. */
  refusedAlone: 64,
  /** Cells of one function refused one by one with the same message, after which its refused batches are not halved to the last cell: while no cell of it is accepted. */
  refusedSame: 32,
  /** The same for a function of which some cells are accepted. */
  refusedSameMost: 512,
  /** Cells of such a batch that are refused together. */
  refusedGroup: 50,
  /** After a 401 that does not say when it ends (a spent quota without a date, a proxy's page), one request may try again. */
  refusalMs: 600_000,
  /**
   * So long the answer to a renewed question serves the cells that are then calculated, whatever its `max_age_s`: as long as it may take to renew all
   * questions of a large workbook.
   */
  renewedMs: 120_000,
  /** So long after a cell was marked its first call is taken to be the one that it was marked for. */
  heldMs: 60_000,
  failuresKept: 100,
} as const;
