import { momentText, type AsOf } from "../../../src/contract/as-of";
import { createClient } from "../../../src/core/client";
import type { Outcome } from "../../../src/core/outcome";
import { asks, flush, good, price, ready, type Sent, virtualHost, type VirtualHost } from "./virtual-host";

const DAY: AsOf = { day: "2024-05-02" };
const ECHO = "2024-05-03T03:59:59Z";

const shown = (o: Outcome | undefined): unknown => (o?.kind === "answer" ? o.answer.value : o?.kind === "failure" ? o.failure : o?.kind);

/** A good reply with these members in its `meta`. */
function withMeta(reply: ReturnType<typeof good>, more: object): ReturnType<typeof good> {
  const body = JSON.parse(reply.body!) as { meta: Record<string, unknown> };
  return { ...reply, body: JSON.stringify({ ...body, meta: { ...body.meta, ...more } }) };
}
/** A reply that repeats a moment in `meta.as_of`. */
const echoing = (sent: Sent, echo: string | undefined, value = 1000) =>
  withMeta(
    good(sent, () => ({ value })),
    { as_of: echo },
  );

test("the day is sent once per request, and an answer for it is cached", () => {
  const { host, client } = ready({ asOf: DAY });
  const [a, b] = [asks(client, price("A")), asks(client, price("B"))];
  flush(host);
  expect(host.sent.map((s) => [s.asOf, s.cells.length])).toEqual([["2024-05-02", 2]]);
  echo(host, 0);
  expect([a, b].map(({ outcomes }) => outcomes.map(shown))).toEqual([[1000], [1000]]);
  expect(asks(client, price("A")).outcomes.map(shown)).toEqual([1000]);
  expect([client.asOf(), host.sent.length]).toEqual(["2024-05-02", 1]);
});

test("without a day nothing is sent, and a reply for a past moment is broken", () => {
  const { host, client, askNow } = ready();
  askNow("A");
  expect(host.sent[0]!.asOf).toBeUndefined();
  echo(host, 0);
  expect(client.last(price("A"))).toBeUndefined();
});

test.each([undefined, "2024-05-02T03:59:59Z", "2024-06-25T12:00:00Z"])("a reply for another moment, %s, is broken and is never shown", (echo) => {
  const { host, client } = ready({ asOf: DAY });
  host.onSend = (sent) => host.schedule(() => sent.reply(echoing(sent, echo)), 1);
  const { outcomes } = asks(client, price("A"));
  host.pass(60_000);
  expect(outcomes.map(shown)).toEqual([{ code: "broken_reply" }]);
  expect(client.last(price("A"))).toBeUndefined();
});

test("a moment is sent to the second, and must be repeated exactly", () => {
  const { host, askNow } = ready({ asOf: { moment: Date.UTC(2024, 4, 2, 14, 30) } });
  const { outcomes } = askNow("A");
  expect(host.sent[0]!.asOf).toBe("2024-05-02T14:30:00Z");
  host.sent[0]!.reply(echoing(host.sent[0]!, "2024-05-02T14:30:00Z"));
  expect(outcomes.map(shown)).toEqual([1000]);
});

const echo = (host: VirtualHost, index: number, value?: number): void => host.sent.at(index)!.reply(echoing(host.sent.at(index)!, ECHO, value));

/** Replies as the service does: with the moment of the request. The value is `of` its day and ticker. */
function serves(sent: Sent, of: (day: unknown, ticker: unknown) => number): ReturnType<typeof good> {
  const echo = sent.asOf === undefined ? {} : { as_of: momentText(Date.parse(`${String(sent.asOf)}T03:59:59Z`) + 86_400_000) };
  return withMeta(
    good(sent, ({ args }) => ({ value: of(sent.asOf, args?.[0]) })),
    echo,
  );
}

