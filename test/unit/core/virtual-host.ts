import { createClient, type Client } from "../../../src/core/client";
import type { Host, Reply } from "../../../src/core/host";
import type { Outcome } from "../../../src/core/outcome";
import { readQuestion, type Question } from "../../../src/core/question";

/** One request from the client. The test replies when it chooses. */
export interface Sent {
  readonly cells: readonly {
    readonly id: number;
    readonly fn?: string;
    readonly args?: readonly unknown[];
    readonly entity?: string;
    readonly path?: string;
  }[];
  readonly asOf?: unknown;
  readonly at: number;
  reply(reply: Partial<Reply> & { status: number }): void;
  aborted: boolean;
}

/** A host whose time advances only when the test says so. */
export interface VirtualHost extends Host {
  readonly sent: Sent[];
  /** Ends the current task and runs everything due within these milliseconds, in order of time. */
  pass(ms?: number): void;
  /**
   * Suspends the runtime for these milliseconds, as a closed lid, a frozen page or a blocked thread does: no timer runs. When it wakes, everything due runs
   * first, each once; replies that came meanwhile are for the test to give afterwards. HTML leaves the order of timers and replies to the browser
   * (https://html.spec.whatwg.org/multipage/webappapis.html#event-loop-processing-model), and a reply's body is read in several tasks.
   */
  suspend(ms: number): void;
  /** Changes the wall clock without running timers. */
  jump(ms: number): void;
  /** Replies to a request as `good` does; a negative index counts from the newest one. */
  answer(index: number, of?: Parameters<typeof good>[1]): void;
  /** Called for every request, for tests that reply at once. */
  onSend: ((sent: Sent) => void) | undefined;
  random: () => number;
}

export function virtualHost(): VirtualHost {
  let now = Date.UTC(2024, 5, 25, 12);
  let offset = 0;
  let order = 0;
  let tasks: { at: number; order: number; work: () => void }[] = [];
  const sent: Sent[] = [];
  const host: VirtualHost = {
    sent,
    onSend: undefined,
    now: () => now + offset,
    random: () => 0.5,
    jump: (ms) => void (offset += ms),
    answer: (index, of) => sent.at(index)!.reply(good(sent.at(index)!, of)),
    schedule: (work, ms) => {
      const task = { at: now + ms, order: order++, work };
      tasks.push(task);
      return () => void (tasks = tasks.filter((t) => t !== task));
    },
    pass: (ms = 0) => {
      const end = now + ms;
      for (;;) {
        const next = tasks.filter((t) => t.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];
        if (!next) break;
        tasks = tasks.filter((t) => t !== next);
        now = Math.max(now, next.at);
        next.work();
      }
      now = end;
    },
    suspend: (ms) => {
      now += ms;
      host.pass();
    },
    send: (body, done) => {
      let over = false;
      const request: Sent = {
        cells: (JSON.parse(body) as { cells: Sent["cells"] }).cells,
        asOf: (JSON.parse(body) as { as_of?: unknown }).as_of,
        at: now,
        aborted: false,
        reply: (reply) => {
          if (over) return;
          over = true;
          done({ body: "", ...reply });
        },
      };
      sent.push(request);
      host.onSend?.(request);
      return () => {
        over = true;
        request.aborted = true;
      };
    },
  };
  return host;
}

/** A 200 reply that gives every cell a number made from its id, or the value of `of`. */
export const good = (
  sent: Sent,
  of: (cell: Sent["cells"][number]) => Record<string, unknown> = (c) => ({ value: 1000 + c.id }),
): Partial<Reply> & { status: number } => ({
  status: 200,
  body: JSON.stringify({
    data: sent.cells.map((c) => ({ id: c.id, max_age_s: 60, source: "board", ...of(c) })),
    count: sent.cells.length,
    as_of: "2024-06-25T12:00:00Z",
    meta: { attribution: { board: "Board" } },
  }),
});

export function question(fn: Parameters<typeof readQuestion>[0], ...args: unknown[]): Question {
  const read = readQuestion(fn, args);
  if (!("question" in read)) throw new Error("not a question");
  return read.question;
}
export const price = (ticker: string): Question => question("PRICE", ticker);

/** Ends the task that made the calls, and the short wait for more of them. */
export const flush = (host: VirtualHost): void => host.pass(5);

/** Calls and records the outcomes, so a second settlement would show. */
export function asks(client: Client, q: Question, cell?: string) {
  const outcomes: Outcome[] = [];
  return { outcomes, cancel: client.ask(q, (o) => outcomes.push(o), cell) };
}

/** A client whose key is not loaded yet. */
export function withoutKey(options: Parameters<typeof createClient>[1] = {}) {
  const host = virtualHost();
  const client = createClient(host, options);
  /** Asks for the price of a ticker, and sends the request. */
  const askNow = (ticker: string, cell?: string) => {
    const call = asks(client, price(ticker), cell);
    flush(host);
    return call;
  };
  return { host, client, askNow };
}

/** A client that has a key. */
export function ready(options?: Parameters<typeof createClient>[1]) {
  const all = withoutKey(options);
  all.client.setAccess("present");
  return all;
}
