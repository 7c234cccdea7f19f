import { type Client, createClient } from "../../../src/core/client";
import { type CellWriter, createEvaluator } from "../../../src/core/evaluator";
import { createCallLog } from "../../../src/core/call-log";
import { errorOf } from "../../../src/core/failure";
import { cellKey } from "../../../src/core/cell-key";
import type { Answer, Held, Outcome } from "../../../src/core/outcome";
import { formulaOf, type Question } from "../../../src/core/question";
import { asks, flush, good, price, question, ready, type Sent, type VirtualHost, virtualHost, withoutKey } from "./virtual-host";
import { LIMITS } from "../../../src/core/limits";

const renews = (client: Client, q: Question) => {
  const outcomes: Outcome[] = [];
  return { outcomes, cancel: client.renew(q, (o) => outcomes.push(o)) };
};
const shown = (o: Outcome | undefined): unknown =>
  o?.kind === "answer"
    ? `${String(o.answer.value ?? o.answer.reason)}${o.stale ? " stale" : ""}`
    : o?.kind === "failure"
      ? `${errorOf(o.failure)} ${o.failure.code}`
      : o?.kind === "held"
        ? `held ${String(o.held.value)}`
        : o?.kind;
const answer = (sent: Sent | undefined, value: number, max_age_s = 60) => sent!.reply(good(sent!, () => ({ value, max_age_s })));
/** Calls once and answers the call. */
function answered(host: VirtualHost, client: Client, q: Question, value: number): void {
  asks(client, q);
  flush(host);
  answer(host.sent.at(-1), value);
}
/** The outcomes of a call in a cell, whose request fails. */
function failing(host: VirtualHost, client: Client, q: Question, cell: string): unknown[] {
  const { outcomes } = asks(client, q, cell);
  host.pass(30_000);
  return outcomes.map(shown);
}
const outage = (host: VirtualHost) => {
  host.onSend = (sent) => host.schedule(() => sent.reply({ status: 503 }), 1);
};

let { host, client, askNow } = ready();
beforeEach(() => void ({ host, client, askNow } = ready()));

