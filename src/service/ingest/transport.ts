import { networkFetch, type Network } from "./network";

/** Network and clock for fetching. Tests pass a clock that does not wait. */
export interface Transport {
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Current time in milliseconds. */
  now(): number;
  /** Resolves early, without an error, if the signal stops it. */
  sleep(ms: number, stop: AbortSignal): Promise<void>;
  /** A signal that aborts after `ms` milliseconds. */
  timeLimit(ms: number): AbortSignal;
}

/** The real network and clock, with the network's proxy and certificates. */
export const nodeTransport = (now: () => number, network: Network = { env: {} }): Transport => ({
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
