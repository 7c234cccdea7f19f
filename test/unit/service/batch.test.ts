import { createClock } from "../../../src/service/time/clock";
import { evaluateCells } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";
import { bring } from "../../stored";
import type { Context } from "../../../src/service/answers/context";
import { SAMPLE_SWITCH } from "../../../src/service/families/sample-switch";

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

test("all answers of a batch have one date, even across midnight", () => {
  let now = Date.parse("2026-11-20T23:59:59.999Z");
  const clock = createClock(undefined, () => now++);
  const cells = Array.from({ length: 40 }, (_, id) => ({ id, fn: "YIELD", args: ["AS_OF"] }));
  const { data, as_of } = evaluateCells(readWireCells(cells), { store, clock });
  expect(as_of).toBe("2026-11-20T23:59:00Z");
  expect(new Set(data.map((answer) => `${answer.value} ${answer.as_of}`))).toEqual(new Set([`2026-11-20 ${as_of}`]));
});

test("equal questions of a batch, however spelled, are evaluated once and answered for every cell", () => {
  const times = jest.spyOn(store.observations, "isPublished");
  const ask = (...args: string[][]) =>
    evaluateCells(readWireCells(args.map((of, id) => ({ id, fn: "FRED", args: of }))), { store, clock: createClock("2024-06-28", () => 0) });
  ask(["DGS10"]);
  const asked = times.mock.calls.length;
  const three = ask(["DGS2"], [" dgs2 "], ["DGS2", "value"]);
  expect(times.mock.calls.length).toBe(2 * asked);
  expect(three.data).toEqual([0, 1, 2].map((id) => ({ ...three.data[0], id })));
});

test("repeated reads of a whole market share one result, and evict no other cached rows", () => {
  const wide = (i: number) => recordRow("short_volume", `Q${i}`, "2024-06-27", "finra", { market: "B,Q,N".repeat(100), total_volume: i });
  bring(store, { records: Array.from({ length: 6_000 }, (_, i) => wide(i)) }, "2024-06-28");
  const day = () => store.records.across("short_volume", "2024-06-27", "2024-06-27", "2024-06-28");
  const own = () => store.records.latest("short_volume", "Q7", "2024-06-28", 1)[0];
  const before = store.reading(own);
  store.reading(() => expect(day()).toBe(day()));
  expect(store.reading(day)).toHaveLength(6_000);
  expect(store.reading(own)).toBe(before);
});

test("a row is as new as its latest confirmation, by itself or with its whole dataset", () => {
  const at = (moment: string) => `2024-06-28T${moment}:00Z`;
  const oldest = () => store.reading(() => store.freshness.oldest(["finra/short_interest/GME"]));
  expect(oldest()).toBeUndefined();
  store.freshness.confirm(["finra/short_interest"], at("08:00"), "a.feed");
  expect(oldest()).toBe(at("08:00"));
  store.freshness.confirm(["finra/short_interest/GME"], at("09:00"), "a.feed");
  expect(oldest()).toBe(at("09:00"));
  store.freshness.confirm(["finra/short_interest"], at("10:00"), "a.feed");
  expect([oldest(), store.freshness.oldest(["finra/short_interest/GME"])]).toEqual([at("10:00"), at("10:00")]);
});

const take = (value: number, date = "2024-06-27", series = "DGS10", seen = "2024-06-28T23:00:00Z") =>
  bring(store, { rows: [{ series, date, value, source: "board" }] }, seen);

const live = (moment: string): Context => ({ store, clock: createClock(undefined, () => Date.parse(moment)) });
const asOf = (day: string): Context => ({ store, clock: createClock(day, () => 0) });
const ask = (context: Context, ...cells: [string, ...(string | null)[]][]) =>
  evaluateCells(readWireCells(cells.map(([fn, ...args], id) => ({ id, fn, args }))), context).data;
const value = (context: Context, ...cell: [string, ...(string | null)[]]) => ask(context, cell)[0]?.value;

/** How many rows of series the evaluation of a cell reads. */
function reads(context: Context, ...cell: [string, ...(string | null)[]]): number {
  const spies = (["latest", "next", "between", "isPublished"] as const).map((name) => jest.spyOn(store.observations, name));
  ask(context, cell);
  const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  spies.forEach((spy) => spy.mockRestore());
  return calls;
}

test("the same question of a later batch reads no rows", () => {
  take(4.29, "2024-06-26");
  expect(reads(live("2024-06-28T12:00:00Z"), "FRED", "DGS10")).toBeGreaterThan(0);
  expect(reads(live("2024-06-28T12:05:00Z"), "FRED", "DGS10")).toBe(0);
  expect(value(live("2024-06-28T12:10:00Z"), "FRED", "DGS10")).toBe(4.29);
});