describe("another day", () => {
  test("has no answer from the day before, of any age, and shows no held value of it", () => {
    const { host, client, askNow } = ready();
    askNow("A", "Sheet1!A1");
    host.answer(0);
    client.hold(new Map([["Sheet1!A1", { value: 1000 }]]));
    client.setAsOf(DAY);
    expect([client.peek(price("A"), { anyAge: true }), client.last(price("A"))]).toEqual([undefined, undefined]);
    const { outcomes } = askNow("A", "Sheet1!A1");
    expect(host.sent[1]!.asOf).toBe("2024-05-02");
    host.sent[1]!.reply({ status: 403 });
    expect(outcomes.map(shown)).toEqual([{ code: "forbidden" }]);
  });

  test("sends the questions of pending calls as of the new day; the late answer is cached for its own day alone", () => {
    const { host, client, askNow } = ready();
    const announced: unknown[] = [];
    client.onAnswer((_, answer) => announced.push(answer.value));
    const { outcomes } = askNow("A");
    client.setAsOf(DAY);
    flush(host);
    expect(host.sent.map((s) => [s.asOf, s.aborted])).toEqual([
      [undefined, false],
      ["2024-05-02", false],
    ]);
    host.answer(0, () => ({ value: 1 }));
    expect([outcomes, client.last(price("A")), announced]).toEqual([[], undefined, []]);
    echo(host, 1, 7);
    expect([outcomes.map(shown), announced]).toEqual([[7], [7]]);
    client.setAsOf(undefined);
    expect([asks(client, price("A")).outcomes.map(shown), host.sent.length]).toEqual([[1], 2]);
    client.setAsOf(DAY);
    expect([asks(client, price("A")).outcomes.map(shown), host.sent.length]).toEqual([[7], 2]);
  });

  test("shows no held value of a pending call, and no old answer of the day before", () => {
    const { host, client } = ready();
    client.hold(new Map([["Sheet1!A1", { value: 1000 }]]));
    const { outcomes } = asks(client, price("A"), "Sheet1!A1");
    client.setAsOf(DAY);
    flush(host);
    host.sent[0]!.reply({ status: 403 });
    expect([host.sent[0]!.asOf, outcomes.map(shown)]).toEqual(["2024-05-02", [{ code: "forbidden" }]]);
  });

  test("answers pending calls from its cache, and not those of a refresh", () => {
    const { host, client, askNow } = ready({ asOf: DAY });
    askNow("A");
    echo(host, 0, 7);
    client.setAsOf(undefined);
    const { outcomes } = asks(client, price("A"));
    const renewed: Outcome[] = [];
    client.setAsOf(DAY);
    expect(outcomes.map(shown)).toEqual([7]);
    client.setAsOf(undefined);
    client.renew(price("A"), (o) => renewed.push(o));
    client.setAsOf(DAY);
    flush(host);
    expect([renewed, host.sent.map((s) => s.asOf)]).toEqual([[], ["2024-05-02", "2024-05-02"]]);
    echo(host, 1, 8);
    expect(renewed.map(shown)).toEqual([8]);
  });

  test("is not another day if it is the same one: nothing is sent again", () => {
    const { host, client, askNow } = ready({ asOf: DAY });
    askNow("A");
    echo(host, 0);
    client.setAsOf({ day: "2024-05-02" });
    expect(asks(client, price("A")).outcomes.map(shown)).toEqual([1000]);
    client.setAsOf(undefined);
    expect([client.peek(price("A"), { anyAge: true }), client.asOf()]).toEqual([undefined, undefined]);
  });

  test("another service clears the answers of every day", () => {
    const { host, client, askNow } = ready({ asOf: DAY });
    askNow("A");
    echo(host, 0);
    client.setAsOf(undefined);
    client.setAccess("present", { forget: true });
    client.setAsOf(DAY);
    expect(client.last(price("A"))).toBeUndefined();
  });

  test("shares the limit of cached answers with all days", () => {
    const host = virtualHost();
    host.onSend = (sent) => host.schedule(() => sent.reply(serves(sent, () => 1)), 1);
    const client = createClient(host, { cacheSize: 10 });
    client.setAccess("present");
    const days = [undefined, "2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04"] as const;
    const names = Array.from({ length: 4 }, (_, i) => price(`T${i}`));
    for (const day of days) {
      client.setAsOf(day && { day });
      for (const name of names) asks(client, name);
      host.pass(100);
    }
    const cached = days.flatMap((day) => {
      client.setAsOf(day && { day });
      return names.filter((name) => client.last(name));
    });
    expect(cached).toHaveLength(10);
  });
});

