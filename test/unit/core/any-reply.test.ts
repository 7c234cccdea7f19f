import fc from "fast-check";
import { CELL_FUNCTIONS } from "../../../src/contract/functions";
import type { Outcome } from "../../../src/core/outcome";
import { paneWords } from "../../../src/pane/pane-words";
import { readQuestion, type Question } from "../../../src/core/question";
import { price, ready, type Sent } from "./virtual-host";

/*
 * Whatever the server replies, every call settles exactly once within 60 s, and nothing unknown becomes a number: a cell may show a number only if the reply
 * held that number for that cell.
 */

const QUESTIONS = Array.from({ length: 700 }, (_, i) => price(`T${i}`));
const argsOf = ({ cell }: Question): readonly unknown[] => ("args" in cell ? cell.args : []);
const numberOf = (ticker: unknown): number => 10_000 + Number(String(ticker).slice(1));

const say = (id: string | number, members: string): string => `{"id":${id},${members},"max_age_s":60}`;
const valueFor = (ticker: unknown): string => `"value":${numberOf(ticker)}`;
/** How the server treats one cell: what it lists for it. */
const CELL_FAULTS = {
  value: (id, ticker) => [say(id, valueFor(ticker))],
  reason: (id) => [say(id, '"value":null,"code":"no_price","reason":"no price is known"')],
  missing: () => [],
  nan: (id) => [say(id, '"value":NaN')],
  infinite: (id) => [say(id, '"value":1e999')],
  undefined: (id) => [say(id, '"unit":"USD"')],
  empty: (id) => [say(id, '"value":""')],
  object: (id) => [say(id, '"value":{"a":0}')],
  array: (id) => [say(id, '"value":[0]')],
  nullAlone: (id) => [say(id, '"value":null')],
  nullNoReason: (id) => [say(id, '"value":null,"code":"no_price","reason":""')],
  nullNoCode: (id) => [say(id, '"value":null,"reason":"somehow"')],
  textId: (id, ticker) => [say(`"${id}"`, valueFor(ticker))],
  floatId: (id, ticker) => [say(id + 0.5, valueFor(ticker))],
  twice: (id, ticker) => [say(id, valueFor(ticker)), say(id, valueFor(ticker))],
  twiceDiffering: (id, ticker) => [say(id, valueFor(ticker)), say(id, '"value":0')],
  foreignId: (id) => [say(id + 100_000, '"value":0')],
  date: (id) => [say(id, '"value":"2024-06-25","kind":"date"')],
  badDate: (id) => [say(id, '"value":"soon","kind":"date"')],
  boolean: (id) => [say(id, '"value":true')],
  text: (id) => [say(id, '"value":"bull"')],
  argument: (id) => [say(id, '"value":null,"code":"bad_argument","reason":"no such field"')],
} satisfies Readonly<Record<string, (id: number, ticker: unknown) => readonly string[]>>;
const cellFault = fc.constantFrom(...(Object.keys(CELL_FAULTS) as (keyof typeof CELL_FAULTS)[]));

const replyFault = fc.record({
  kind: fc.constantFrom("good", "good", "good", "status", "truncated", "garbage", "notData", "never", "lost", "empty", "large", "nested"),
  status: fc.constantFrom(0, 100, 204, 301, 400, 401, 403, 404, 408, 413, 418, 422, 429, 500, 501, 502, 503, 504, 599),
  detail: fc.constantFrom(
    "",
    '{"detail":"no"}',
    '{"detail":{"code":"over_quota","resets_at":"2024-06-25T12:00:20Z"}}',
    '{"detail":{"code":"revoked_key"}}',
    '{"detail":7}',
    "<html>",
  ),
  retryAfter: fc.constantFrom(undefined, "0", "2", "40", "500", "soon", "Tue, 25 Jun 2024 12:00:09 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"),
  faults: fc.array(cellFault, { minLength: 1, maxLength: 12 }),
  shuffle: fc.boolean(),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  delay: fc.constantFrom(0, 1, 30, 3_000, 14_999, 15_001, 70_000),
});
type ReplyFault = typeof replyFault extends fc.Arbitrary<infer T> ? T : never;

