import type { Argument } from "../../../../src/contract/arguments";
import { addDays, type IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { evaluatorOf } from "../../../../src/service/families/families";
import { SAMPLE_SWITCH } from "../../../../src/service/families/sample-switch";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import type { SourceId } from "../../../../src/service/records/attribution";
import type { RecordRow } from "../../../../src/service/records/record";
import { createClock } from "../../../../src/service/time/clock";
import { openStore, type Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { bring, seriesRows } from "../../../stored";
import { price, sessions } from "./share-basis/companies-with-splits";

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

const take = (series: string, source: SourceId, values: Readonly<Record<IsoDate, number>>) =>
  bring(store, { rows: seriesRows(series, source, values) }, "2026-11-20");
const takeRecords = (records: readonly RecordRow[]) => bring(store, { records }, "2026-11-20");

const ask = (day: IsoDate, fn: FunctionName, ...args: Argument[]): FamilyAnswer => evaluatorOf(fn)!(args, { clock: createClock(day, () => 0), store });

function settled(day: IsoDate, n: number): RecordRow {
  const rates = { time_ms: Date.parse(day) + n * 8 * 3_600_000, rate_pct: day >= "2024-06-16" ? 0.2 : 0.01, interval_hours: 8 };
  return recordRow("funding", "BTC", day, "binance", { exchange: "binance", contract: "BTCUSDT", ...rates }, { key: `binance ${n}` });
}

test("MMRATE's corridor position uses the last day on which both range limits are known", () => {
  take("SOFR", "nyfed", { "2024-09-18": 5.33, "2024-09-19": 4.83 });
  take("DFEDTARL", "nyfed", { "2024-09-17": 5.25, "2024-09-18": 5.25, "2024-09-19": 4.75 });
  take("DFEDTARU", "nyfed", { "2024-09-17": 5.5, "2024-09-18": 5.5 });
  // 4.83 in the range of the 18th, 5.25 to 5.5.
  expect(ask("2024-09-19", "MMRATE", "SOFR", "corridor_position_pct")).toMatchObject({ value: -168, note: expect.stringContaining("2024-09-18") as string });
  expect(ask("2024-09-19", "MMRATE", "SOFR", "target_lower")).toMatchObject({ value: 4.75, observation_date: "2024-09-19" });
});

test("TRACKRECORD gives bad_argument for an unknown horizon", () => {
  expect(ask("2024-06-25", "TRACKRECORD", "insider_cluster_buy", "7d")).toMatchObject({ code: "bad_argument" });
});

function settlement(date: IsoDate, body: object): RecordRow {
  const shares = { short_interest: 200_000, previous_short_interest: 100_000, avg_daily_volume: 10_000 };
  const cover = { days_to_cover: 20, days_to_cover_censored: false, change_pct: null, revised: false };
  return recordRow("short_interest", "EXMP", date, "finra", { name: "Example", ...shares, ...cover, ...body });
}

test("change_pct is not_stated if the previous short interest is missing", () => {
  takeRecords([settlement("2024-06-14", { previous_short_interest: null })]);
  expect(ask("2024-06-28", "SHORTINTEREST", "EXMP", "change_pct")).toMatchObject({ code: "not_stated" });
});

test("missing days to cover between two high ones start no second signal", () => {
  takeRecords([settlement("2024-05-15", {}), settlement("2024-05-31", { days_to_cover: null }), settlement("2024-06-14", {})]);
  expect(ask("2024-07-10", "SIGNAL", "EXMP", "count", 90)).toMatchObject({ value: 1 });
});

test("ASOF gives the newest published day, whether sample data is on or off", () => {
  takeRecords(sessions("2024-06-03", 10).map((day) => price("AAPL", day, 200)));
  expect(ask("2024-06-25", "ASOF", "AAPL")).toMatchObject({ value: "2024-06-14", sample: false, source: "user" });
  takeRecords([0, 1, 2].map((n) => settled("2024-06-24", n)));
  store.decisions.decide(SAMPLE_SWITCH, false, "2024-06-25");
  expect(ask("2024-06-25", "ASOF", "BTC")).toMatchObject({ value: "2024-06-24", sample: false, source: "binance" });
});

test("a multiple is dated by the price that it is computed from", () => {
  const days = sessions("2024-06-03", 16);
  takeRecords([...days.slice(0, 14).map((day) => price("GOOGL", day, 170)), ...days.map((day) => price("GOOG", day, 171))]);
  expect(ask("2024-06-25", "PRICE", "GOOGL", "date")).toMatchObject({ value: "2024-06-20" });
  expect(ask("2024-06-25", "RV", "GOOG", "pe", "value")).toMatchObject({ observation_date: "2024-06-20" });
  expect(ask("2024-06-25", "RV", "GOOG", "return_1m", "value")).toMatchObject({ code: "no_price" });
});

test("BIS gives a month's policy rate as its last known level of that month", () => {
  take("CBPOL.XM.DFR", "ecb", { "2024-06-03": 4, "2024-07-10": 3.75 });
  take("CBPOL.XM", "bis", { "2024-06-03": 4, "2024-06-28": 3.75, "2024-07-08": 3.75 });
  take("CBPOL.XM.DFR", "ecb", { "2024-07-08": 3.75 });
  take("CBPOL.XM.MRR", "ecb", { "2024-06-03": 4, "2024-07-08": 3.75, "2024-07-10": 3.75 });
  expect(ask("2024-07-10", "BIS", "XM", "policy_rate", "value")).toMatchObject({ value: 3.75, observation_date: "2024-06-30" });
});

test("NETLIQ gives no_observation as one-week change if the previous week is missing", () => {
  take("WALCL", "board", { "2024-06-05": 7_256_000, "2024-06-19": 7_253_000 });
  take("WTREGEN", "board", { "2024-06-05": 700_000, "2024-06-12": 700_000, "2024-06-19": 750_000 });
  take("RRPONTSYD", "nyfed", Object.fromEntries(sessions("2024-06-03", 14).map((day) => [day, 400])));
  expect(ask("2024-06-20", "NETLIQ", "net")).toMatchObject({ value: 7_253_000 - 750_000 - 400_000 });
  expect(ask("2024-06-20", "NETLIQ", "change_1w")).toMatchObject({ code: "no_observation" });
});

test("CONFLUENCE of a coin cites no funding rate while FUNDING is stale", () => {
  takeRecords(Array.from({ length: 40 }, (_, i) => addDays("2024-06-17", i - 39)).flatMap((day) => [0, 1, 2].map((n) => settled(day, n))));
  expect(ask("2024-06-17", "FUNDING", "BTC")).toMatchObject({ value: 0.2 });
  const evidence = (day: IsoDate): string => JSON.stringify(ask(day, "CONFLUENCE", "BTC", "score").components?.find(({ name }) => name === "funding"));
  expect(evidence("2024-06-17")).toContain("FUNDING is 0.2 %");
  expect(ask("2024-06-24", "FUNDING", "BTC")).toMatchObject({ code: "stale" });
  expect(evidence("2024-06-24")).not.toContain("FUNDING is");
});

const OUTSIDE = { code: "no_data_yet", reason: "Sample data covers 1970 to 2098 only." };

describe("before the first and after the last year of the sample", () => {
  test("BIS and CBRATE give published values", () => {
    const rows = [
      ...seriesRows("ECON.gdp.US", "worldbank", { "1960-12-31": 541988586206.897, "1961-12-31": 561940310344.828 }),
      ...seriesRows("CBPOL.CH", "bis", { "1946-01-01": 1.5, "1957-05-15": 2.5 }),
    ];
    bring(store, { rows }, "2026-11-20");
    expect(ask("1962-06-30", "BIS", "US", "gdp", "value")).toMatchObject({ value: 561940310344.828, observation_date: "1961-12-31", sample: false });
    expect(ask("1962-06-30", "BIS", "US", "gdp", "yoy")).toMatchObject({ value: 3.68, unit: "%" });
    expect(ask("1958-01-31", "BIS", "US", "gdp", "value")).toMatchObject({
      code: "no_data_yet",
      reason: "The first period ends on 1960-12-31.",
    });
    expect(ask("1957-05-31", "CBRATE", "CH", "rate")).toMatchObject({ value: 2.5, sample: false });
    expect(ask("2099-06-30", "BIS", "US", "gdp", "period")).toMatchObject({ value: "1961" });
  });

  test("PRICE gives imported prices, and FIN gives published statements", () => {
    const stated = { revenue: [[["1966-03-01", 3573000000, "0000051143-66-000001", "10-K", "Revenues"]]] };
    const records = [
      recordRow("price", "IBM", "1965-06-01", "user", { close: 480 }),
      recordRow("price", "IBM", "1965-06-02", "user", { close: 478.5 }),
      recordRow("filer", "IBM", "2000-01-01", "sec", { cik: "51143", name: "IBM" }, { known: "1960-01-01" }),
      recordRow("statement", "51143", "1965-12-31", "sec", { period: "FY1965", annual: true, currency: "USD", stated }, { known: "1966-03-01" }),
    ];
    bring(store, { records }, "2026-11-20");
    expect(ask("1965-06-02", "PRICE", "IBM", "last")).toMatchObject({ value: 478.5, observation_date: "1965-06-02", sample: false });
    expect(ask("1966-06-30", "FIN", "IBM", "revenue", null)).toMatchObject({ value: 3573000000, observation_date: "1965-12-31", sample: false });
    // Such a year ends after the last representable day.
    expect(ask("1966-06-30", "FIN", "IBM", "revenue", "9999Q4")).toMatchObject({ code: "no_period", explanation: expect.stringContaining("FY1965") as string });
  });

  test("a function gives no_data_yet if nothing is published", () => {
    for (const [fn, ...args] of [
      ["BIS", "US", "gdp", "value"],
      ["CBRATE", "CH", "rate"],
      ["PRICE", "IBM", "last"],
      ["FIN", "IBM", "revenue", null],
      ["WHALE", "BTC", "count"],
    ] as [FunctionName, ...(string | null)[]][])
      for (const day of ["1962-06-30", "2099-06-30"]) expect([fn, ask(day, fn, ...args)]).toEqual([fn, expect.objectContaining(OUTSIDE)]);
  });
});