test("whatever day is set while requests are in flight, each call settles once, with the value of the day that was set then", () => {
  const wrong: unknown[] = [];
  const days = [undefined, "2024-05-01", "2024-05-02"] as const;
  const valueOf = (day: unknown, ticker: unknown): number => days.indexOf(day as (typeof days)[number]) * 100 + Number(String(ticker).slice(1));
  for (let seed = 1; seed <= 300; seed++) {
    let state = seed;
    const drawn = (n: number): number => (state = (state * 48_271) % 2_147_483_647) % n;
    const { host, client } = ready({ cacheSize: 6 });
    const settled: number[] = [];
    const cancels: (() => void)[] = [];
    for (let step = 0; step < 60; step++) {
      const what = drawn(10);
      const ticker = drawn(6);
      const call = settled.length;
      const settle = (o: Outcome): void => {
        settled[call]!++;
        const day = client.asOf();
        if (o.kind === "answer" && o.answer.value !== valueOf(day, `T${ticker}`)) wrong.push({ seed, day, ticker, value: o.answer.value });
      };
      if (what < 4) {
        settled.push(0);
        cancels.push(what === 0 ? client.renew(price(`T${ticker}`), settle) : client.ask(price(`T${ticker}`), settle, `Sheet1!A${call + 1}`));
      } else if (what < 6) {
        const day = days[drawn(3)];
        client.setAsOf(day && { day });
      } else if (what === 6) client.refresh();
      else if (what === 7) cancels[drawn(cancels.length + 1)]?.();
      else {
        flush(host);
        const open = host.sent.filter((s) => !s.aborted);
        const sent = open[drawn(open.length + 1)];
        sent?.reply(drawn(4) === 0 ? { status: 503 } : serves(sent, valueOf));
      }
    }
    host.onSend = (sent) => host.schedule(() => sent.reply(serves(sent, valueOf)), 1);
    for (const sent of host.sent) sent.reply(serves(sent, valueOf));
    host.pass(60_000);
    const { queued, inFlight } = client.stats();
    if (settled.some((n) => n !== 1) || queued + inFlight > 0) wrong.push({ seed, settled, queued, inFlight });
  }
  expect(wrong).toEqual([]);
});

describe("an unreadable day", () => {
  test("fails every call without a request, also those that wait, until a day is set", () => {
    const { host, client, askNow } = ready();
    const waiting = asks(client, price("A"));
    client.setAsOf({ unreadable: "May" });
    const failure = { code: "as_of_unreadable", text: "May" };
    expect([waiting, asks(client, price("B"))].map(({ outcomes }) => outcomes.map(shown))).toEqual([[failure], [failure]]);
    expect([client.asOf(), client.asOfProblem()]).toEqual(["May", failure]);
    host.pass(60_000);
    expect(host.sent).toEqual([]);
    client.setAsOf(DAY);
    const { outcomes } = askNow("A");
    echo(host, 0, 7);
    expect([outcomes.map(shown), client.asOfProblem()]).toEqual([[7], undefined]);
  });

  test("shows no answer of another day, and its own calls are not sent later", () => {
    const { host, client, askNow } = ready();
    askNow("A");
    host.answer(0);
    client.setAsOf({ unreadable: "May" });
    expect(asks(client, price("A")).outcomes.map(shown)).toEqual([{ code: "as_of_unreadable", text: "May" }]);
    client.setAsOf(undefined);
    expect([asks(client, price("A")).outcomes.map(shown), host.sent.length]).toEqual([[1000], 1]);
  });
});

test("the refusal of a day is the day's problem until the service answers as of it, or another day is set", () => {
  const { host, client, askNow } = ready({ asOf: DAY });
  const refuse = () => {
    client.refresh();
    askNow("A");
    host.sent.at(-1)!.reply({ status: 422, body: JSON.stringify({ detail: "as_of: expected a day that has ended.", code: "invalid_request" }) });
    return client.asOfProblem();
  };
  expect(refuse()).toEqual({ code: "as_of_refused", detail: "expected a day that has ended." });
  askNow("A");
  echo(host, -1);
  expect(client.asOfProblem()).toBeUndefined();
  refuse();
  client.setAsOf(undefined);
  expect(client.asOfProblem()).toBeUndefined();
});

test("a day that the service refuses fails all cells at once, without splitting the batch", () => {
  const { host, client } = ready({ asOf: { day: "2024-06-25" } });
  const all = Array.from({ length: 300 }, (_, i) => asks(client, price(`T${i}`)));
  flush(host);
  const detail = "as_of: expected a day that has ended in New York, got 2024-06-25.";
  host.sent[0]!.reply({ status: 422, body: JSON.stringify({ detail, code: "invalid_request" }) });
  host.pass(60_000);
  expect(host.sent).toHaveLength(1);
  const failure = { code: "as_of_refused", detail: "expected a day that has ended in New York, got 2024-06-25." };
  expect(all.filter(({ outcomes: [o, ...more] }) => more.length > 0 || JSON.stringify(shown(o)) !== JSON.stringify(failure))).toEqual([]);
});