/** Lists that are nested deeper than the stack. */
const NESTED = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

function respond(sent: Sent, fault: ReplyFault): { status: number; body: string; retryAfter?: string; cutOff?: true } {
  const data = sent.cells.flatMap((c, i) => CELL_FAULTS[fault.faults[i % fault.faults.length]!](c.id, c.args?.[0]));
  if (fault.shuffle) data.reverse();
  const body = `{"data":[${data.join(",")}],"count":${data.length},"as_of":"2024-06-25T12:00:00Z","meta":{}}`;
  const retryAfter = fault.retryAfter === undefined ? {} : { retryAfter: fault.retryAfter };
  switch (fault.kind) {
    case "good":
      return { status: 200, body };
    case "status":
      return { status: fault.status, body: fault.detail, ...retryAfter };
    case "truncated":
      return { status: 200, body: body.slice(0, Math.floor(body.length * fault.cut)) };
    case "garbage":
      return { status: 200, body: "<!doctype html><title>proxy</title>" };
    case "notData":
      return { status: 200, body: '{"data":{"0":0}}' };
    case "empty":
      return { status: 200, body: "" };
    case "large":
      return { status: fault.status, body: "", cutOff: true };
    case "nested":
      return { status: 200, body: body.replace('{"data":[', `{"data":[{"id":0,"value":0,"more":${NESTED}},{"id":0,"value":0,"more":${NESTED}},`) };
    default:
      return { status: 0, body: "" };
  }
}

interface Call {
  readonly question: Question;
  readonly outcomes: Outcome[];
  cancel: () => void;
  readonly due: number;
  readonly mayBeHeld: boolean;
}
const told = ({ question, outcomes }: Call) => ({ asked: question.key, outcomes });

/** Checks that a settled call shows what it may show. A run checks thousands: an `expect` for each would take most of the time. */
function isRight({ question, outcomes, mayBeHeld }: Call): boolean {
  const outcome = outcomes[0]!;
  switch (outcome.kind) {
    case "held":
      return mayBeHeld && outcome.held.value === "as it was" && paneWords(outcome.stale).length > 10;
    case "answer":
      if (outcome.answer.value === null) return Boolean(outcome.answer.reason);
      return typeof outcome.answer.value !== "number" || outcome.answer.value === numberOf(argsOf(question)[0]);
    case "failure":
      return paneWords(outcome.failure).length > 10;
    default:
      return true;
  }
}

/** What else happens meanwhile. */
const EVENTS = "ask ask ask askMany renew renewMany hold cancel cancelAll refresh newKey noKey newService clock".split(" ");
const event = fc.record({
  after: fc.constantFrom(0, 1, 5, 20, 400, 3_000, 14_000, 40_000),
  kind: fc.constantFrom(...EVENTS),
  index: fc.nat({ max: QUESTIONS.length - 1 }),
});

