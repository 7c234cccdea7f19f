import type { LocalService, Turn } from "../local-service";
import { answerLine, numberOf, SERIES } from "./questions";
import type { Random } from "./random";

/** What went wrong, as a window can notice it. */
export type Fault = "lost" | "server error" | "broken reply" | "limited" | "held" | "refused key" | "no key";

/** One request for cells. */
interface Request {
  readonly window: number;
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
  /** Notes that this went wrong for a window. */
  note(window: number, fault: Fault): void;
  /** Whether this went wrong for the window since that edition. */
  happened(window: number, fault: Fault, since: number): boolean;
  /** Whether anything went wrong for the window since that edition. */
  anyFault(window: number, since: number): boolean;
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

type Asked = { readonly cells: readonly { readonly id: number; readonly args: readonly unknown[] }[] };

export function faultyService({ switches }: LocalService, random: Random): FaultyService {
  const requests: Request[] = [];
  /** The edition in which each fault happened last, by window. */
  const last = SERIES.map(() => new Map<Fault, number>());
  let edition = 1;
  let held: (() => void)[] = [];
  let refused: string | undefined;
  let isSound = false;

  const note = (window: number, fault: Fault): void => void last[window]?.set(fault, edition);

  function faultOf(key: string | undefined): Fault | undefined {
    if (key === undefined) return "no key";
    if (key === refused) return "refused key";
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
    const { cells } = JSON.parse(body) as Asked;
    const window = SERIES.indexOf(cells[0]?.args[0] as (typeof SERIES)[number]);
    const fault = faultOf(key);
    requests.push({ window, cells: cells.length, fault });
    if (fault) note(window, fault);
    const lines = cells.map(({ id, args: [series, day] }) => answerLine(id, numberOf(series, day) ?? NaN, edition));
    return turnOf(fault, lines, key ?? "");
  };
  return {
    requests,
    edition: () => edition,
    publish: () => void edition++,
    note,
    happened: (window, fault, since) => (last[window]?.get(fault) ?? 0) >= since,
    anyFault: (window, since) => [...(last[window]?.values() ?? [])].some((at) => at >= since),
    release: () => {
      for (const go of held) go();
      held = [];
    },
    refuse: (key) => void (refused = key),
    recover: () => void (isSound = true),
  };
}
