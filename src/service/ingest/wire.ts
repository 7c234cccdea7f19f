import { networkFetch, type Network } from "./network";

/** What fetching needs of the machine; the tests hand over a clock that nobody has to wait for. */
export interface Wire {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Milliseconds of real time. */
  now(): number;
  /** Ends early, without a fault, when the signal stops it. */
  sleep(ms: number, stop: AbortSignal): Promise<void>;
  /** Aborts after that long. */
  timeLimit(ms: number): AbortSignal;
}

/** This machine's own, by the proxy and with the certificates of its network. */
export const nodeWire = (now: () => number, network: Network = { env: {} }): Wire => ({
  fetch: networkFetch(network),
  now,
  sleep: (ms, stop) =>
    new Promise((resolve) => {
      if (stop.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        stop.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      stop.addEventListener("abort", done);
    }),
  timeLimit: (ms) => AbortSignal.timeout(ms),
});