describe("refreshing a question", () => {
  test("fetches even if the answer is fresh, and cells get the old answer until the new one arrives", () => {
    answered(host, client, price("A"), 1);
    const renewed = renews(client, price("A"));
    flush(host);
    expect(host.sent).toHaveLength(2);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("1");
    answer(host.sent[1], 2);
    expect(renewed.outcomes.map(shown)).toEqual(["2"]);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("2");
    expect(host.sent).toHaveLength(2);
  });

  test("returns the old answer marked as stale if the request fails", () => {
    answered(host, client, price("A"), 1);
    outage(host);
    const renewed = renews(client, price("A"));
    host.pass(30_000);
    expect(renewed.outcomes.map(shown)).toEqual(["1 stale"]);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("1");
  });

  test("returns a failure if the request fails and there is no old answer", () => {
    outage(host);
    const renewed = renews(client, price("A"));
    host.pass(30_000);
    expect(renewed.outcomes.map(shown)).toEqual(["#N/A server_error"]);
  });

  test("gives cells an answer that must not be cached, for two minutes", () => {
    renews(client, price("A"));
    flush(host);
    answer(host.sent[0], 1, 0);
    host.pass(119_000);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("1");
    host.pass(2_000);
    expect(asks(client, price("A")).outcomes).toEqual([]);
  });

  test("joins a cell's pending request, and cells get the answer even if it must not be cached", () => {
    const cell = askNow("A");
    const renewed = renews(client, price("A"));
    flush(host);
    expect(host.sent).toHaveLength(1);
    answer(host.sent[0], 1, 0);
    expect([cell, renewed].map((x) => x.outcomes.map(shown))).toEqual([["1"], ["1"]]);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("1");
    expect(client.stats()).toMatchObject({ asked: 2, fromCache: 1, shared: 0, requests: 1 });
  });

  test("can be cancelled while a cell that waits for the same question gets its answer", () => {
    const renewed = renews(client, price("A"));
    const cell = asks(client, price("A"));
    renewed.cancel();
    flush(host);
    answer(host.sent[0], 1);
    expect([renewed, cell].map((x) => x.outcomes.map(shown))).toEqual([["#N/A cancelled"], ["1"]]);
    const alone = renews(client, price("B"));
    flush(host);
    alone.cancel();
    expect(host.sent[1]!.aborted).toBe(true);
  });

  test("returns no_key without a key, and lists no cell as waiting for a key", () => {
    client.setAccess("none");
    expect(renews(client, price("A")).outcomes).toMatchObject([{ kind: "no_key" }]);
    expect(client.takeWaitingForKey()).toEqual([]);
  });

  test("sends nothing while the key is refused, and returns the old answer as stale", () => {
    answered(host, client, price("A"), 1);
    renews(client, price("B"));
    flush(host);
    host.sent[1]!.reply({ status: 401, body: '{"detail":{"code":"revoked_key"}}' });
    expect(renews(client, price("A")).outcomes.map(shown)).toEqual(["1 stale"]);
    expect(host.sent).toHaveLength(2);
  });

  test("returns the answer if the key changes during the request, but cells fetch again", () => {
    const renewed = renews(client, price("A"));
    flush(host);
    client.setAccess("present");
    answer(host.sent[0], 1);
    expect(renewed.outcomes.map(shown)).toEqual(["1"]);
    expect(asks(client, price("A")).outcomes).toEqual([]);
  });

  test("fetches from the new service if it changes during the request, and cells get that answer", () => {
    answered(host, client, price("A"), 1);
    const renewed = renews(client, price("A"));
    flush(host);
    client.setAccess("present", { forget: true });
    expect(client.last(price("A"))).toBeUndefined();
    expect(host.sent[1]!.aborted).toBe(true);
    answer(host.sent[2], 9);
    expect(renewed.outcomes.map(shown)).toEqual(["9"]);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("9");
  });

  test("waits until the key is loaded, and then cells get the answer", () => {
    const { host, client } = withoutKey();
    renews(client, price("A"));
    flush(host);
    client.setAccess("present");
    answer(host.sent[0], 1);
    expect(shown(asks(client, price("A")).outcomes[0])).toBe("1");
  });

  test("sends at most 20 requests for 10,000 questions, and each gets an answer or a timeout within a minute", () => {
    const all = Array.from({ length: 10_000 }, (_, i) => renews(client, price(`T${i}`)));
    host.onSend = (sent) => host.schedule(() => answer(sent, 1), 14_500);
    host.pass(5);
    host.sent.forEach((sent) => host.onSend!(sent));
    host.pass(60_000);
    expect(all.every((a) => a.outcomes.length === 1)).toBe(true);
    expect(new Set(all.map((a) => shown(a.outcomes[0])))).toEqual(new Set(["1", "#N/A timeout"]));
    expect(host.sent.length).toBeLessThanOrEqual(20);
  });
});

