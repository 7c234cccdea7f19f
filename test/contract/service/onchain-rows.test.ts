import { addDays, msOf } from "../../../src/contract/dates";
import type { WireAnswer } from "../../../src/contract/wire";
import { coverageRows } from "../../../src/service/records/crypto";
import type { RecordRow } from "../../../src/service/records/record";
import { closes, funding as settled, liquidation, whaleTransfer } from "./rows";
import { openServices, take, type ServiceUnderTest } from "./service-under-test";

const serve = openServices();
const TODAY = "2024-06-25";
const DAY = 86_400_000;
const HOUR = 3_600_000;
const NOW = msOf(TODAY) + DAY - 1000;
const isoAt = (ms: number): string => new Date(ms).toISOString();
const ask = (s: ServiceUnderTest, field = "score", asset = "BTC"): Promise<WireAnswer> => s.ask("ONCHAIN_RISK", asset, field);
const componentOf = (answer: WireAnswer, name: string) => answer.components?.find((l) => l.name === name);
/** Three rates a day up to the evening of `last`: alternately 0.01 and 0.03 % per eight hours, and `rate` at the end. */
const funding = (rate: number, last = TODAY, count = 61): RecordRow[] =>
  Array.from({ length: count }, (_, i) => settled("BTC", "okx", isoAt(msOf(last) + (16 - i * 8) * HOUR), i === 0 ? rate : i % 2 ? 0.01 : 0.03));

const reaching = (from: string, to_ms = NOW): RecordRow[] =>
  coverageRows("liquidation BTC", { from_ms: msOf(from) - 1, to_ms, contract: "BTC-USDT-SWAP" }, "okx");
/** Dollars for each day, oldest first, ending today. */
const liquidations = (usd: readonly number[]): RecordRow[] => [
  ...usd.map((u, i) => liquidation("BTC", msOf(addDays(TODAY, i + 1 - usd.length)) + DAY / 2, u)),
  ...reaching(addDays(TODAY, 1 - usd.length)),
];

const transfer = (asset: string, direction: string, usd: number) =>
  whaleTransfer(asset, `${TODAY}T12:00:00Z`, { transaction: direction, usd, direction, from: [] }, { key: `${direction} ${usd}` });
const flows = (asset: string, into: number, out: number): RecordRow[] => [
  transfer(asset, "exchange_inflow", into),
  transfer(asset, "exchange_outflow", out),
  ...coverageRows(`whale_transfer ${asset}`, { from_ms: msOf(addDays(TODAY, -1)), to_ms: NOW }, "user"),
];

/** Closes that alternate up and down by the same share: log returns of ± `step`. */
const prices = (step: number, last = TODAY, count = 21): RecordRow[] =>
  closes("BTC", Object.fromEntries(Array.from({ length: count }, (_, i) => [addDays(last, -i), 50000 * Math.exp(i % 2 ? step : 0)])));

let s: Awaited<ReturnType<typeof serve>>;
beforeEach(async () => void (s = await serve()));

