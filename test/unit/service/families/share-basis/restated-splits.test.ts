import {
  countRange,
  includesRatio,
  perShareRange,
  plainRatioNear,
  plainRatiosIn,
  timesOf,
} from "../../../../../src/service/families/share-basis/closes-across";
import type { StatedPeriod, Vintage } from "../../../../../src/service/records/filings";
import { restatedSplits } from "../../../../../src/service/families/share-basis/shown-splits";
import { itWithSharedData } from "../../../../shared-data";
import { readUnchecked } from "../../publishers/read-as";
import type { HoldingsReport } from "../../../../../src/service/records/holdings";
import type { RecordRow } from "../../../../../src/service/records/record";
import type { Store } from "../../../../../src/service/store/store";
import { recordRow } from "../../../../record-row";
import { bring } from "../../../../stored";
import { ask, filer, price, said, sessions, split, storeOf, year } from "./companies-with-splits";

const filed = (day: string, value: number): Vintage => [day, value, day, "10-K", "tag"];
type Stated = Partial<Record<keyof StatedPeriod["stated"], Vintage[]>>;
const period = (stated: Stated): StatedPeriod => ({
  period: "FY2023",
  annual: true,
  currency: "USD",
  stated: Object.fromEntries(Object.entries(stated).map(([metric, list]) => [metric, [list]])),
});
const [FIRST, SECOND] = ["2024-02-01", "2025-02-01"];
const both = (before: number, after: number): Vintage[] => [filed(FIRST, before), filed(SECOND, after)];

describe("splits that later filings show", () => {
  itWithSharedData("are those of NVIDIA and Apple, each between two filings", (_, fileIn) => {
    const shown = (name: string): string[] => {
      const { records } = readUnchecked("sec", fileIn("sec/companyfacts", name), name);
      const periods = records.filter((r) => r.dataset === "statement").map((r) => r.body as StatedPeriod);
      return restatedSplits(periods, []).map(({ ratio, after, by, from }) => `${ratio} from ${after} to ${by} in ${from}`);
    };
    expect(shown("NVDA_trimmed.json")).toEqual(["4 from 2021-05-26 to 2021-08-20 in filings", "10 from 2024-05-29 to 2024-08-28 in filings"]);
    expect(shown("AAPL_trimmed.json")).toEqual(["7 from 2014-04-24 to 2014-07-23 in filings", "4 from 2020-07-31 to 2020-10-30 in filings"]);
  });

  const TEN = { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 24_940_000_000) };
  const UNITS = { shares_basic: both(2_494_123, 2_494_123_000), shares_diluted: both(2_500_123, 2_500_123_000) };
  const NONE = undefined;
  test.each<[string, Stated, number | undefined]>([
    ["found if share counts and earnings per share agree", TEN, 10],
    ["found if the split is a reverse split", { eps_diluted: both(-0.11, -2.2), shares_diluted: both(40_123_456, 2_006_173) }, 1 / 20],
    ["found if the ratio is 3-for-2", { eps_basic: both(3, 2), shares_basic: both(100_000, 150_000) }, 1.5],
    ["found if earnings and dividends per share agree", { eps_diluted: both(4.02, 2.01), dividends_per_share: both(1, 0.5) }, 2],
    ["not found if only one figure changes", { eps_diluted: both(11.93, 1.19) }, NONE],
    ["not found if two figures imply different ratios", { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 4_988_000_000) }, NONE],
    ["not found if net income falls as much as earnings per share", { eps_diluted: both(2, 1), eps_basic: both(2.02, 1.01), net_income: both(200, 100) }, NONE],
    ["not found if no company splits by that ratio", { eps_diluted: both(10, 8.2), shares_diluted: both(100_000_123, 121_951_300) }, NONE],
    ["not found if counts only change from thousands to units", UNITS, NONE],
    ["not found if earnings per share are too small to show the change", { eps_diluted: both(0.01, 0.01), shares_diluted: both(100_000, 100_010) }, NONE],
  ])("are %s", (_, stated, ratio) =>
    expect(restatedSplits([period(stated)], [])).toEqual(ratio === NONE ? [] : [{ ratio, after: FIRST, by: SECOND, from: "filings" }]),
  );

  test("are not found again if the list has them", () =>
    expect(restatedSplits([period(TEN)], [{ ratio: 10, after: "2024-06-09", by: "2024-06-10", from: "list" }])).toEqual([]));
});

test.each([
  [10.1, 10],
  [9.8, 10],
  [1.52, 1.5],
  [1 / 19.9, 1 / 20],
  [0.667, 1 / 1.5],
  [1.21, undefined],
  [1.1, undefined],
  [1, undefined],
  [2.25, undefined],
  [1000, undefined],
  [Number.NaN, undefined],
])("the usual split ratio near %d is %s", (ratio, expected) => {
  const found = plainRatioNear(ratio, 0.03);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(expected, 10);
});

test("a rounded figure stands for a range, and a quotient of two for a range of ratios", () => {
  expect(perShareRange(1.19).high).toBeCloseTo(1.195, 10);
  expect(perShareRange(0.016).high).toBeCloseTo(0.0165, 10);
  expect(countRange(2_464_000_000)).toEqual({ low: 2_463_500_000, high: 2_464_500_000 });
  expect(countRange(2_500_000_000)).toEqual({ low: 2_450_000_000, high: 2_550_000_000 });
  expect(countRange(100)).toEqual({ low: 95, high: 105 });
  const times = timesOf(perShareRange(1.19), perShareRange(11.93))!;
  expect(includesRatio(times, 10)).toBe(true);
  expect(plainRatiosIn(times)).toEqual([10]);
  expect(timesOf(perShareRange(0), perShareRange(1))).toBeUndefined();
  expect(timesOf(perShareRange(-2), perShareRange(1))).toBeUndefined();
  expect(includesRatio(timesOf(perShareRange(-2), perShareRange(-20))!, 10)).toBe(true);
});