describe("the value that a cell showed before recalculation", () => {
  const FOUR: Held = { value: 4.5 };
  const CELL = "'My Sheet'!$B$2";
  const holding = () => {
    const set = ready();
    outage(set.host);
    set.client.hold(new Map([[CELL, FOUR]]));
    return set;
  };

  test("is returned to that cell only, if its call fails and no answer is cached", () => {
    const { host, client } = holding();
    const [own, other, nobody] = [asks(client, price("A"), "[Book1]My Sheet!B2"), asks(client, price("A"), "Sheet1!B2"), asks(client, price("A"))];
    host.pass(30_000);
    expect([own, other, nobody].map((x) => x.outcomes.map(shown))).toEqual([["held 4.5"], ["#N/A server_error"], ["#N/A server_error"]]);
    expect(own.outcomes[0]).toMatchObject({ kind: "held", stale: { code: "server_error" } });
  });

  test("is returned again when the same call fails again", () => {
    const { host, client } = holding();
    for (let i = 0; i < 2; i++) {
      expect(failing(host, client, price("A"), CELL)).toEqual(["held 4.5"]);
    }
  });

  test("is not returned after the arguments have changed", () => {
    const { host, client } = holding();
    asks(client, price("A"), CELL);
    host.pass(30_000);
    const [other, back] = [asks(client, price("B"), CELL), asks(client, price("A"), CELL)];
    host.pass(30_000);
    expect([other, back].map((x) => x.outcomes.map(shown))).toEqual([["#N/A server_error"], ["#N/A server_error"]]);
  });

  test("is returned only for the question that it answers, if that question is known", () => {
    outage(host);
    client.hold(new Map([[CELL, FOUR]]), new Map([[CELL, price("A").key]]));
    expect(failing(host, client, price("B"), CELL)).toEqual(["#N/A server_error"]);
    client.hold(new Map([[CELL, FOUR]]), new Map([[CELL, price("A").key]]));
    expect(failing(host, client, price("A"), CELL)).toEqual(["held 4.5"]);
  });

  test("is not returned if the cell is first called a minute later", () => {
    const { host, client } = holding();
    host.pass(60_000);
    expect(failing(host, client, price("A"), CELL)).toEqual(["#N/A server_error"]);
  });

  test.each(["from the service", "from the cache"])("is dropped once the cell gets an answer %s", (from) => {
    const { host, client } = ready({ cacheSize: 1 });
    if (from === "from the cache") answered(host, client, price("A"), 1);
    client.hold(new Map([[CELL, FOUR]]));
    asks(client, price("A"), CELL);
    flush(host);
    if (from === "from the service") answer(host.sent[0], 1);
    answered(host, client, price("B"), 2);
    outage(host);
    expect(failing(host, client, price("A"), CELL)).toEqual(["#N/A server_error"]);
  });

  test("is not returned if the cache has an expired answer to the question", () => {
    answered(host, client, price("A"), 1);
    host.pass(61_000);
    client.hold(new Map([[CELL, FOUR]]));
    outage(host);
    expect(failing(host, client, price("A"), CELL)).toEqual(["1 stale"]);
  });

  test("is kept for a pending call when the values of other cells are stored", () => {
    const { host, client } = holding();
    const { outcomes } = asks(client, price("A"), CELL);
    client.hold(new Map([["Sheet1!A1", { value: 1 }]]));
    host.pass(30_000);
    expect(outcomes.map(shown)).toEqual(["held 4.5"]);
  });

  test("is returned if there is no key, and the cell is listed as waiting for a key", () => {
    const { client } = holding();
    client.setAccess("none");
    expect(asks(client, price("A"), CELL).outcomes.map(shown)).toEqual(["held 4.5"]);
    expect(client.takeWaitingForKey()).toEqual([CELL]);
  });

  test("is replaced if the service answers with a reason", () => {
    client.hold(new Map([[CELL, FOUR]]));
    const { outcomes } = asks(client, price("A"), CELL);
    flush(host);
    host.answer(0, () => ({ value: null, code: "no_price", reason: "no price is known" }));
    expect(outcomes.map(shown)).toEqual(["no price is known"]);
  });
});

describe("answer listeners", () => {
  test("receive every answer, no failure, and nothing after they unsubscribe", () => {
    const heard: string[] = [];
    const end = client.onAnswer((q: Question, a: Answer) => heard.push(`${formulaOf(q)} ${a.value}`));
    answered(host, client, price("A"), 1);
    renews(client, price("A"));
    flush(host);
    answer(host.sent[1], 2);
    renews(client, price("B"));
    flush(host);
    host.sent[2]!.reply({ status: 403 });
    end();
    answered(host, client, price("C"), 3);
    expect(heard).toEqual(['SERVICE.PRICE("A","last") 1', 'SERVICE.PRICE("A","last") 2']);
    expect(client.last(price("A"))).toMatchObject({ value: 2 });
  });

  test("that throw affect no cell and no other listener", () => {
    const heard: unknown[] = [];
    client.onAnswer(() => {
      throw new Error("a listener's own fault");
    });
    client.onAnswer((_, a) => heard.push(a.value));
    const { outcomes } = askNow("A");
    answer(host.sent[0], 1);
    expect([outcomes.map(shown), heard]).toEqual([["1"], [1]]);
    expect(() => flush(host)).toThrow("a listener's own fault");
  });
});

const writer: CellWriter<unknown> = { answer: (a) => a.value, failure: (e) => e, held: (h) => h.value, noKey: (t) => t, errorIn: (e) => e };

test("the call log lists each cell's questions, newest first, and counts calls with wrong arguments too", () => {
  const callLog = createCallLog();
  const evaluator = createEvaluator(client, writer, callLog);
  const call = { address: "'My Sheet'!$A$1" };
  for (const t of ["A", "B", "A"]) void evaluator.ask("PRICE", [t], call);
  evaluator.ask("PRICE", [true], call);
  evaluator.ask("PRICE", ["C"], { ...call, isInValuePreview: true });
  void evaluator.ask("PRICE", ["D"], {});
  expect(callLog.questionsOf("My Sheet!A1").map(formulaOf)).toEqual(['SERVICE.PRICE("A","last")', 'SERVICE.PRICE("B","last")']);
  expect(callLog.evaluations("My Sheet!a1")).toBe(4);
  expect([callLog.questionsOf("My Sheet!A2"), callLog.evaluations("My Sheet!A2")]).toEqual([[], 0]);
});

