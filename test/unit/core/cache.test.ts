import { CACHE_SIZE, createAnswerCache } from "../../../src/core/calls/cache";
import { createClient } from "../../../src/core/client";
import type { Answer } from "../../../src/core/outcome";
import { Question } from "../../../src/core/question";
import { good, virtualHost } from "./virtual-host";

/** Pseudo-random numbers from 0 to 1, the same in each run. */
function drawn(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
const answer = (value: number, receivedAt = 0): Answer => ({ value, caveats: [], sample: false, maxAgeS: 60, receivedAt });
const key = (i: number): string => `["PRICE","T${i}","last"]`;

/** Looks up this many questions in order, adds the missing ones, and returns their number. */
function pass(cache: ReturnType<typeof createAnswerCache>, questions: number): number {
  let missing = 0;
  for (let i = 0; i < questions; i++) {
    if (cache.fresh(key(i), 0, 0)) continue;
    missing++;
    cache.put(cache.open(key(i)), answer(i), 0);
  }
  return missing;
}

describe("the answer cache", () => {
  it("answers 100,000 unchanged cells without a request when they recalculate", () => {
    const host = virtualHost();
    host.onSend = (sent) => sent.reply(good(sent, () => ({ value: 1, max_age_s: 3600 })));
    const client = createClient(host);
    client.setAccess("present");
    const questions = Array.from({ length: 100_000 }, (_, i) => new Question(key(i), "PRICE"));
    const recalculate = (): number => {
      const before = host.sent.length;
      for (const question of questions) client.ask(question, () => undefined);
      host.pass(100);
      return host.sent.length - before;
    };
    expect([recalculate(), recalculate()]).toEqual([200, 0]);
  });

  it("keeps no more answers than its size", () => {
    const cache = createAnswerCache(drawn(), 1000);
    pass(cache, 5000);
    expect(Array.from({ length: 5000 }, (_, i) => cache.last(key(i))).filter(Boolean)).toHaveLength(1000);
    expect(CACHE_SIZE).toBeGreaterThan(100_000);
  });

  it("still answers more than half of the questions if they exceed its size by 5 %", () => {
    const cache = createAnswerCache(drawn(), 1000);
    pass(cache, 1050);
    pass(cache, 1050);
    expect(pass(cache, 1050)).toBeLessThan(500);
  });

  it("drops answers to earlier arguments before answers to current ones", () => {
    const cache = createAnswerCache(drawn(), 3000);
    for (let input = 0; input < 16; input++) for (let i = 0; i < 1000; i++) cache.put(cache.open(`${input} ${key(i)}`), answer(i), 0);
    const now = Array.from({ length: 1000 }, (_, i) => cache.fresh(`15 ${key(i)}`, 0, 0)).filter(Boolean);
    expect(now.length).toBeGreaterThan(990);
  });

  it("keeps refreshed answers for two minutes, until their cells read them", () => {
    const cache = createAnswerCache(drawn(), 1000);
    for (let i = 0; i < 300; i++) cache.put(cache.open(key(i)), answer(i), 0, 120_000);
    for (let i = 1000; i < 9000; i++) cache.put(cache.open(key(i)), answer(i), 0);
    expect(Array.from({ length: 300 }, (_, i) => cache.fresh(key(i), 0, 1000)).filter(Boolean).length).toBeGreaterThan(297);
    expect(cache.fresh(key(0), 0, 119_000)).toBeDefined();
    expect(cache.fresh(key(0), 0, 120_001)).toBeUndefined();
  });

  it("keeps the slot of a pending question when its answer is evicted, and when the answers are forgotten", () => {
    const cache = createAnswerCache<string>(drawn(), 1);
    const slot = cache.open(key(0));
    cache.put(slot, answer(0), 0);
    cache.enter(slot, "asked again");
    cache.put(cache.open(key(1)), answer(1), 0);
    expect([cache.last(key(0)), cache.open(key(0))]).toEqual([undefined, slot]);
    cache.put(slot, answer(2), 0);
    cache.clear();
    expect([cache.last(key(0)), cache.open(key(0)).pending]).toEqual([undefined, "asked again"]);
    cache.put(slot, answer(3), 0);
    expect([cache.last(key(0))?.value, cache.last(key(1))]).toEqual([3, undefined]);
  });

  it("keeps an answer that arrives after its question is no longer pending, unless a later one is known", () => {
    const cache = createAnswerCache<string>(drawn());
    const left = (i: number) => {
      const slot = cache.open(key(i));
      cache.enter(slot, "asked");
      cache.leave(slot, "asked");
      return slot;
    };
    const [alone, late] = [left(0), left(1)];
    cache.put(cache.open(key(1)), answer(2), 1);
    cache.put(alone, answer(1), 0);
    cache.put(late, answer(1), 0);
    expect([cache.last(key(0))?.value, cache.last(key(1))?.value]).toEqual([1, 2]);
  });
});
