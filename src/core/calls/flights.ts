import { asOfText } from "../../contract/as-of";
import type { PendingQuestion, Flight } from "./entry";
import { startDeadline } from "./deadline";
import type { Host, Reply } from "../host";
import { LIMITS } from "../limits";

interface Ends {
  replied(flight: Flight, reply: Reply): void;
  timedOut(flight: Flight): void;
}

const bodyOf = ({ entries, asOf }: Flight, trace: boolean): string =>
  `{"cells":[${entries.map(({ question }, id) => question.json(id)).join(",")}]${asOf ? `,"as_of":${JSON.stringify(asOfText(asOf))}` : ""}${trace ? ',"trace":true' : ""}}`;

/**
 * Requests in flight: sends a batch as one request, and ends each request once, by its reply, by its timeout or by cancelling it.
 *
 * @param trace true: requests ask for the rows of each answer
 */
export function createFlights(host: Host, { replied, timedOut }: Ends, trace: boolean) {
  const flights = new Set<Flight>();

  function land(flight: Flight): void {
    flight.over = true;
    flight.deadline.cancel();
    flights.delete(flight);
    for (const entry of flight.entries) if (entry.flight === flight) entry.flight = undefined;
  }

  /** Cancels a request. A reply to it is ignored. */
  function cancel(flight: Flight): void {
    flight.abort();
    land(flight);
  }

  return {
    /** @param state number of the key, volley of the gate, and moment that the answers are as of, now */
    send: (entries: readonly PendingQuestion[], state: Pick<Flight, "epoch" | "volley" | "asOf">): void => {
      const deadline = startDeadline(host, LIMITS.requestMs, () => {
        if (flight.over) return;
        cancel(flight);
        timedOut(flight);
      });
      const flight: Flight = { entries, ...state, live: entries.length, over: false, abort: () => undefined, deadline };
      for (const entry of entries) entry.flight = flight;
      flights.add(flight);
      const done = (reply: Reply): void => {
        if (flight.over) return;
        land(flight);
        replied(flight, reply);
      };
      try {
        flight.abort = host.send(bodyOf(flight, trace), done);
      } catch {
        // A host that cannot send is treated as offline.
        done({ status: 0, body: "" });
      }
    },
    cancel,
    /** Cancels all requests. Returns the entries of each. */
    cancelAll: (): (readonly PendingQuestion[])[] =>
      [...flights].map((flight) => {
        cancel(flight);
        return flight.entries;
      }),
    /** The entries of all requests in flight. */
    entries: () => [...flights].flatMap((flight) => flight.entries),
    /** Number of requests in flight. */
    count: () => flights.size,
  };
}
