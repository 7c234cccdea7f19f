import { FRESHNESS_SETTING, freshnessOf } from "../../../src/pane/freshness";
import type { Dated } from "../../../src/core/call-log";
import { freshnessText, MAX_CHARACTERS, readFreshness, shortHash } from "../../../src/pane/freshness-text";
import type { CellQuestions } from "../../../src/pane/questions/questions-of";
import { desk, price, type Desk } from "./in-memory-host";
import { saved } from "./in-memory-workbook";
import { pass, withFakeTimers } from "../../time";

const NOON = Date.parse("2024-06-25T12:00:30Z");

withFakeTimers({ now: NOON });

const cell = { sheet: "Sheet1", row: 0, column: 0, formula: "=", ...saved(1) };
const asked = (...tickers: string[]): CellQuestions => ({ cell, questions: tickers.map(price), unknown: 0, alone: false });

/** Evaluates each of these prices in its own cell and answers it. */
async function answer(d: Desk, ...tickers: string[]): Promise<void> {
  const places = tickers.map((t, row) => ({ at: `Sheet1!Z${row + 1}`, t }));
  for (const { at, t } of places) d.workbook.put(at, `=SERVICE.PRICE("${t}")`, saved(null));
  for (const t of tickers) void d.host.cells.renew(price(t));
  await pass(100);
  await d.workbook.recalculate(places.map((_, row) => ({ sheet: "Sheet1", row, column: 25 })));
  await pass(100);
}

/** The same for the cell under test. */
async function give(d: Desk, ...tickers: string[]): Promise<void> {
  d.workbook.put("Sheet1!A1", `=${tickers.map((t) => `SERVICE.PRICE("${t}")`).join("+")}`, saved(null));
  for (const t of tickers) void d.host.cells.renew(price(t));
  await pass(100);
  await d.workbook.recalculate([{ sheet: "Sheet1", row: 0, column: 0 }]);
  await pass(100);
}

/** The same workbook, in another page and at another time. */
async function reopened(d: Desk): Promise<Desk> {
  await pass(3_000);
  const again = desk();
  for (const [name, text] of d.workbook.kept) again.workbook.kept.set(name, text);
  return again;
}

let d = desk();
let freshness = freshnessOf(d.host);
beforeEach(() => {
  d = desk();
  freshness = freshnessOf(d.host);
});

test("a cell is fresh for the max_age_s of its answer, then stale, and stale without an answer", async () => {
  d.prices.set("A", 1);
  expect(freshness.of(asked("A"))).toEqual({ state: "stale" });
  await give(d, "A");
  const of = freshness.of(asked("A"));
  expect(of).toMatchObject({ state: "fresh", dueAt: (of.receivedAt ?? 0) + 60_000 });
  await pass(60_000);
  expect(freshness.of(asked("A")).state).toBe("stale");
  expect(freshness.of(asked()).state).toBe("unknown");
  expect(freshness.of({ ...asked(), unknown: 1 }).state).toBe("stale");
  expect(freshness.of({ ...asked("A"), unknown: 1 }).state).toBe("stale");
});

test("a cell with several questions is stale as soon as one answer has expired", async () => {
  d.prices.set("A", { value: 1, max_age_s: 3600 });
  d.prices.set("B", { value: 1, max_age_s: 60 });
  await give(d, "A", "B");
  const first = freshness.of(asked("B")).dueAt;
  expect(freshness.of(asked("A", "B"))).toMatchObject({ state: "fresh", dueAt: first });
  await pass(70_000);
  expect(freshness.of(asked("A", "B"))).toMatchObject({ state: "stale", dueAt: first });
  expect(freshness.of(asked("A", "C"))).toEqual({ state: "stale" });
});

test("when the workbook is opened again, it tells which cells are stale, without requests", async () => {
  d.prices.set("A", { value: 1, max_age_s: 3600 });
  d.prices.set("B", { value: 1, max_age_s: 10 });
  await answer(d, "A", "B");
  const again = await reopened(d);
  const freshness = freshnessOf(again.host);
  await pass(60_000);
  expect(freshness.of(asked("A"))).toMatchObject({ state: "fresh", receivedAt: Date.parse("2024-06-25T12:00:00Z") });
  expect(freshness.of(asked("B")).state).toBe("stale");
  expect(again.wire.sent).toHaveLength(0);
});

