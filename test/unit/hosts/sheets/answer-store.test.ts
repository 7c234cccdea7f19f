import { failed, outcomeOf, type Answer, type Outcome } from "../../../../src/core/outcome";
import { createAnswerStore } from "../../../../src/hosts/sheets/answer-store";
import { answerOf } from "../../core/question-of";
import { utf8Bytes, hashOf } from "../../../../src/hosts/sheets/script-cache";

/* Tests what is stored, and for how long. test/contract/sheets enforces Google's own limits on the built script. */

let clock = 0;
let values: Map<string, { text: string; until: number }>;
let free = true;
let puts = 0;
const now = (): number => clock;

beforeEach(() => {
  clock = 1_700_000_000_000;
  values = new Map();
  free = true;
  puts = 0;
  const fresh = (name: string): string | undefined => {
    const kept = values.get(name);
    return kept && kept.until > clock ? kept.text : undefined;
  };
  const put = (name: string, text: string, seconds: number): void => void values.set(name, { text, until: clock + seconds * 1000 });
  Object.assign(globalThis, {
    CacheService: {
      getDocumentCache: () => ({
        getAll: (names: string[]) => Object.fromEntries(names.flatMap((n) => (fresh(n) === undefined ? [] : [[n, fresh(n)]]))),
        putAll: (some: Record<string, string>, seconds: number) => {
          puts++;
          for (const [name, text] of Object.entries(some)) put(name, text, seconds);
        },
        put,
      }),
    },
    Utilities: { sleep: (ms: number) => void (clock += ms) },
    LockService: { getDocumentLock: () => ({ tryLock: () => free, releaseLock: () => undefined }) },
  });
});

const answer = (value: number | string, more: Partial<Answer> = {}): Answer => answerOf(value, { maxAgeS: 3_600, receivedAt: clock, ...more });
const unknown = (code: string): Answer => {
  const { value: _, ...rest } = answer(0);
  return { ...rest, value: null, code, reason: "not known" };
};
/** What a request brought, sent at this moment. */
const replied = (answers: Record<string, Answer>, sent = clock) => ({
  outcomes: new Map(Object.entries(answers).map(([key, a]) => [key, outcomeOf(a)])),
  answers: new Map(Object.entries(answers)),
  sent,
});
const failedReply = (keys: readonly string[], sent = clock) => ({
  outcomes: new Map(keys.map((key) => [key, failed({ code: "network" })])),
  answers: new Map<string, Answer>(),
  sent,
});
const keep = (answers: Record<string, Answer>): unknown => createAnswerStore(now, undefined).settle(replied(answers));
const kept = (...keys: string[]): string[] => [...createAnswerStore(now, undefined).read(keys).outcomes.keys()];
const valueOf = (outcome: Outcome | undefined): unknown => (outcome?.kind === "answer" ? outcome.answer.value : outcome);
const later = (seconds: number): void => void (clock += seconds * 1000);