test.each([
  ["Sheet1!A1", "sheet1!$a$1"],
  ["'My Sheet'!B2", "[Book 1.xlsx]My Sheet!$B$2"],
  ["'It''s'!B2", "It's!B2"],
  ["'a!b'!C3", "a!b!C3"],
  ["'[Book]S 1'!A1", "S 1!A1"],
])("%s and %s are the same cell", (a, b) => expect(cellKey(a)).toBe(cellKey(b)));

const bad = (i: number): Question => question("PRICE", `BAD${i}`);
const healthy = (i: number): Question => question("FRED", `GOOD${i}`);
const isBad = ({ args }: Sent["cells"][number]): boolean => String(args?.[0]).startsWith("BAD");

/** Answers each request, and refuses it as a whole if any of its cells is bad. Returns the number of requests and each question's outcome. */
function asked(questions: readonly Question[], refusal: (cells: Sent["cells"]) => string) {
  const host = virtualHost();
  const outcomes = new Map<string, Outcome>();
  const answeredAfter = new Map<string, number>();
  host.onSend = (sent) => {
    host.schedule(() => sent.reply(sent.cells.some(isBad) ? { status: 422, body: JSON.stringify({ detail: refusal(sent.cells) }) } : good(sent)), 10);
  };
  const client = createClient(host);
  client.setAccess("present");
  for (const q of questions)
    client.ask(q, (outcome) => {
      outcomes.set(q.key, outcome);
      answeredAfter.set(q.key, host.sent.length);
    });
  host.pass(59_000);
  return { requests: host.sent.length, outcomes, answeredAfter };
}

const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const healthyKeys = numbers(1000).map((i) => healthy(i).key);
const badKeys = numbers(5000).map((i) => bad(i).key);

describe("many refused cells", () => {
  test.each([
    ["before the good cells", [...numbers(5000).map(bad), ...numbers(1000).map(healthy)]],
    ["after the good cells", [...numbers(1000).map(healthy), ...numbers(5000).map(bad)]],
    ["among the good cells", numbers(1000).flatMap((i) => [...numbers(5).map((j) => bad(5 * i + j)), healthy(i)])],
  ])("%s take fewer than 600 requests for 6,000 cells, and every good cell is answered", (_, questions) => {
    const { requests, outcomes } = asked(questions, () => "expected a ticker");
    expect(outcomes.size).toBe(6000);
    expect(healthyKeys.filter((key) => outcomes.get(key)?.kind !== "answer")).toEqual([]);
    expect(badKeys.map((key) => outcomes.get(key)).filter((o) => o?.kind !== "failure" || errorOf(o.failure) !== "#VALUE!")).toEqual([]);
    expect(requests).toBeLessThan(600);
  });

  test("take fewer than 600 requests if their messages differ only in quoted text", () => {
    const { requests, outcomes } = asked(
      [...numbers(5000).map(bad), ...numbers(1000).map(healthy)],
      (cells) => `cells[7]: no ticker "${String(cells[0]?.args?.[0])}"`,
    );
    expect(healthyKeys.filter((key) => outcomes.get(key)?.kind !== "answer")).toEqual([]);
    expect(requests).toBeLessThan(600);
  });

  test("do not delay good cells that follow them", () => {
    const { answeredAfter } = asked([...numbers(5000).map(bad), ...numbers(1000).map(healthy)], () => "expected a ticker");
    expect(Math.max(...healthyKeys.map((key) => answeredAfter.get(key) ?? Infinity))).toBeLessThan(60);
  });

  test("make fewer than 50 good cells of the same function fail", () => {
    const questions = [...numbers(400).map(bad), ...numbers(100).map((i) => question("PRICE", `T${i}`)), ...numbers(500).map(healthy)];
    const { outcomes } = asked(questions, () => "expected a ticker");
    const good = numbers(100).filter((i) => outcomes.get(question("PRICE", `T${i}`).key)?.kind === "answer");
    expect(good.length).toBeGreaterThan(100 - LIMITS.refusedGroup);
  });
});
