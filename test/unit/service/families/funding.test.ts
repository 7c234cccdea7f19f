import { addDays, isoOf } from "../../../../src/contract/dates";
import { PERPETUALS } from "../../../../src/contract/vocabulary";
import { createClock } from "../../../../src/service/time/clock";
import { lastFunding } from "../../../../src/service/families/funding/funding";
import { sampleFundingSettlements } from "../../../../src/service/families/funding/sample";
import { coinSince } from "../../../../src/service/sample/coins";
import type { PublishedFunding, Venue } from "../../../../src/service/records/crypto";
import type { RecordRow } from "../../../../src/service/records/record";
import type { Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { storeWith } from "../../../stored";
import { askStore } from "./ask-store";
import { ask, codeOf, numberOf, reasonOf } from "./ask-world";

const HOUR = 3_600_000;
const DAY = Date.parse("2026-06-01T00:00:00Z");

/** Settlements of BTC at a venue, one every so many hours from a time to another, a few seconds late as real ones. */
const settlements = (exchange: Venue, hours: number, from: number, to: number, contract = "BTCUSDT"): RecordRow[] =>
  Array.from({ length: Math.floor((to - from) / (hours * HOUR)) + 1 }, (_, i) => {
    const time_ms = from + i * hours * HOUR + 3_000;
    const body: PublishedFunding = { exchange, contract, time_ms, rate_pct: i / 1000, interval_hours: hours };
    return recordRow("funding", "BTC", isoOf(time_ms), exchange, body, { key: `${time_ms} ${exchange} ${contract}` });
  });

const storeOf = (records: readonly RecordRow[]): Store => storeWith("2026-06-20", { records });
const venueAt = (store: Store, at: number, asked = false): string | undefined =>
  lastFunding({ clock: asked ? createClock({ moment: at }, () => at + 24 * HOUR) : createClock(undefined, () => at), store }, "BTC").rows?.body.exchange;

describe("FUNDING of several venues", () => {
  const hourly = settlements("hyperliquid", 1, DAY, DAY + 240 * HOUR, "BTC");
  const moments = (hours: number) => Array.from({ length: hours * 2 }, (_, i) => DAY + 24 * HOUR + i * 0.5 * HOUR);

  test("stays at the first venue in order while another one settles every hour", () => {
    const store = storeOf([...hourly, ...settlements("bybit", 8, DAY, DAY + 240 * HOUR), ...settlements("okx", 8, DAY, DAY + 240 * HOUR, "BTC-USDT-SWAP")]);
    expect(new Set(moments(48).map((at) => venueAt(store, at)))).toEqual(new Set(["bybit"]));
    expect(new Set(moments(48).map((at) => venueAt(store, at, true)))).toEqual(new Set(["bybit"]));
  });

  test("changes the venue once, when the first one has not settled for more than three days", () => {
    const store = storeOf([...hourly, ...settlements("binance", 8, DAY, DAY + 24 * HOUR)]);
    const seen = moments(144).map((at) => venueAt(store, at));
    expect(seen.filter((venue, i) => venue !== seen[i - 1])).toEqual(["binance", "hyperliquid"]);
    expect(new Date(moments(144)[seen.indexOf("hyperliquid")]!).toISOString()).toBe("2026-06-06T00:00:00.000Z");
    expect(moments(144).map((at) => venueAt(store, at, true))).toEqual(seen);
  });

  test("names the newest settlement if those of all venues are too old", () => {
    const store = storeOf([...settlements("binance", 8, DAY, DAY + 16 * HOUR), ...settlements("okx", 8, DAY, DAY + 48 * HOUR, "BTC-USDT-SWAP")]);
    expect(venueAt(store, DAY + 240 * HOUR)).toBe("okx");
  });
});

test("a confluence as of a moment before the first imported settlement was public says so", () => {
  const store = storeOf(settlements("binance", 8, DAY, DAY + 240 * HOUR));
  const answer = askStore(store.at(DAY - 48 * HOUR), "2026-05-30", "CONFLUENCE", "BTC", "kind");
  expect(answer.components?.[0]).toEqual({ name: "funding", absent: expect.stringContaining("no settled funding of BTC") as string });
});

describe("FUNDING", () => {
  test("gives 33 perpetuals sample rates within 0.3 %, some positive and some negative", () => {
    const rates = PERPETUALS.flatMap((symbol) => Array.from({ length: 20 }, (_, i) => ask(addDays("2024-12-01", i * 36), "FUNDING", symbol)).map(numberOf));
    expect(Math.max(...rates.map(Math.abs))).toBeLessThanOrEqual(0.3);
    expect(rates.some((r) => r > 0) && rates.some((r) => r < 0)).toBe(true);
    expect(new Set(PERPETUALS.map((symbol) => numberOf(ask("2026-06-25", "FUNDING", symbol)))).size).toBeGreaterThan(20);
  });

  test("is the rate of the last settled interval, never of a future one", () => {
    const now = Date.parse("2024-06-25T15:59:00Z");
    const row = lastFunding({ clock: createClock(undefined, () => now), store: storeOf([]) }, "BTC").rows;
    expect(new Date(row!.body.time_ms).toISOString()).toBe("2024-06-25T08:00:00.000Z");
  });

  test("begins on the first day of the coin, in cells and in sample rows", () => {
    expect(reasonOf(ask("2024-06-25", "FUNDING", "HYPE"))).toBe("Funding of HYPE begins on 2024-11-29.");
    expect(codeOf(ask("2023-03-22", "FUNDING", "ARB"))).toBe("no_data_yet");
    for (const symbol of PERPETUALS) {
      const first = coinSince(symbol);
      expect([symbol, codeOf(ask(addDays(first, -1), "FUNDING", symbol)), codeOf(ask(first, "FUNDING", symbol))]).toEqual([symbol, "no_data_yet", undefined]);
      expect(sampleFundingSettlements(symbol, 0, Date.parse(first) + 86_400_000)[0]?.body.time_ms).toBe(Date.parse(first));
    }
  });

  test("has sample rates with a median near 0.01 % and few far from it", () => {
    const rates = PERPETUALS.flatMap((symbol) =>
      sampleFundingSettlements(symbol, Date.parse("2025-01-01"), Date.parse("2026-11-20")).map((r) => r.body.rate_pct),
    ).sort((a, b) => a - b);
    const at = (part: number): number => rates[Math.floor(part * rates.length)]!;
    expect(at(0.5)).toBeGreaterThan(0.004);
    expect(at(0.5)).toBeLessThan(0.016);
    expect(at(0.01)).toBeGreaterThan(-0.05);
    expect(at(0.2)).toBeGreaterThan(-0.005);
    expect(at(0.99)).toBeLessThan(0.1);
  });

  test("suggests the nearest perpetual for an unknown one, and gives a reason for a day before all data", () => {
    expect(ask("2024-06-25", "FUNDING", "SOLL")).toMatchObject({ code: "unknown_asset" });
    expect(reasonOf(ask("2024-06-25", "FUNDING", "SOLL"))).toContain("SOL");
    expect(codeOf(ask("1995-03-01", "FUNDING", "BTC"))).toBe("no_data_yet");
  });
});