describe("answers shared between executions of the script", () => {
  test("are kept for at most six hours, Google's own limit", () => {
    keep({ a: answer(1, { maxAgeS: 86_400 }) });
    later(21_599);
    expect(kept("a")).toEqual(["a"]);
    later(2);
    expect(kept("a")).toEqual([]);
  });

  test.each(["unknown_ticker", "unknown_series", "bad_argument"])("with code %s are kept for ten minutes only", (code) => {
    keep({ a: unknown(code), b: unknown("not_stated") });
    later(599);
    expect(kept("a", "b")).toEqual(["a", "b"]);
    later(2);
    expect(kept("a", "b")).toEqual(["b"]);
  });

  test("that must not be cached are stored only if cells are about to read them", () => {
    keep({ a: answer(1, { maxAgeS: 0 }) });
    expect(kept("a")).toEqual([]);
    createAnswerStore(now, undefined).settleRenewed(replied({ a: answer(1, { maxAgeS: 0 }) }));
    expect(kept("a")).toEqual(["a"]);
  });

  test("are not served after the key was replaced", () => {
    keep({ a: answer(1) });
    later(1);
    createAnswerStore(now, undefined).invalidate();
    expect(kept("a")).toEqual([]);
    keep({ a: answer(2) });
    expect(kept("a")).toEqual(["a"]);
  });

  test("take at most 128 cache entries for 10,000 questions, written in one call", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`["PRICE","T${i}"]`, answer(i)]));
    keep(many);
    expect(values.size).toBeLessThanOrEqual(128);
    expect(puts).toBe(1);
    expect(kept(...Object.keys(many))).toHaveLength(10_000);
  });

  test("that expire first are evicted when the space is used up", () => {
    const long = "ä€😀".repeat(4_000);
    const many = (maxAgeS: number, name: string): Record<string, Answer> =>
      Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`${name}${i}`, answer(long, { maxAgeS })]));
    keep(many(20_000, "long"));
    keep(many(100, "short"));
    for (const { text } of values.values()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(102_400);
    const left = (name: string): number => kept(...Array.from({ length: 900 }, (_, i) => `${name}${i}`)).length;
    expect(left("long")).toBeGreaterThan(100);
    expect(left("long")).toBeGreaterThan(left("short"));
  });

  test("in a corrupted cache entry are treated as missing", () => {
    keep({ a: answer(1) });
    for (const place of values.values()) place.text = place.text.slice(0, -3);
    expect(kept("a")).toEqual([]);
    keep({ a: answer(1) });
    expect(kept("a")).toEqual(["a"]);
  });
});

describe("claiming questions, so that one execution fetches and others wait", () => {
  const claim = (...keys: string[]) => createAnswerStore(now, undefined).claim(keys, new Set());
  const fail = (...keys: string[]): unknown => createAnswerStore(now, undefined).settle(failedReply(keys));

  test("the first execution claims its questions; the second waits for those and claims the others", () => {
    expect(claim("a", "b").mine).toEqual(["a", "b"]);
    const second = claim("b", "c");
    expect(second.mine).toEqual(["c"]);
    expect([...second.others.keys()]).toEqual(["b"]);
  });

  test("a claim returns an answer that has arrived meanwhile", () => {
    claim("a");
    keep({ a: answer(1) });
    const { mine, outcomes } = claim("a");
    expect([mine, valueOf(outcomes.get("a"))]).toEqual([[], 1]);
  });

  test("waiting executions get a failure or an uncacheable answer, for at most 15 seconds", () => {
    claim("a", "b");
    fail("a");
    keep({ b: answer(2, { maxAgeS: 0 }) });
    const waited = createAnswerStore(now, undefined).read(["a", "b"], new Set(["a", "b"])).outcomes;
    expect([waited.get("a"), valueOf(waited.get("b"))]).toEqual([failed({ code: "network" }), 2]);
    expect(kept("a", "b")).toEqual([]);
    expect(claim("a", "b").mine).toEqual(["a", "b"]);
    fail("a", "b");
    later(16);
    expect(createAnswerStore(now, undefined).read(["a", "b"], new Set(["a", "b"])).outcomes.size).toBe(0);
  });

  test("a claim expires after twelve seconds, and then another execution can claim the question", () => {
    claim("a");
    later(11);
    expect(claim("a").mine).toEqual([]);
    later(2);
    expect(claim("a").mine).toEqual(["a"]);
  });

  test("without the lock, an execution waits for claimed questions, and fetches and caches the others", () => {
    claim("a");
    free = false;
    expect(claim("a")).toMatchObject({ mine: [] });
    expect(claim("a", "b").mine).toEqual(["b"]);
    keep({ b: answer(1) });
    expect(kept("b")).toEqual(["b"]);
  });

  test("storing an answer keeps the claims of other executions, whichever cache entry has them", () => {
    claim("a");
    keep(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, answer(i)])));
    expect(claim("a").mine).toEqual([]);
  });
});

