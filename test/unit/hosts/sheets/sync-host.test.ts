import { createClient } from "../../../../src/core/client";
import type { Reply } from "../../../../src/core/host";
import type { Outcome } from "../../../../src/core/outcome";
import { type Question } from "../../../../src/core/question";
import { createSyncHost } from "../../../../src/hosts/sheets/sync-host";
import { asking } from "../../core/question-of";

interface Sent {
  readonly at: number;
  readonly bodies: readonly string[];
}

const START = 1_000_000;

/** A world in which only waits and requests take time. */
function world(reply: (body: string, nth: number) => Reply & { readonly latency?: number }) {
  let clock = START;
  const sent: Sent[] = [];
  const sleeps: number[] = [];
  let nth = 0;
  return {
    sent,
    sleeps,
    elapsed: () => clock - START,
    blocking: {
      now: () => clock,
      random: () => 0.5,
      sleep: (ms: number) => {
        sleeps.push(ms);
        clock += ms;
      },
      fetchAll: (bodies: readonly string[]): Reply[] => {
        sent.push({ at: clock - START, bodies });
        const replies = bodies.map((body) => reply(body, nth++));
        clock += Math.max(...replies.map((r) => r.latency ?? 200));
        return replies;
      },
    },
  };
}

const good = (body: string): Reply => ({
  status: 200,
  body: JSON.stringify({
    data: (JSON.parse(body) as { cells: { id: number }[] }).cells.map(({ id }) => ({ id, value: 1.5, max_age_s: 60 })),
    meta: { attribution: {} },
  }),
});

const questions = (n: number): Question[] => Array.from({ length: n }, (_, i) => asking("PRICE", `T${i}`));

function ask(of: ReturnType<typeof world>, asked: readonly Question[], { cellMs = 20_000, end = 23_000 } = {}): Map<string, Outcome> {
  const host = createSyncHost(of.blocking, START + end);
  const client = createClient(host, { cellMs });
  client.setAccess("present");
  const outcomes = new Map<string, Outcome>();
  for (const question of asked) client.ask(question, (outcome) => outcomes.set(question.key, outcome));
  host.run(() => outcomes.size === asked.length);
  return outcomes;
}

const kinds = (outcomes: Map<string, Outcome>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes.values()) {
    const kind = outcome.kind === "failure" ? outcome.failure.code : outcome.kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

describe("the client in Google Sheets, where requests block", () => {
  test("sends 6,000 questions in 12 requests, four at a time, without a wait between them", () => {
    const w = world(good);
    expect(kinds(ask(w, questions(6_000)))).toEqual({ answer: 6_000 });
    expect(w.sent.map(({ bodies }) => bodies.length)).toEqual([4, 4, 4]);
    expect(w.elapsed()).toBeLessThan(1_000);
  });

  test("waits for a short Retry-After", () => {
    const w = world((body, nth) => (nth === 0 ? { status: 429, body: "{}", retryAfter: "5" } : good(body)));
    expect(kinds(ask(w, questions(1)))).toEqual({ answer: 1 });
    expect(w.elapsed()).toBeGreaterThanOrEqual(5_000);
  });

  test("fails every question at once if Retry-After is long", () => {
    const w = world(() => ({ status: 429, body: "{}", retryAfter: "120" }));
    const outcomes = ask(w, questions(1_200));
    expect(kinds(outcomes)).toEqual({ rate_limited: 1_200 });
    expect(w.elapsed()).toBeLessThan(1_000);
    expect([...outcomes.values()][0]).toMatchObject({ failure: { code: "rate_limited", waitMs: expect.closeTo(120_000, -3) as number } });
  });

  test("starts no request that would return after the deadline", () => {
    const w = world((body) => ({ ...good(body), latency: 13_000 }));
    const outcomes = ask(w, questions(6_000));
    expect(kinds(outcomes)).toEqual({ answer: 2_000, timeout: 4_000 });
    expect(w.elapsed()).toBeLessThan(13_100);
  });

  test("sends nothing if less time remains than a slow first request takes", () => {
    const w = world(good);
    expect(kinds(ask(w, questions(1), { end: 11_000 }))).toEqual({ timeout: 1 });
    expect(w.sent).toEqual([]);
  });

  test("calls a service that is down three times, then fails every question", () => {
    const w = world(() => ({ status: 0, body: "" }));
    expect(kinds(ask(w, questions(10)))).toEqual({ network: 10 });
    expect(w.sent).toHaveLength(3);
    expect(w.elapsed()).toBeLessThan(20_000);
  });

  test("fails at once, without waiting, if the wait before a retry would end after the deadline", () => {
    const w = world((_, nth) => (nth === 0 ? { status: 503, body: "", retryAfter: "19" } : good("")));
    expect(kinds(ask(w, questions(3), { end: 20_500 }))).toEqual({ timeout: 3 });
    expect(w.sent).toHaveLength(1);
    expect(w.elapsed()).toBeLessThan(1_000);
  });
});