test("whatever the server replies, every call settles once within 60 s and no missing value becomes a number", () => {
  const property = fc.property(fc.array(replyFault, { minLength: 1, maxLength: 14 }), fc.array(event, { minLength: 1, maxLength: 25 }), (faults, events) => {
    const { host, client } = ready();
    let n = 0;
    host.onSend = (sent) => {
      const fault = faults[n++ % faults.length]!;
      if (fault.kind === "never") return;
      const reply = respond(sent, fault);
      if (fault.delay === 0) sent.reply(reply);
      else host.schedule(() => sent.reply(reply), fault.delay);
    };
    const calls: Call[] = [];
    let passed = 0;
    const add = (question: Question, start: (settle: (outcome: Outcome) => void) => () => void, mayBeHeld = false) => {
      const call: Call = { question, outcomes: [], cancel: () => undefined, due: passed + 60_000, mayBeHeld };
      calls.push(call);
      call.cancel = start((o) => call.outcomes.push(o));
    };
    /** For each of ten cells with a held value: the question that it belongs to, or that it no longer belongs to any. */
    const heldFor = new Map<string, string | undefined>();
    const ask = (question: Question, i: number) => {
      const cell = `Sheet1!A${(i % 10) + 1}`;
      if (heldFor.has(cell)) {
        const first = heldFor.get(cell) ?? question.key;
        heldFor.set(cell, first === question.key ? first : "another");
      }
      add(question, (settle) => client.ask(question, settle, cell), heldFor.get(cell) === question.key);
    };
    const renew = (question: Question) => add(question, (settle) => client.renew(question, settle));
    const hold = () => {
      const cells = Array.from({ length: 10 }, (_, i) => `Sheet1!A${i + 1}`);
      client.hold(new Map(cells.map((cell) => [cell, { value: "as it was" }])));
      for (const cell of cells) heldFor.set(cell, undefined);
    };
    const pass = (ms: number) => {
      host.pass(ms);
      passed += ms;
      expect(calls.filter(({ due, outcomes }) => due <= passed && outcomes.length !== 1).map(told)).toEqual([]);
    };
    ask(QUESTIONS[0]!, 0);
    for (const { after, kind, index } of events) {
      pass(after);
      if (kind === "ask") for (let i = 0; i < 3; i++) ask(QUESTIONS[(index + i) % 40]!, index + i);
      else if (kind === "askMany") QUESTIONS.forEach(ask);
      else if (kind === "renew") for (let i = 0; i < 3; i++) renew(QUESTIONS[(index + i) % 40]!);
      else if (kind === "renewMany") QUESTIONS.forEach(renew);
      else if (kind === "hold") hold();
      else if (kind === "cancel") calls[index % calls.length]!.cancel();
      else if (kind === "cancelAll") calls.forEach((call) => call.cancel());
      else if (kind === "refresh") client.refresh();
      else if (kind === "newKey") client.setAccess("present");
      else if (kind === "newService") client.setAccess("present", { forget: true });
      else if (kind === "clock") host.jump(index % 2 ? -3_600_000 : 3_600_000);
      else {
        client.setAccess("none");
        host.schedule(() => client.setAccess("present"), 500);
      }
    }
    pass(60_000);
    expect(calls.filter((call) => !isRight(call)).map(told)).toEqual([]);
    host.pass(7_200_000);
    expect(calls.every((c) => c.outcomes.length === 1)).toBe(true);
    expect(client.stats()).toMatchObject({ queued: 0, inFlight: 0 });
  });
  fc.assert(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 300), seed: Number(process.env.PROPERTY_SEED ?? 20_241), endOnFailure: true });
}, 900_000);

test("any argument gives a question, its own error or a message, and never throws", () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.double(),
    fc.constantFrom(
      NaN,
      Infinity,
      -0,
      "",
      " ",
      "#N/A",
      null,
      undefined,
      [[1]],
      [["DGS10"]],
      [["a", "b"]],
      { type: "Error", basicValue: "#REF!" },
      { type: "Double", basicValue: 45_000, numberFormat: "yyyy-mm-dd" },
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...CELL_FUNCTIONS), fc.array(anything, { maxLength: 5 }), (fn, args) => {
      const read = readQuestion(fn, args);
      if ("question" in read) {
        expect(read.question.key).toBe(JSON.stringify(JSON.parse(read.question.key)));
        expect(argsOf(read.question).every((a) => a === null || typeof a === "string" || Number.isFinite(a))).toBe(true);
      } else
        expect(
          read.outcome.kind === "error_in" || (read.outcome.kind === "failure" && /expected|takes|^No \w+: the cell/.test(paneWords(read.outcome.failure))),
        ).toBe(true);
    }),
    { numRuns: 3_000, seed: 7 },
  );
});
