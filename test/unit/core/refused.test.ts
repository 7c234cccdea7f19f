import { createClient } from "../../../src/core/client";
import { errorOf } from "../../../src/core/failure";
import { LIMITS } from "../../../src/core/limits";
import type { Outcome } from "../../../src/core/outcome";
import type { Question } from "../../../src/core/question";
import { good, question, type Sent, virtualHost } from "./virtual-host";

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
