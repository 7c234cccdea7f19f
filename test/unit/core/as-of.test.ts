import type { AsOf } from "../../../src/contract/as-of";
import { createClient, type Client } from "../../../src/core/client";
import type { Reply } from "../../../src/core/host";
import type { Outcome } from "../../../src/core/outcome";
import { readQuestion, type Question } from "../../../src/core/question";
import { good, virtualHost, type Sent, type VirtualHost } from "./virtual-host";

const DAY: AsOf = { day: "2024-05-02" };
const ECHO = "2024-05-03T03:59:59Z";

const price = (ticker: string): Question => {
  const read = readQuestion("PRICE", [ticker]);
  if (!("question" in read)) throw new Error("not a question");
  return read.question;
};

function ready(asOf?: AsOf): { host: VirtualHost; client: Client } {
  const host = virtualHost();
  const client = createClient(host, { asOf });
  client.setAccess("present");
  return { host, client };
}

function asks(client: Client, q: Question, cell?: string): Outcome[] {
  const outcomes: Outcome[] = [];
  client.ask(q, (o) => outcomes.push(o), cell);
  return outcomes;
}
const shown = (o: Outcome | undefined): unknown => (o?.kind === "answer" ? o.answer.value : o?.kind === "failure" ? o.failure : o?.kind);

/** A reply that repeats a moment in `meta.as_of`. */
function echoing(sent: Sent, echo: string | undefined, value = 1000): Partial<Reply> & { status: number } {
  const reply = good(sent, () => ({ value }));
  const body = JSON.parse(reply.body!) as { meta: Record<string, unknown> };
  return { ...reply, body: JSON.stringify({ ...body, meta: { ...body.meta, as_of: echo } }) };
}

test("the day is sent once per request, and an answer for it is cached", () => {
  const { host, client } = ready(DAY);
  const [a, b] = [asks(client, price("A")), asks(client, price("B"))];
  host.pass(5);
  expect(host.sent.map((s) => [s.asOf, s.cells.length])).toEqual([["2024-05-02", 2]]);
  host.sent[0]!.reply(echoing(host.sent[0]!, ECHO));
  expect([a, b].map((o) => o.map(shown))).toEqual([[1000], [1000]]);
  expect(asks(client, price("A")).map(shown)).toEqual([1000]);
  expect([client.asOf(), host.sent.length]).toEqual(["2024-05-02", 1]);
});

test("without a day nothing is sent, and a reply for a past moment is broken", () => {
  const { host, client } = ready();
  asks(client, price("A"));
  host.pass(5);
  expect(host.sent[0]!.asOf).toBeUndefined();
  host.sent[0]!.reply(echoing(host.sent[0]!, ECHO));
  expect(client.last(price("A"))).toBeUndefined();
});

test.each([undefined, "2024-05-02T03:59:59Z", "2024-06-25T12:00:00Z"])("a reply for another moment, %s, is broken and is never shown", (echo) => {
  const { host, client } = ready(DAY);
  host.onSend = (sent) => host.schedule(() => sent.reply(echoing(sent, echo)), 1);
  const outcomes = asks(client, price("A"));
  host.pass(60_000);
  expect(outcomes.map(shown)).toEqual([{ code: "broken_reply" }]);
  expect(client.last(price("A"))).toBeUndefined();
});

test("a moment is sent to the second, and must be repeated exactly", () => {
  const { host, client } = ready({ moment: Date.UTC(2024, 4, 2, 14, 30) });
  const outcomes = asks(client, price("A"));
  host.pass(5);
  expect(host.sent[0]!.asOf).toBe("2024-05-02T14:30:00Z");
  host.sent[0]!.reply(echoing(host.sent[0]!, "2024-05-02T14:30:00Z"));
  expect(outcomes.map(shown)).toEqual([1000]);
});

describe("another day", () => {
  test("has no answer from the day before, of any age, and shows no held value of it", () => {
    const { host, client } = ready();
    asks(client, price("A"), "Sheet1!A1");
    host.pass(5);
    host.sent[0]!.reply(good(host.sent[0]!));
    client.hold(new Map([["Sheet1!A1", { value: 1000 }]]));
    client.setAsOf(DAY);
    expect([client.peek(price("A"), { anyAge: true }), client.last(price("A"))]).toEqual([undefined, undefined]);
    const outcomes = asks(client, price("A"), "Sheet1!A1");
    host.pass(5);
    expect(host.sent[1]!.asOf).toBe("2024-05-02");
    host.sent[1]!.reply({ status: 403 });
    expect(outcomes.map(shown)).toEqual([{ code: "forbidden" }]);
  });

  test("cancels requests in flight and sends their questions again as of the new day", () => {
    const { host, client } = ready();
    const outcomes = asks(client, price("A"));
    host.pass(5);
    client.setAsOf(DAY);
    host.pass(5);
    expect(host.sent.map((s) => [s.asOf, s.aborted])).toEqual([
      [undefined, true],
      ["2024-05-02", false],
    ]);
    host.sent[1]!.reply(echoing(host.sent[1]!, ECHO, 7));
    expect(outcomes.map(shown)).toEqual([7]);
  });

  test("is not another day if it is the same one: the cache stays", () => {
    const { host, client } = ready(DAY);
    asks(client, price("A"));
    host.pass(5);
    host.sent[0]!.reply(echoing(host.sent[0]!, ECHO));
    client.setAsOf({ day: "2024-05-02" });
    expect(asks(client, price("A")).map(shown)).toEqual([1000]);
    client.setAsOf(undefined);
    expect([client.peek(price("A"), { anyAge: true }), client.asOf()]).toEqual([undefined, undefined]);
  });
});

test("a day that the service refuses fails all cells at once, without splitting the batch", () => {
  const { host, client } = ready({ day: "2024-06-25" });
  const outcomes = Array.from({ length: 300 }, (_, i) => asks(client, price(`T${i}`)));
  host.pass(5);
  const detail = "as_of: expected a day that has ended in New York, got 2024-06-25.";
  host.sent[0]!.reply({ status: 422, body: JSON.stringify({ detail, code: "invalid_request" }) });
  host.pass(60_000);
  expect(host.sent).toHaveLength(1);
  const failure = { code: "as_of_refused", detail: "expected a day that has ended in New York, got 2024-06-25." };
  expect(outcomes.filter(([o, ...more]) => more.length > 0 || JSON.stringify(shown(o)) !== JSON.stringify(failure))).toEqual([]);
});
