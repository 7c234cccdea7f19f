import type { LocalService, Turn } from "../local-service";
import { answerLine, dayOf, numberOf, SERIES, windowOf } from "./questions";
import type { Random } from "./random";

/** What can go wrong for a request, and for all requests of a window. */
const OF_REQUEST = ["lost", "server error", "broken reply", "held"] as const;
const OF_WINDOW = ["limited", "refused key", "no key"] as const;
export type Fault = (typeof OF_REQUEST)[number] | (typeof OF_WINDOW)[number];

/** One request for cells. */
interface Request {
  readonly cells: number;
  readonly fault: Fault | undefined;
}

/** A service whose answers follow from question and edition, and whose faults follow from a seed. */
export interface FaultyService {
  readonly requests: readonly Request[];
  /** Number of the current edition. */
  edition(): number;
  /** Publishes the next edition. */
  publish(): void;
  /** Notes that no window has a key. */
  noteNoKey(): void;
  /** Notes that the page gave up this request. */
  noteGivenUp(body: string): void;
  /** Whether this went wrong for a question since that edition. */
  happened(question: number, fault: Fault, since: number): boolean;
  /** Whether anything went wrong for a question since that edition. */
  anyFault(question: number, since: number): boolean;
  /** Holds all requests until `release`. */
  hold(): void;
  /** Answers the requests that are held. */
  release(): void;
  /** Refuses this key from now on; undefined for none. */
  refuse(key: string | undefined): void;
  /** From now on every request is answered. */
  recover(): void;
}

const BODIES: Readonly<Record<number, (key: string) => string>> = {
  // A service that repeats the key: no cell, log or list may show it.
  500: (key) => JSON.stringify({ detail: `no answer for Bearer ${key}` }),
  503: () => "<!doctype html><title>Service unavailable</title>",
};
const WAITS = [undefined, "0", "1", "2", "40", "90"];

/** The questions of a request, in the order of their ids. */
const questionsIn = (body: string): number[] =>
  (JSON.parse(body) as { readonly cells: readonly { readonly args: readonly unknown[] }[] }).cells.map(
    ({ args: [series, day] }) => numberOf(series, day) ?? NaN,
  );

export function faultyService({ switches }: LocalService, random: Random): FaultyService {
  const requests: Request[] = [];
  /** The edition in which each fault happened last, by question or window. */
  const last = new Map<string, number>();
  let edition = 1;
  let held: (() => void)[] = [];
  let isHolding = false;
  let refused: string | undefined;
  let isSound = false;

  const isOfWindow = (fault: Fault): boolean => OF_WINDOW.some((one) => one === fault);
  const keyOf = (fault: Fault, question: number): string => `${fault} ${isOfWindow(fault) ? windowOf(question) : question}`;
  const note = (fault: Fault, questions: readonly number[]): void => questions.forEach((question) => last.set(keyOf(fault, question), edition));
  const happened = (question: number, fault: Fault, since: number): boolean => (last.get(keyOf(fault, question)) ?? 0) >= since;

  function faultOf(key: string | undefined): Fault | undefined {
    if (key === undefined) return "no key";
    if (key === refused) return "refused key";
    if (isHolding) return "held";
    if (isSound || random.chance(0.5)) return undefined;
    return random.pick(["lost", "server error", "server error", "broken reply", "broken reply", "limited", "held"] as const);
  }

  async function turnOf(fault: Fault | undefined, lines: readonly string[], key: string): Promise<Turn> {
    const reply = (data: readonly string[]): string => `{"data":[${data.join(",")}],"count":${data.length},"as_of":"2024-06-28T12:00:00Z","meta":{}}`;
    const body = reply(lines);
    switch (fault) {
      case "lost":
        return "lost";
      case "no key":
        return { status: 401, body: '{"detail":{"code":"missing_key"}}' };
      case "refused key":
        return { status: 401, body: '{"detail":{"code":"revoked_key"}}' };
      case "server error": {
        const status = random.pick([500, 503]);
        return { status, body: BODIES[status]!(key) };
      }
      case "limited": {
        const retryAfter = random.pick(WAITS);
        return { status: 429, ...(retryAfter === undefined ? {} : { retryAfter }) };
      }
      case "broken reply":
        return { status: 200, body: random.chance(0.5) ? body.slice(0, Math.floor(body.length * 0.7)) : reply(random.some(lines, 0.6)) };
      case "held":
        await new Promise<void>((resolve) => held.push(resolve));
        return { status: 200, body };
      default:
        return { status: 200, body };
    }
  }

  switches.eval = (body, key) => {
    const questions = questionsIn(body);
    const fault = faultOf(key);
    requests.push({ cells: questions.length, fault });
    // A reply that comes late is no fault, unless the page gives up.
    if (fault && fault !== "held") note(fault, questions);
    return turnOf(
      fault,
      questions.map((question, id) => answerLine(id, question, edition)),
      key ?? "",
    );
  };
  return {
    requests,
    edition: () => edition,
    publish: () => void edition++,
    noteNoKey: () => SERIES.forEach((series) => note("no key", [numberOf(series, dayOf(0))!])),
    noteGivenUp: (body) => note("held", questionsIn(body)),
    happened,
    anyFault: (question, since) => [...OF_REQUEST, ...OF_WINDOW].some((fault) => happened(question, fault, since)),
    hold: () => void (isHolding = true),
    release: () => {
      isHolding = false;
      for (const go of held) go();
      held = [];
    },
    refuse: (key) => void (refused = key),
    recover: () => void (isSound = true),
  };
}