test("the stored dates count for the moment of their answers alone", async () => {
  d.prices.set("A", 1);
  await give(d, "A");
  const again = await reopened(d);
  const freshness = freshnessOf(again.host);
  const states = ([undefined, { day: "2024-05-02" }, undefined] as const).map((asOf) => {
    again.host.setAsOf(asOf);
    return freshness.of(asked("A")).state;
  });
  expect(states).toEqual(["fresh", "stale", "fresh"]);
});

test("the dates stored in the workbook reveal neither question nor service", async () => {
  await answer(d, "SECRETTICKER");
  await pass(3_000);
  const text = d.workbook.kept.get(FRESHNESS_SETTING)!;
  expect(text).toMatch(/^1 [0-9a-z]+\.1o:[\w-]{6}$/);
  expect(text).not.toMatch(/secret|price|service\.example/i);
});

test("if the workbook is available only later, its dates are read then and earlier answers are stored", async () => {
  d.prices.set("A", { value: 1, max_age_s: 3600 });
  await answer(d, "A");
  const again = await reopened(d);
  again.host.workbookThere = false;
  const freshness = freshnessOf(again.host);
  expect(freshness.of(asked("A")).state).toBe("stale");
  await give(again, "B");
  await pass(5_000);
  again.host.workbookThere = true;
  again.changed();
  await pass(5_000);
  expect([freshness.of(asked("A")).state, freshness.of(asked("B")).state]).toEqual(["fresh", "fresh"]);
  const third = await reopened(again);
  expect(freshnessOf(third.host).of(asked("B")).state).toBe("fresh");
});

test("only the open workbook's dates count", async () => {
  d = desk();
  const answered = freshnessText(new Map([[shortHash(price("A").key), { receivedAt: Date.now(), maxAgeS: 3600 }]]));
  d.workbook.kept.set(FRESHNESS_SETTING, answered);
  expect(freshnessOf(d.host).of(asked("A")).state).toBe("fresh");
  await give(d, "B");
  const other = d.openAnother();
  expect(freshnessOf(d.host).of(asked("A")).state).toBe("stale");
  await pass(60_000);
  expect([other.kept.size, d.workbook.kept.get(FRESHNESS_SETTING)]).toEqual([0, answered]);
  d.openAnother((book) => book.kept.set(FRESHNESS_SETTING, answered));
  expect(freshnessOf(d.host).of(asked("A")).state).toBe("fresh");
});

test("10,000 answers are stored in one write, and a failed write is repeated with the next answer", async () => {
  const write = jest.spyOn(d.workbook.settings, "write");
  const tickers = Array.from({ length: 10_000 }, (_, i) => `T${i}`);
  await answer(d, ...tickers);
  await pass(10_000);
  expect(write).toHaveBeenCalledTimes(1);
  expect(d.workbook.kept.get(FRESHNESS_SETTING)!.length).toBeLessThan(61_000);
  d.workbook.settingsFail = true;
  await answer(d, "A");
  await pass(10_000);
  expect(write).toHaveBeenCalledTimes(2);
  d.workbook.settingsFail = false;
  await pass(60_000);
  expect(write).toHaveBeenCalledTimes(2);
  await answer(d, "B");
  await pass(10_000);
  expect(write).toHaveBeenCalledTimes(3);
  const kept = readFreshness(d.workbook.kept.get(FRESHNESS_SETTING), Date.now());
  expect(["A", "B", "T9999"].every((t) => kept.has(shortHash(price(t).key)))).toBe(true);
});

test("answers are stored even if further answers keep arriving", async () => {
  const write = jest.spyOn(d.workbook.settings, "write");
  for (let i = 0; i < 50; i++) {
    await answer(d, `T${i}`);
    await pass(900);
  }
  expect(write).toHaveBeenCalledTimes(1);
});

test("a new answer that the cell does not show leaves it stale", async () => {
  // Another cell with the same question shows the answer, and the pane did too.
  await answer(d, "A");
  await d.host.cells.ask(price("A"));
  expect(freshness.of(asked("A"))).toEqual({ state: "stale" });
  await give(d, "A");
  expect(freshness.of(asked("A")).state).toBe("fresh");
});

