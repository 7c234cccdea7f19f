import { createClock } from "../../../src/service/time/clock";
import { evaluateCells } from "../../../src/service/evaluation/evaluate";
import { readWireCells } from "../../../src/service/evaluation/read-cells";
import { openStore, type Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";
import { bring } from "../../stored";

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
  store.freshness.confirm(["finra/short_interest"], at("08:00"));
  expect(oldest()).toBe(at("08:00"));
  store.freshness.confirm(["finra/short_interest/GME"], at("09:00"));
  expect(oldest()).toBe(at("09:00"));
  store.freshness.confirm(["finra/short_interest"], at("10:00"));
  expect(oldest()).toBe(at("10:00"));
});