describe("ONCHAIN_RISK over published rows", () => {
  it("scores funding half by its level, half by its distance from its 30-day mean", async () => {
    // Level 0.02 equals the mean: 20 of 100 by the level, 0 by the distance.
    take(s, funding(0.02));
    const calm = await ask(s);
    expect(calm).toMatchObject({ value: 10, unit: "score", source: "okx", observation_date: TODAY });
    expect(calm.sample).toBeUndefined();
    expect(componentOf(calm, "funding")).toMatchObject({
      value: 0.02,
      unit: "% per interval",
      weight: 1,
      contribution: 10,
      source: "okx",
      observation_date: TODAY,
    });
    // Last rate 0.08 %: 80 by the level; its distance is beyond three standard deviations. Negative funding is as far from calm as positive.
    for (const rate of [0.08, -0.08]) {
      const far = await serve();
      take(far, funding(rate));
      expect((await ask(far)).value).toBe(90);
    }
  });

  it("scales an hourly funding rate to eight hours, and ignores a rate without an interval", async () => {
    take(s, [...funding(0.02), settled("BTC", "hyperliquid", `${TODAY}T20:00:00Z`, 0.005, 1), settled("BTC", "bybit", `${TODAY}T21:00:00Z`, 0.9, null)]);
    expect(componentOf(await ask(s), "funding")).toMatchObject({ value: 0.03, source: "hyperliquid", evidence: expect.stringContaining("hyperliquid, okx") });
  });

  it("scores liquidations against the median of the earlier days: 50 at the median", async () => {
    for (const [today, score] of Object.entries({ 100: 50, 150: 75, 900: 100, 10: 5 }).map(([key, value]) => [Number(key), value] as const)) {
      const s = await serve();
      take(s, liquidations([80, 90, 100, 110, 5000, today]));
      const answer = await ask(s);
      expect(answer.value).toBe(score);
      expect(answer.caveats).toContain("liquidations_single_venue_okx");
      expect(componentOf(answer, "liquidations")).toMatchObject({ value: today, unit: "USD", evidence: expect.stringContaining("median of 5 days before") });
    }
  });

  it("treats liquidations without full coverage or enough days as absent, with the reason", async () => {
    take(s, [...liquidations([100, 100, 100]), ...funding(0.02)]);
    expect(componentOf(await ask(s), "liquidations")).toEqual({
      name: "liquidations",
      absent: expect.stringContaining("2 earlier days of BTC liquidations are fully loaded, and 3 are needed"),
    });
    const s2 = await serve();
    take(s2, [liquidation("BTC", msOf(TODAY) + DAY / 2, 5), ...reaching("2024-06-10", msOf(TODAY) + DAY / 2), ...funding(0.02)]);
    expect(componentOf(await ask(s2), "liquidations")).toEqual({ name: "liquidations", absent: expect.stringContaining("do not cover the last 24 hours") });
  });

  it("scores exchange flows of coins and of dollar tokens as two separate components", async () => {
    take(s, [...flows("BTC", 300, 100), ...flows("USDT", 100, 300), ...flows("USDC", 300, 100)]);
    const answer = await ask(s);
    // Coin flow +0.5 gives stress 75; dollar flow (400 − 400) / 800 = 0 gives 50. Their weights 0.2 and 0.1 are scaled to a sum of 1.
    expect(componentOf(answer, "exchange flows")).toMatchObject({ value: 0.5, unit: "ratio", source: "user", weight: 0.666667, contribution: 50 });
    expect(componentOf(answer, "stablecoins")).toMatchObject({ value: 0, weight: 0.333333, contribution: 16.6667 });
    expect(answer.value).toBe(66.7);
    expect(answer.caveats).toEqual(expect.arrayContaining(["btc_netflow_artifact", "internal_transfers_labelled"]));
  });

  it("computes volatility from twenty daily returns and a year of 365 days", async () => {
    take(s, prices(0.01));
    const expected = 0.01 * Math.sqrt((20 / 19) * 365) * 100;
    expect(componentOf(await ask(s), "volatility")).toMatchObject({ value: Number(expected.toFixed(4)), unit: "%", observation_date: TODAY, source: "user" });
    expect((await ask(s)).value).toBe(Number(expected.toFixed(1)));
    const s2 = await serve();
    take(s2, [...prices(0.01, TODAY, 20), ...funding(0.02)]);
    expect(componentOf(await ask(s2), "volatility")).toEqual({ name: "volatility", absent: "20 of the 21 closes of BTC that are needed are loaded" });
  });

  it("uses no sample data once one component is published, and redistributes the weights of absent ones", async () => {
    take(s, [...funding(0.02), ...prices(0.01)]);
    for (const field of ["score", "level", "date", "components"]) {
      const answer = await ask(s, field);
      expect(answer.sample).toBeUndefined();
      expect(answer.components?.map((l) => [l.name, l.absent === undefined])).toEqual([
        ["funding", true], ["liquidations", false], ["exchange flows", false], ["volatility", true], ["stablecoins", false],
      ]); // prettier-ignore
      const weights = answer.components?.map((l) => l.weight ?? 0) ?? [];
      expect(weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
    const score = await ask(s);
    expect((score.components ?? []).reduce((n, l) => n + (l.contribution ?? 0), 0)).toBeCloseTo(Number(score.value), 1);
    expect((await ask(s, "components")).value).toMatch(
      /^volatility \d+ %, funding \d+ %; liquidations, exchange flows, stablecoins missing, weight redistributed$/,
    );
    expect((await ask(s, "score", "SOL")).sample).toBe(true);
    expect((await ask(s, "score", "SOL")).components?.every((l) => l.sample === true || l.absent !== undefined)).toBe(true);
  });

  it("treats data older than three days as absent, and gives a reason if all data is older", async () => {
    take(s, [...funding(0.02, "2024-06-21"), ...prices(0.01, "2024-06-22")]);
    expect(componentOf(await ask(s), "funding")).toEqual({ name: "funding", absent: expect.stringContaining("more than three days ago") });
    expect(componentOf(await ask(s), "volatility")).toMatchObject({ weight: 1, observation_date: "2024-06-22" });
    const stale = await serve();
    take(stale, [...funding(0.02, "2024-06-21"), ...prices(0.01, "2024-06-21")]);
    const answer = await ask(stale);
    expect(answer).toMatchObject({ value: null, code: "inputs_missing", explanation: expect.stringContaining("end on 2024-06-21") });
    expect(answer.components).toHaveLength(5);
    expect(answer.sample).toBeUndefined();
  });

  it("ignores rows after the service's date", async () => {
    const s = await serve({ asOf: "2024-06-20" });
    take(s, [...funding(0.02, "2024-06-19"), ...funding(0.08)]);
    expect(componentOf(await ask(s), "funding")?.observation_date).toBe("2024-06-20");
    expect(componentOf(await ask(s), "funding")?.value).toBe(0.01);
  });
});