const AT = "2024-06-10";
const DAYS = sessions("2024-03-01", 100);
const closes = DAYS.map((day) => price("ABCX", day, day < AT ? 100 : 20));

describe("short interest across a split", () => {
  const settlement = (date: string, now: number, before: number | null, change: number | null): RecordRow => {
    const shares = { short_interest: now, previous_short_interest: before, change_pct: change, avg_daily_volume: 1000 };
    return recordRow("short_interest", "ABCX", date, "finra", { name: "ABCX", ...shares, days_to_cover: 1, days_to_cover_censored: false, revised: false });
  };
  const [MAY, JUNE] = ["2024-05-31", "2024-06-14"];
  const field = (name: string, records: readonly RecordRow[]): unknown => said(ask(storeOf(records), "2024-06-28", "SHORTINTEREST", "ABCX", name));
  const facts = [filer("ABCX"), year([{ on: "2024-02-15", times: 1 }])];
  const positions = [settlement(MAY, 100_000, null, null), settlement(JUNE, 600_000, 100_000, 500)];

  test("is a percentage of the shares outstanding on the settlement date", () => {
    expect(field("pctshares", [...facts, ...positions, split("ABCX", AT, 5)])).toBe(12);
    expect(field("pctshares", [...facts, ...positions.slice(0, 1), split("ABCX", AT, 5)])).toBe(10);
    expect(field("pctshares", [...facts, ...positions, ...closes])).toBe("share_basis_unknown");
  });

  test("has a change_pct without the effect of the split", () => {
    expect(field("change_pct", [...positions, split("ABCX", AT, 5)])).toBe(20);
    expect(field("change_pct", [settlement(MAY, 100_000, null, null), settlement(JUNE, 600_000, 500_000, 20), split("ABCX", AT, 5)])).toBe(20);
    expect(field("change_pct", positions)).toBe(500);
    expect(field("change_pct", [...positions, ...closes])).toBe("share_basis_unknown");
    expect(field("change_pct", [...positions.slice(1), split("ABCX", AT, 5)])).toBe("share_basis_unknown");
  });

  test("gives no surge signal if the split is listed or the closes jump", () => {
    const signals = (records: readonly RecordRow[]): unknown => said(ask(storeOf(records), "2024-07-15", "SIGNAL", "ABCX", "type"));
    expect(signals(positions)).toBe("short_interest_surge");
    expect(signals([...positions, split("ABCX", AT, 5)])).not.toBe("short_interest_surge");
    expect(signals([...positions, ...closes])).not.toBe("short_interest_surge");
  });
});

describe("institutions' holdings across a split", () => {
  const report = (cik: string, period: string, filed: string, shares: number): HoldingsReport => {
    const holdings = [{ cusip: "000000077", ticker: "ABCX", shares, raw_value: 1, value: 1 }];
    return { accession: `${cik}-${period}`, form: "13F-HR", cik, filer: cik, period, filed, adds: false, unit: "dollars", total: 1, holdings };
  };
  function withReports(records: readonly RecordRow[]): Store {
    const store = storeOf([...records, split("OTHER", AT, 2)]);
    const before = [100, 100, 101].map((shares, i) => report(`${i}`, "2024-03-31", "2024-05-10", shares));
    const after = [450, 700, 504.5].map((shares, i) => report(`${i}`, "2024-06-30", "2024-08-10", shares));
    bring(store, { reports: [...before, ...after] }, "2024-08-20");
    return store;
  }
  const qoq = (records: readonly RecordRow[]): unknown => said(ask(withReports(records), "2024-08-20", "HOLDERS13F", "ABCX", "qoq"));

  test("are compared with the quarter before after adjustment for the split", () => {
    expect(qoq([])).toBe(3);
    expect(qoq([split("ABCX", AT, 5)])).toBe(0);
    expect(qoq([...closes, split("ABCX", AT, 5)])).toBe(0);
  });

  test("are not compared if the closes jump as in a split and no split is listed", () => {
    expect(qoq(closes)).toBe("share_basis_unknown");
    expect(said(ask(withReports(closes), "2024-08-20", "HOLDERS13F", "ABCX", "count"))).toBe(3);
  });
});

describe("signals of a company that split", () => {
  test("report no dividend cut if only the split lowered the dividend per share", () => {
    const statements = [filer("ABCX"), year([{ on: "2023-02-15", times: 1 }], undefined, "2022-12-31"), year([{ on: "2024-02-15", times: 5 }])];
    const type = (records: readonly RecordRow[]): unknown => said(ask(storeOf(records), "2024-03-01", "SIGNAL", "ABCX", "type"));
    expect(type(statements)).toBe("dividend_cut");
    expect(type([...statements, split("ABCX", "2023-06-12", 5)])).not.toBe("dividend_cut");
  });

  test("report a new low from closes adjusted for the split", () => {
    const days = sessions("2023-01-02", 300);
    const [last] = days.slice(-1) as [string];
    const fall = days.map((day, i) => price("ABCX", day, i < 290 ? 100 + (i % 7) : i < 299 ? 20 + (i % 3) : 19));
    const type = (records: readonly RecordRow[]): unknown => said(ask(storeOf(records), last, "SIGNAL", "ABCX", "type"));
    expect(type(fall)).not.toBe("new_low");
    expect(type([...fall, split("ABCX", days[290]!, 5)])).toBe("new_low");
  });
});