test("a cell that was not recalculated since opening keeps its stored date, even if other cells get newer answers", async () => {
  d.prices.set("A", { value: 1, max_age_s: 120 });
  await give(d, "A");
  const again = await reopened(d);
  again.prices.set("A", { value: 2, max_age_s: 120 });
  const freshness = freshnessOf(again.host);
  const kept = freshness.of(asked("A"));
  expect(kept.state).toBe("fresh");
  await pass(60_000);
  await answer(again, "A");
  expect(freshness.of(asked("A"))).toEqual(kept);
  await pass(60_000);
  expect(freshness.of(asked("A")).state).toBe("stale");
});

test("a cell whose latest call failed is stale", async () => {
  d.prices.set("A", { value: 1, max_age_s: 3600 });
  await give(d, "A");
  d.host.cells.callLog.recordAnswer(d.host.cells.callLog.record("Sheet1!A1", price("A"))!, price("A"), undefined);
  expect(freshness.of(asked("A"))).toEqual({ state: "stale" });
});

test("answers from another service do not make a cell fresh", async () => {
  d.prices.set("A", { value: 1, max_age_s: 3600 });
  await give(d, "A");
  d.host.connected = { kind: "connected", baseUrl: "https://other.example", place: "memory" };
  d.changed();
  expect(freshness.of(asked("A"))).toEqual({ state: "stale" });
  const again = await reopened(d);
  expect(freshnessOf(again.host).of(asked("A"))).toEqual({ state: "stale" });
});

describe("the text in which dates are stored", () => {
  const hash = (i: number) => shortHash(`["PRICE","T${i}","last"]`);
  const dates = (n: number, of: (i: number) => Dated) => new Map(Array.from({ length: n }, (_, i) => [hash(i), of(i)]));

  test("is read back as it was written, to the minute", () => {
    const map = dates(500, (i) => ({ receivedAt: NOON - (i % 7) * 86_400_000 - i * 1_000, maxAgeS: [0, 60, 3_600, 86_400][i % 4]! }));
    const back = readFreshness(freshnessText(map), NOON);
    expect(back.size).toBe(500);
    for (const [key, { receivedAt, maxAgeS }] of map) expect(back.get(key)).toEqual({ receivedAt: Math.floor(receivedAt / 60_000) * 60_000, maxAgeS });
  });

  test("has a maximum size, and beyond it the oldest dates are dropped", () => {
    expect(freshnessText(dates(10_000, () => ({ receivedAt: NOON, maxAgeS: 60 }))).length).toBeLessThan(60_100);
    expect(freshnessText(dates(10_000, (i) => ({ receivedAt: NOON - i * 60_000, maxAgeS: 86_400 }))).length).toBeLessThanOrEqual(MAX_CHARACTERS);
    const many = dates(60_000, (i) => ({ receivedAt: NOON - i * 60_000, maxAgeS: 86_400 }));
    const text = freshnessText(many);
    expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    const back = readFreshness(text, NOON);
    expect([back.has(hash(0)), back.has(hash(59_999))]).toEqual([true, false]);
    expect(back.size).toBeGreaterThan(10_000);
  });

  test.each(["", "2 abc", "1", "1 x", "1 zz.60:abc", "1 .:", '{"a":1}', "1 zzzzzzzzz.1:AAAAAA", "1 -1.5:AAAAAA", "\u0000", "1 ".repeat(100_000)])(
    "gives no dates if it is invalid, case %#",
    (text) => {
      expect([...readFreshness(text, NOON).values()]).toEqual([]);
    },
  );

  test("has different hashes for different questions, with at most two collisions in 100,000", () => {
    expect(new Set(Array.from({ length: 100_000 }, (_, i) => hash(i))).size).toBeGreaterThan(99_997);
  });
});

test("an answer that arrived before the pane began to track freshness counts, and is stored", async () => {
  d = desk();
  await give(d, "A");
  expect(freshnessOf(d.host).of(asked("A"))).toMatchObject({ state: "fresh", receivedAt: d.host.cells.last(price("A"))?.receivedAt });
  expect(freshnessOf((await reopened(d)).host).of(asked("A")).state).toBe("fresh");
});
