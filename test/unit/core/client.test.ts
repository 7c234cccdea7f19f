import type { Client } from "../../../src/core/client";
import { errorOf } from "../../../src/core/failure";
import { LIMITS } from "../../../src/core/limits";
import type { Outcome } from "../../../src/core/outcome";
import { asks, flush, good, price, question, ready, withoutKey } from "./virtual-host";

const shown = (o: Outcome | undefined): unknown =>
  o?.kind === "answer"
    ? o.stale
      ? `${String(o.answer.value)} (stale)`
      : (o.answer.value ?? `n/a: ${o.answer.reason}`)
    : o?.kind === "failure"
      ? `${errorOf(o.failure)} ${o.failure.code}`
      : o?.kind;
const name = (i: number) => `T${i}`;
const askMany = (client: Client, n: number) => Array.from({ length: n }, (_, i) => asks(client, price(name(i))));
/** One answer, with a member that is nested deeper than the stack. */
const NESTED = `{"id":0,"value":1,"more":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;

let { host, client, askNow } = ready();
beforeEach(() => void ({ host, client, askNow } = ready()));

describe("batching", () => {
  test("calls made in one task are sent in one request when the task ends", () => {
    const a = asks(client, price("A"));
    const b = asks(client, price("B"));
    expect(host.sent).toHaveLength(0);
    flush(host);
    expect(host.sent.map((s) => s.cells.map((c) => c.args?.join()))).toEqual([["A,last", "B,last"]]);
    host.answer(0);
    expect([shown(a.outcomes[0]), shown(b.outcomes[0])]).toEqual([1000, 1001]);
  });

  test("a request waits at most 50 ms for further calls", () => {
    let n = 0;
    asks(client, price("FIRST"));
    const more = () => {
      asks(client, price(name(n++)));
      if (n < 200) host.schedule(more, 1);
    };
    more();
    // Every check finds one more call, so only the 50 ms limit ends the wait.
    while (host.sent.length === 0) host.pass(1);
    expect(host.sent[0]!.cells.length).toBeGreaterThan(40);
    expect(host.sent[0]!.at - Date.UTC(2024, 5, 25, 12)).toBeLessThanOrEqual(50);
  });

  test("10,000 cells with different questions take 20 requests, at most 4 at a time", () => {
    const all = askMany(client, 10_000);
    flush(host);
    let most = 0;
    let done = 0;
    while (done < host.sent.length) {
      most = Math.max(most, host.sent.length - done);
      const sent = host.sent[done++]!;
      sent.reply(good(sent, (c) => ({ value: Number(String(c.args![0]).slice(1)) })));
    }
    expect(host.sent).toHaveLength(20);
    expect(most).toBe(4);
    expect(host.sent.every((s) => s.cells.length === 500)).toBe(true);
    expect(all.every((a, i) => a.outcomes.length === 1 && shown(a.outcomes[0]) === i)).toBe(true);
  });

  test("10,000 cells with the same question take one request for one cell", () => {
    const all = Array.from({ length: 10_000 }, (_, i) => asks(client, question("PRICE", i % 2 ? " aapl" : "AAPL", i % 3 ? null : "Last")));
    flush(host);
    expect(host.sent.map((s) => s.cells.length)).toEqual([1]);
    host.answer(0);
    expect(all.every((a) => a.outcomes.length === 1 && shown(a.outcomes[0]) === 1000)).toBe(true);
  });

  test("calls are sent in the order in which they were made", () => {
    askMany(client, 2600);
    flush(host);
    expect(host.sent.map((s) => s.cells[0]!.args![0])).toEqual(["T0", "T500", "T1000", "T1500"]);
    host.answer(2);
    expect(host.sent[4]!.cells[0]!.args![0]).toBe("T2000");
  });
});

describe("cache", () => {
  test("an answer is served from cache for its max_age_s, then fetched again", () => {
    askNow("A");
    host.answer(0);
    host.pass(59_000);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe(1000);
    host.pass(2_000);
    expect(asks(client, price("A")).outcomes).toEqual([]);
    flush(host);
    expect(host.sent).toHaveLength(2);
  });

  test("an expired answer is not served after the computer slept or its clock was set back", () => {
    askNow("A");
    host.answer(0);
    host.jump(3_600_000);
    expect(client.peek(price("A"))).toBeUndefined();
    host.jump(-7_200_000);
    expect(client.peek(price("A"))).toBeUndefined();
  });

  test("after refresh() a call bypasses the cache, and gets the old answer as stale if its request fails", () => {
    askNow("A");
    host.answer(0);
    client.refresh();
    const again = askNow("A");
    expect(host.sent).toHaveLength(2);
    for (let i = 1; i < 5; i++) {
      host.sent[i]?.reply({ status: 503 });
      host.pass(5_000);
    }
    expect(again.outcomes.map(shown)).toEqual(["1000 (stale)"]);
    const third = askNow("A");
    host.answer(-1, () => ({ value: 7 }));
    expect(third.outcomes.map(shown)).toEqual([7]);
    expect(shown(client.peek(price("A")))).toBe(7);
  });

  test("a call made after a refresh does not join an earlier request", () => {
    const before = askNow("A");
    client.refresh();
    const after = askNow("A");
    expect(host.sent).toHaveLength(2);
    host.answer(1, () => ({ value: 2 }));
    host.answer(0, () => ({ value: 1 }));
    expect([shown(before.outcomes[0]), shown(after.outcomes[0])]).toEqual([1, 2]);
    expect(shown(client.peek(price("A")))).toBe(2);
  });
});

describe("cancelling", () => {
  test("a call that is cancelled before it is sent is never sent", () => {
    const a = asks(client, price("A"));
    a.cancel();
    flush(host);
    expect(host.sent).toHaveLength(0);
    expect(a.outcomes.map(shown)).toEqual(["#N/A cancelled"]);
  });

  test("a request is aborted only when all its cells are cancelled", () => {
    const a = asks(client, price("A"));
    const b = askNow("B");
    a.cancel();
    expect(host.sent[0]!.aborted).toBe(false);
    b.cancel();
    expect(host.sent[0]!.aborted).toBe(true);
    const c = askNow("A");
    host.answer(1);
    expect([a, b, c].map((x) => x.outcomes.length)).toEqual([1, 1, 1]);
  });

  test("a new call uses the pending request for its question, although the earlier call was cancelled", () => {
    const a = asks(client, price("A"));
    askNow("B");
    a.cancel();
    const again = askNow("A");
    expect(host.sent).toHaveLength(1);
    host.answer(0);
    expect(again.outcomes.map(shown)).toEqual([1000]);
    a.cancel();
    expect(a.outcomes).toHaveLength(1);
  });
});

describe("failures", () => {
  test.each([
    ["a lost connection", "#N/A network", 3, { status: 0 }],
    ["502", "#N/A server_error", 3, { status: 502 }],
    ["503", "#N/A server_error", 3, { status: 503 }],
    ["504", "#N/A server_error", 3, { status: 504 }],
    ["500", "#N/A server_error", 2, { status: 500 }],
    ["a broken reply", "#N/A broken_reply", 3, { status: 200, body: '{"data":[{"id":0,"va' }],
    ["a reply that is too large", "#N/A large_reply", 1, { status: 200, body: " ".repeat(LIMITS.replyBytes + 1) }],
    ["a reply that its host did not read to the end", "#N/A large_reply", 1, { status: 0, cutOff: true as const }],
    ["the same id twice, nested deeper than the stack", "#N/A broken_reply", 3, { status: 200, body: `{"data":[${NESTED},${NESTED}]}` }],
    ["a reply without the cell", "#N/A broken_reply", 3, { status: 200, body: '{"data":[]}' }],
    ["403", "#N/A forbidden", 1, { status: 403 }],
    ["404", "#N/A not_found", 1, { status: 404 }],
    ["422 for a single cell", "#VALUE! refused_cell", 1, { status: 422, body: '{"detail":"no"}' }],
  ])("with %s, the cell shows %s after %i requests", (_name, outcome, requests, reply) => {
    host.onSend = (sent) => host.schedule(() => sent.reply(reply), 10);
    const a = asks(client, price("A"));
    host.pass(60_000);
    expect(host.sent).toHaveLength(requests);
    expect(a.outcomes.map(shown)).toEqual([outcome]);
  });

  test("a request without a reply is aborted after 15 s and tried three times; then the cell shows a timeout", () => {
    const a = askNow("A");
    host.pass(14_990);
    expect(host.sent[0]!.aborted).toBe(false);
    host.pass(10);
    expect(host.sent[0]!.aborted).toBe(true);
    host.pass(44_999);
    expect(host.sent).toHaveLength(3);
    expect(a.outcomes.map(shown)).toEqual(["#N/A timeout"]);
  });

  test("a cell shows a timeout after 60 s, even if nothing was sent and the clock was set back", () => {
    const { host, client } = withoutKey();
    const a = asks(client, price("A"));
    host.jump(-10 * 3_600_000);
    host.pass(59_999);
    expect(a.outcomes).toEqual([]);
    host.pass(1);
    expect(a.outcomes.map(shown)).toEqual(["#N/A timeout"]);
    host.pass(100_000);
    expect(a.outcomes).toHaveLength(1);
  });

  test("twenty failing requests are retried ten times in all, to spare a service that is down", () => {
    host.onSend = (sent) => host.schedule(() => sent.reply({ status: 503 }), 1);
    const all = askMany(client, 10_000);
    host.pass(60_000);
    expect(host.sent).toHaveLength(30);
    expect(all.every((a) => a.outcomes.length === 1)).toBe(true);
  });

  test("the wait before a retry doubles each time, and has a random part", () => {
    const waits = [0, 0.999].map((r) => {
      const { host, client } = ready();
      host.random = () => r;
      host.onSend = (sent) => sent.reply({ status: 503 });
      asks(client, price("A"));
      host.pass(60_000);
      return [host.sent[1]!.at - host.sent[0]!.at, host.sent[2]!.at - host.sent[1]!.at];
    });
    expect(waits.flat().map(Math.round)).toEqual([200, 400, 600, 1199]);
  });

  test("after an incomplete reply, only the missing cells are requested again", () => {
    const [a, b] = [asks(client, price("A")), asks(client, price("B"))];
    flush(host);
    host.sent[0]!.reply({ status: 200, body: JSON.stringify({ data: [{ id: 1, value: 2, max_age_s: 5 }] }) });
    expect(b.outcomes.map(shown)).toEqual([2]);
    host.pass(1_000);
    expect(host.sent[1]!.cells.map((c) => c.args![0])).toEqual(["A"]);
    host.answer(1);
    expect(a.outcomes.map(shown)).toEqual([1000]);
  });

  test("a refused batch is split until only the invalid cell is refused", () => {
    host.onSend = (sent) => sent.reply(sent.cells.some((c) => c.args![0] === "T137") ? { status: 422, body: '{"detail":"cells: no"}' } : good(sent));
    const all = askMany(client, 500);
    flush(host);
    expect(all.filter((a) => shown(a.outcomes[0]) === "#VALUE! refused_cell")).toEqual([all[137]]);
    expect(all.every((a) => a.outcomes.length === 1)).toBe(true);
    expect(host.sent.length).toBeLessThanOrEqual(19);
  });

  test("a service that refuses everything does not get a request per cell", () => {
    host.onSend = (sent) => sent.reply({ status: 422 });
    const all = askMany(client, 10_000);
    flush(host);
    expect(all.every((a) => shown(a.outcomes[0]) === "#VALUE! refused_cell")).toBe(true);
    expect(host.sent.length).toBeLessThan(200);
  });

  test("a caller that throws does not affect the answer of another caller", () => {
    client.ask(price("A"), () => {
      throw new Error("a caller's own fault");
    });
    const b = askNow("A");
    host.answer(0);
    expect(b.outcomes.map(shown)).toEqual([1000]);
    expect(() => flush(host)).toThrow("a caller's own fault");
  });
});

describe("a suspended runtime", () => {
  test("500 waiting cells get the reply that came while it was suspended, of one request", () => {
    const all = askMany(client, 500);
    flush(host);
    host.pass(100);
    host.suspend(62_000);
    expect(host.sent[0]!.aborted).toBe(false);
    host.answer(0);
    expect(all.filter((a) => typeof shown(a.outcomes[0]) !== "number" || a.outcomes.length !== 1)).toEqual([]);
    expect(host.sent).toHaveLength(1);
  });

  test("replies come before deadlines, also if it was suspended just before one", () => {
    const a = askNow("A");
    host.pass(14_900);
    host.suspend(62_000);
    host.pass(500);
    host.answer(0);
    expect(a.outcomes.map(shown)).toEqual([1000]);

    const { host: loading, client } = withoutKey();
    const b = asks(client, price("A"));
    loading.pass(59_900);
    loading.suspend(62_000);
    client.setAccess("present");
    loading.pass(5);
    loading.answer(0);
    expect(b.outcomes.map(shown)).toEqual([1000]);
  });

  test("deadlines count time awake: an hour of sleep costs a call a quarter of its time at most", () => {
    const { host, client } = withoutKey();
    const a = asks(client, price("A"));
    host.pass(10_000);
    host.suspend(3_600_000);
    host.pass(44_999);
    expect(a.outcomes).toEqual([]);
    host.pass(15_001);
    expect(a.outcomes.map(shown)).toEqual(["#N/A timeout"]);
  });

  test("a request that lost its connection meanwhile is sent once more than others, after a wait for the network", () => {
    const a = askNow("A");
    host.suspend(600_000);
    host.onSend = (sent) => sent.reply({ status: 0 });
    host.sent[0]!.reply({ status: 0 });
    host.pass(1_000);
    expect(host.sent).toHaveLength(1);
    host.pass(20_000);
    expect(host.sent).toHaveLength(1 + LIMITS.tries);
    expect(a.outcomes.map(shown)).toEqual(["#N/A network"]);
  });

  test("a call without a reply ends once, in five minutes, if each timer runs a minute late", () => {
    const a = askNow("A");
    for (let minute = 0; minute < 4; minute++) host.suspend(60_000);
    expect(a.outcomes).toEqual([]);
    host.suspend(60_000);
    expect(a.outcomes.map(shown)).toEqual(["#N/A timeout"]);
    host.pass(600_000);
    expect(a.outcomes).toHaveLength(1);
  });

  test("a 429 ends only calls whose time awake is shorter than the wait", () => {
    const a = askNow("A");
    host.suspend(55_000);
    host.sent[0]!.reply({ status: 429, retryAfter: "20" });
    expect(a.outcomes).toEqual([]);
    host.onSend = (sent) => sent.reply(good(sent));
    host.pass(21_000);
    expect(a.outcomes.map(shown)).toEqual([1000]);
  });
});

describe("rate limit", () => {
  test.each([
    ["seconds", "3"],
    ["an HTTP date", new Date(Date.UTC(2024, 5, 25, 12, 0, 3)).toUTCString()],
  ])("after a 429, nothing is sent until Retry-After in %s has passed, and then one request first", (_name, retryAfter) => {
    const all = askMany(client, 1_000);
    flush(host);
    host.sent[0]!.reply({ status: 429, retryAfter });
    host.sent[1]!.reply({ status: 429, retryAfter });
    host.pass(2_900);
    expect(host.sent).toHaveLength(2);
    host.pass(400);
    expect(host.sent).toHaveLength(3);
    host.answer(2);
    expect(host.sent).toHaveLength(4);
    host.answer(3);
    expect(all.every((a) => a.outcomes.length === 1 && a.outcomes[0]!.kind === "answer")).toBe(true);
  });

  test("after each 429 without Retry-After, the wait doubles", () => {
    host.random = () => 0;
    host.onSend = (sent) => sent.reply({ status: 429 });
    asks(client, price("A"));
    host.pass(8_000);
    expect(host.sent.map((s) => s.at - host.sent[0]!.at)).toEqual([0, 1000, 3000, 7000]);
  });

  test("429 replies to four simultaneous requests lengthen the wait only once", () => {
    host.random = () => 0;
    askMany(client, 2_000);
    flush(host);
    const volley = [...host.sent];
    expect(volley).toHaveLength(4);
    for (const sent of volley) sent.reply({ status: 429 });
    host.pass(999);
    expect(host.sent).toHaveLength(4);
    host.pass(1);
    expect(host.sent).toHaveLength(5);
    host.sent[4]!.reply({ status: 429 });
    host.pass(1_999);
    expect(host.sent).toHaveLength(5);
    host.pass(1);
    expect(host.sent).toHaveLength(6);
  });

  test.each([
    ["back", -3_600_000],
    ["ahead", 3_600_000],
  ])("a clock set %s during the wait neither fails a call nor extends the wait", (_, jump) => {
    const a = askNow("A");
    host.sent[0]!.reply({ status: 429, retryAfter: "3" });
    host.jump(jump);
    const b = asks(client, price("B"));
    host.pass(1_000);
    expect([a.outcomes, b.outcomes]).toEqual([[], []]);
    host.onSend = (sent) => sent.reply(good(sent));
    host.pass(2_500);
    expect([shown(a.outcomes[0]), shown(b.outcomes[0])]).toEqual([1000, expect.any(Number)]);
  });

  test("a second 429 after the clock was set ahead fails no call", () => {
    const all = askMany(client, 1_000);
    flush(host);
    host.sent[0]!.reply({ status: 429, retryAfter: "3" });
    host.jump(3_600_000);
    host.sent[1]!.reply({ status: 429, retryAfter: "3" });
    host.onSend = (sent) => sent.reply(good(sent));
    host.pass(4_000);
    expect(all.every((a) => a.outcomes.length === 1 && a.outcomes[0]!.kind === "answer")).toBe(true);
  });

  test("if Retry-After is longer than a cell may wait, the cell shows the rate limit at once", () => {
    const a = askNow("A");
    host.sent[0]!.reply({ status: 429, retryAfter: "120" });
    expect(a.outcomes.map(shown)).toEqual(["#N/A rate_limited"]);
    expect(asks(client, price("B")).outcomes.map(shown)).toEqual(["#N/A rate_limited"]);
    host.pass(121_000);
    askNow("C");
    expect(host.sent).toHaveLength(2);
  });
});

describe("keys", () => {
  test("calls made before the key is loaded are sent once it is loaded", () => {
    const { host, client } = withoutKey();
    const a = asks(client, price("A"));
    host.pass(1_000);
    expect(host.sent).toHaveLength(0);
    client.setAccess("present");
    host.answer(0);
    expect(a.outcomes.map(shown)).toEqual([1000]);
  });

  test("without a key, a call ends with no_key, and its cell is listed as waiting for a key", () => {
    const { client, askNow } = withoutKey();
    const a = askNow("A", "Sheet1!A1");
    client.setAccess("none");
    const b = asks(client, price("B"), "Sheet1!B1");
    for (const { outcomes } of [a, b]) expect(outcomes).toEqual([{ kind: "no_key", failure: { code: "no_key" } }]);
    expect(client.takeWaitingForKey()).toEqual(["Sheet1!A1", "Sheet1!B1"]);
    expect(client.takeWaitingForKey()).toEqual([]);
  });

  test("a refused key stops all requests until the key changes", () => {
    const all = askMany(client, 3_000);
    flush(host);
    host.sent[0]!.reply({ status: 401, body: '{"detail":{"code":"revoked_key"}}' });
    for (const sent of host.sent.slice(1)) sent.reply({ status: 401, body: '{"detail":{"code":"revoked_key"}}' });
    expect(host.sent).toHaveLength(4);
    expect(all.every((a) => shown(a.outcomes[0]) === "#N/A revoked_key")).toBe(true);
    expect(asks(client, price("X")).outcomes.map(shown)).toEqual(["#N/A revoked_key"]);
    client.setAccess("present");
    askNow("X");
    expect(host.sent).toHaveLength(5);
  });

  test("a clock set back does not extend the pause after a refused key", () => {
    askNow("A");
    host.sent[0]!.reply({ status: 401, body: "<html>" });
    host.jump(-3_600_000);
    askNow("B");
    expect(host.sent).toHaveLength(2);
  });

  test("after the quota is used up, requests stop until it resets", () => {
    askNow("A");
    host.sent[0]!.reply({ status: 401, body: '{"detail":{"code":"over_quota","resets_at":"2024-06-25T12:30:00Z"}}' });
    const b = asks(client, price("B"));
    expect(b.outcomes[0]).toMatchObject({ kind: "failure", failure: { code: "over_quota", resetsAt: "2024-06-25T12:30:00.000Z" } });
    host.pass(31 * 60_000);
    askNow("B");
    expect(host.sent).toHaveLength(2);
  });

  test("switching to another service clears the cache and sends pending questions again", () => {
    askNow("A");
    host.answer(0);
    const b = askNow("B");
    client.setAccess("present", { forget: true });
    expect(host.sent[1]!.aborted).toBe(true);
    expect(client.peek(price("A"), { anyAge: true })).toBeUndefined();
    host.answer(2, () => ({ value: 9 }));
    expect(b.outcomes.map(shown)).toEqual([9]);
  });
});

test("the client reports its counts, quota and failures, and notifies listeners once for many changes", () => {
  let heard = 0;
  client.onChange(() => heard++);
  for (let i = 0; i < 100; i++) asks(client, price("A"), `Sheet1!A${i}`);
  flush(host);
  host.sent[0]!.reply({ ...good(host.sent[0]!), quota: { monthUsed: 7 } });
  host.pass(200);
  asks(client, price("A"));
  host.pass(200);
  expect(client.stats()).toMatchObject({ asked: 101, fromCache: 1, shared: 99, requests: 1, cells: 1, queued: 0, inFlight: 0 });
  expect(client.quota()).toEqual({ monthUsed: 7 });
  expect(heard).toBe(2);
  const b = askNow("B", "Sheet1!B1");
  host.sent[1]!.reply({ status: 403 });
  expect(b.outcomes).toHaveLength(1);
  expect(client.failures()[0]).toMatchObject({ cell: "Sheet1!B1", question: 'SERVICE.PRICE("B","last")' });
});

describe("regressions", () => {
  test("the deadline of a call that joined a request does not end later calls", () => {
    askNow("A");
    askNow("A");
    host.answer(0);
    host.pass(59_900);
    const c = askNow("C");
    host.pass(2_000);
    host.answer(1);
    expect(c.outcomes.map(shown)).toEqual([1000]);
  });

  test("a cell cancelled in a refused batch can be requested again", () => {
    const a = asks(client, price("A"));
    askNow("B");
    a.cancel();
    host.sent[0]!.reply({ status: 422 });
    const again = askNow("A");
    host.onSend = (sent) => sent.reply(good(sent));
    for (const sent of host.sent) sent.reply(good(sent));
    host.pass(100);
    expect(again.outcomes.map(shown)).toEqual([1000]);
  });

  test("a refusal of the previous key does not affect the new key", () => {
    const a = askNow("A");
    client.setAccess("present");
    host.sent[0]!.reply({ status: 401, body: '{"detail":{"code":"revoked_key"}}' });
    expect(host.sent).toHaveLength(2);
    host.answer(1);
    expect(a.outcomes.map(shown)).toEqual([1000]);
  });

  test("if a request fails after the key was refused or removed, its cells show that at once", () => {
    const all = Array.from({ length: 501 }, (_, i) => asks(client, price(name(i)), `Sheet1!A${i}`));
    flush(host);
    host.sent[0]!.reply({ status: 401, body: '{"detail":{"code":"revoked_key"}}' });
    host.sent[1]!.reply({ status: 503 });
    expect(shown(all[500]!.outcomes[0])).toBe("#N/A revoked_key");
    // They recalculate with the next key, as cells without a key do.
    expect(client.takeWaitingForKey()).toEqual(all.map((_, i) => `Sheet1!A${i}`));
    client.setAccess("present");
    const b = askNow("B", "Sheet1!B1");
    client.setAccess("none");
    host.sent[2]!.reply({ status: 503 });
    expect(b.outcomes.map(shown)).toEqual(["no_key"]);
    expect(client.takeWaitingForKey()).toEqual(["Sheet1!B1"]);
  });

  test("every valid cell of a refused batch is answered, wherever the invalid cells are", () => {
    const places: ((i: number) => boolean)[] = [(i) => i < 20, (i) => i >= 240 && i < 260, (i) => i % 2 === 0, (i) => i % 10 === 3, (i) => i < 480];
    for (const bad of places) {
      const { host, client } = ready();
      host.onSend = (sent) =>
        host.schedule(() => sent.reply(sent.cells.some((c) => bad(Number(String(c.args![0]).slice(1)))) ? { status: 422 } : good(sent)), 1);
      const all = askMany(client, 1_000);
      host.pass(50_000);
      expect(all.map((a, i) => shown(a.outcomes[0]) === "#VALUE! refused_cell" || !bad(i))).not.toContain(false);
      expect(all.filter((a, i) => !bad(i) && a.outcomes[0]?.kind !== "answer")).toHaveLength(0);
    }
  });

  test("a very long Retry-After keeps requests paused without timer overflow", () => {
    const longest: number[] = [];
    const { schedule } = host;
    host.schedule = (work, ms) => {
      longest.push(ms);
      return schedule(work, ms);
    };
    askNow("A");
    host.sent[0]!.reply({ status: 429, retryAfter: "2592000" });
    host.pass(3_600_000 * 24);
    askNow("B");
    expect(host.sent).toHaveLength(1);
    expect(Math.max(...longest)).toBeLessThanOrEqual(3_600_000);
    host.pass(2_592_000_000);
    askNow("B");
    expect(host.sent).toHaveLength(2);
  });

  test.each(["0", "Thu, 01 Jan 1970 00:00:00 GMT"])("repeated 429 replies with Retry-After: %s cause fewer than ten requests a minute", (retryAfter) => {
    host.onSend = (sent) => sent.reply({ status: 429, retryAfter });
    asks(client, price("A"));
    host.pass(60_000);
    expect(host.sent.length).toBeLessThan(10);
  });

  test("a new service is called without the previous one's wait, and its quota starts empty", () => {
    askNow("A");
    host.sent[0]!.reply({ status: 429, retryAfter: "3600", quota: { monthUsed: 9 } });
    client.setAccess("present", { forget: true });
    expect(client.quota()).toBeUndefined();
    askNow("A");
    expect(host.sent).toHaveLength(2);
  });

  test.each(['{"detail":{"code":"over_quota","resets_at":"soon"}}', "<html>sign in</html>"])(
    "ten minutes after a 401 without a valid end time (%s), requests are sent again",
    (body) => {
      const a = askNow("A");
      host.sent[0]!.reply({ status: 401, body });
      expect(a.outcomes[0]).toEqual({ kind: "failure", failure: { code: body.startsWith("{") ? "over_quota" : "key_refused" } });
      host.pass(601_000);
      askNow("A");
      expect(host.sent).toHaveLength(2);
    },
  );

  test("the retry budget refills with time", () => {
    host.onSend = (sent) => host.schedule(() => sent.reply({ status: 503 }), 1);
    askMany(client, 10_000);
    host.pass(60_000);
    const before = host.sent.length;
    host.pass(3_600_000);
    asks(client, price("A"));
    host.pass(10_000);
    expect(host.sent.length - before).toBe(3);
  });

  test("a caller that throws, or a request that the host cannot send, affects no other call", () => {
    const { host, client, askNow } = withoutKey();
    client.ask(price("A"), () => {
      throw new Error("a caller's own fault");
    });
    const b = asks(client, price("B"));
    expect(() => host.pass(60_000)).toThrow("a caller's own fault");
    host.pass();
    expect(b.outcomes.map(shown)).toEqual(["#N/A timeout"]);
    client.setAccess("present");
    const { send } = host;
    host.send = () => {
      throw new Error("no wire");
    };
    const c = askNow("C");
    host.send = send;
    host.pass(1_000);
    host.answer(0);
    expect(c.outcomes.map(shown)).toEqual([1000]);
  });

  test("after a 429, a reply with another status allows parallel requests again", () => {
    askNow("A");
    host.sent[0]!.reply({ status: 429, retryAfter: "1" });
    host.pass(1_500);
    host.sent[1]!.reply({ status: 422 });
    askMany(client, 3_000);
    flush(host);
    expect(host.sent).toHaveLength(6);
  });

  test.each([301, 402, 405, 410, 415, 451])("a request that gets status %d is not retried, and the reply's message is shown", (status) => {
    const a = askNow("A");
    host.sent[0]!.reply({ status, body: '{"detail":"not in your country."}' });
    host.pass(60_000);
    expect(host.sent).toHaveLength(1);
    expect(a.outcomes[0]).toMatchObject({ kind: "failure", failure: { code: "rejected", status, detail: "not in your country." } });
  });

  test("a cell with a server error is not cached, and the others show their answers", () => {
    const [a, b] = [asks(client, price("A")), asks(client, price("B"))];
    flush(host);
    const fault = { value: null, code: "service_fault", reason: "the service had an error of its own with this cell", max_age_s: 600 };
    host.answer(0, (c) => (c.id === 0 ? fault : { value: 2 }));
    expect([shown(a.outcomes[0]), shown(b.outcomes[0])]).toEqual(["#N/A service_fault", 2]);
    expect(client.peek(price("A"), { anyAge: true })).toBeUndefined();
  });

  test("a question that waits for its retry is counted as queued", () => {
    askNow("A");
    host.sent[0]!.reply({ status: 503 });
    expect(client.stats()).toMatchObject({ queued: 1, inFlight: 0 });
  });
});