test("an answer does not outlast an import", () => {
  take(4.29);
  const at = live("2024-06-29T12:00:00Z");
  expect(value(at, "FRED", "DGS10")).toBe(4.29);
  take(4.36, "2024-06-28");
  expect(value(at, "FRED", "DGS10")).toBe(4.36);
  take(100, "2024-06-28", "WALCL");
  expect(reads(live("2024-07-08T12:00:00Z"), "FRED", "DGS10")).toBeGreaterThan(0);
});

test("an answer outlasts an import of rows that it does not depend on", () => {
  take(4.29, "2024-06-26");
  const at = live("2024-06-28T12:00:00Z");
  ask(at, ["FRED", "DGS10"]);
  const body = { exchange: "binance", contract: "BTCUSDT", time_ms: Date.parse("2024-06-28T08:00:00Z"), rate_pct: 0.01, interval_hours: 8 };
  bring(store, { records: [recordRow("funding", "BTC", "2024-06-28", "binance", body)] }, "2024-06-28");
  expect(reads(at, "FRED", "DGS10")).toBe(0);
});

test("an answer does not outlast the day: a value that is too old the next day gives its reason", () => {
  take(4.29);
  const days = ["2024-07-01", "2024-07-02", "2024-07-03", "2024-07-04", "2024-07-05", "2024-07-08"];
  const answers = days.map((day) => ask(live(`${day}T12:00:00Z`), ["FRED", "DGS10"])[0]!);
  const stale = days.filter((_, i) => answers[i]!.code === "stale");
  expect(stale).not.toEqual([]);
  expect(answers.map(({ value }) => value)).toEqual(days.map((day) => (stale.includes(day) ? null : 4.29)));
});

test("an answer as of one day is no answer as of another", () => {
  take(4.21, "2024-06-25");
  take(4.29);
  expect(["2024-06-26", "2024-06-28", "2024-06-26"].map((day) => value(asOf(day), "FRED", "DGS10"))).toEqual([4.21, 4.29, 4.21]);
  expect(reads(asOf("2024-06-26"), "FRED", "DGS10")).toBe(0);
});

test("an answer that depends on the time of day is made again", () => {
  take(4.29);
  // Friday's yield: the reason says when it is public, by rule at 16:15 in New York on Monday.
  const before = ask(live("2024-07-01T19:00:00Z"), ["FREDH", "DGS10", "2024-06-28"])[0]!;
  const after = ask(live("2024-07-01T21:00:00Z"), ["FREDH", "DGS10", "2024-06-28"])[0]!;
  expect(before.value).toBeNull();
  expect(before.explanation).toContain("is not public before 2024-07-01 16:15 New York");
  expect(after.explanation ?? after.reason).not.toContain("is not public before");
});

test("sample data does not outlast the operator's decision to turn it off", () => {
  const at = live("2024-06-28T12:00:00Z");
  expect(ask(at, ["PRICE", "AAPL"])[0]).toMatchObject({ sample: true });
  store.decisions.decide(SAMPLE_SWITCH, false, "2024-06-28");
  expect(ask(at, ["PRICE", "AAPL"])[0]).toMatchObject({ value: null, code: "not_loaded" });
});

test("a value changes at the moment at which a stored row becomes public", () => {
  take(4.29);
  take(4.36, "2024-06-28", "DGS10", "2024-07-02T00:00:00Z");
  const times = ["20:14", "20:14", "20:15", "20:15"];
  expect(times.map((time) => value(live(`2024-07-01T${time}:00Z`), "FRED", "DGS10"))).toEqual([4.29, 4.29, 4.36, 4.36]);
});

test("nothing lasts while series are fetched live", () => {
  take(4.29);
  const fetched: Context = { ...live("2024-06-29T12:00:00Z"), live: new Map() };
  expect([reads(fetched, "FRED", "DGS10"), reads(fetched, "FRED", "DGS10")]).not.toContain(0);
});

test("a keyword is wanted each time that a cell asks for it", () => {
  store.decisions.decide("gdelt", true, "2024-06-28");
  const wanted: string[] = [];
  const context: Context = { ...live("2024-06-28T12:00:00Z"), wants: (keyword) => void wanted.push(keyword) };
  ask(context, ["OSINT", "strike"]);
  ask(context, ["OSINT", "strike"]);
  expect(wanted).toEqual(["strike", "strike"]);
});