describe("a reply that comes after an answer to a later request", () => {
  const store = () => createAnswerStore(now, undefined);
  const SLOW = 10;
  let sent = 0;
  beforeEach(() => {
    sent = clock;
    later(SLOW);
    store().settleRenewed(replied({ a: answer(2) }));
    later(SLOW);
  });

  test.each([
    ["an answer", () => replied({ a: answer(1) }, sent)],
    ["a failure", () => failedReply(["a"], sent)],
  ])("does not replace it, and gives the later one: %s", (_, reply) => {
    expect(valueOf(store().settle(reply()).get("a"))).toBe(2);
    expect(
      valueOf(
        store()
          .read(["a"], new Set(["a"]))
          .outcomes.get("a"),
      ),
    ).toBe(2);
  });

  test("is not served when the later answer has expired, although it would last longer", () => {
    store().settle(replied({ a: answer(1, { maxAgeS: 20_000 }) }, sent));
    later(3_601);
    expect(kept("a")).toEqual([]);
    keep({ b: answer(1) });
    expect(kept("a")).toEqual([]);
  });

  test("does not replace a cell's later answer", () => {
    keep({ b: answer(3) });
    store().settle(replied({ b: answer(1) }, sent));
    expect(valueOf(store().read(["b"]).outcomes.get("b"))).toBe(3);
  });

  test("is requested again if a renewal began after its request", () => {
    store().renew(sent + 1_000);
    store().settle(replied({ c: answer(1) }, sent));
    expect(store().claim(["c"], new Set()).mine).toEqual(["c"]);
  });

  test("is not cached after the key was replaced", () => {
    const before = store();
    later(1);
    store().invalidate();
    before.settle(replied({ c: answer(1) }));
    expect(kept("c")).toEqual([]);
  });
});

describe("answers from before a renewal", () => {
  const store = () => createAnswerStore(now, undefined);
  const older = (...keys: string[]): unknown[] => {
    const known = store().read(keys);
    return keys.map((key) => known.older.get(key)?.value);
  };
  const fail = (key: string): unknown => store().settle(failedReply([key]));
  beforeEach(() => {
    keep({ a: answer(1), b: answer(2) });
    later(1);
    store().renew(clock);
    keep({ b: answer(3) });
  });

  test("are requested again, and newer ones are served", () => {
    const { outcomes, mine } = store().claim(["a", "b"], new Set());
    expect([mine, valueOf(outcomes.get("b"))]).toEqual([["a"], 3]);
    expect(older("a", "b")).toEqual([1, undefined]);
  });

  test("stay at hand while the request runs and after it has failed, with or without the lock, as long as Google's cache keeps them", () => {
    store().claim(["a"], new Set());
    expect(older("a")).toEqual([1]);
    fail("a");
    expect(older("a")).toEqual([1]);
    later(60);
    free = false;
    store().claim(["a"], new Set());
    fail("a");
    expect(older("a")).toEqual([1]);
    later(3_600);
    expect(older("a")).toEqual([1]);
    later(21_600 - 3_660);
    expect(older("a")).toEqual([undefined]);
  });

  test("are not at hand once they expire, if they must not be cached or say that a name is unknown", () => {
    store().settleRenewed(replied({ a: unknown("unknown_series"), b: answer(5, { maxAgeS: 0 }), c: answer(6, { maxAgeS: 60 }) }));
    later(3_000);
    // Another entry is written into each bucket.
    store().settleRenewed(replied(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`other ${i}`, answer(i)]))));
    expect(older("a", "b", "c")).toEqual([undefined, undefined, 6]);
  });

  test("are replaced by the newer answer", () => {
    store().claim(["a"], new Set());
    keep({ a: answer(4) });
    expect([kept("a"), older("a")]).toEqual([["a"], [undefined]]);
  });

  test("are not at hand after the key was replaced", () => {
    later(1);
    store().invalidate();
    expect(older("a")).toEqual([undefined]);
    expect(kept("b")).toEqual([]);
  });
});

test("bytesOf counts the bytes of a text in UTF-8", () => {
  for (const text of ["", "abc", "ä", "€", "😀", "a😀€ä\u0000"]) expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
});

test("hashOf is the 32-bit FNV-1a hash, without a sign", () => {
  expect(["", "a", "foobar"].map(hashOf)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
});
