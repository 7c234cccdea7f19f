import { readFileSync } from "node:fs";
import path from "node:path";
import type { StatedPeriod, Vintage } from "../../../../../src/service/records/statement";
import { restatedSplits } from "../../../../../src/service/families/share-basis/restated-splits";
import { parseByFeed } from "../../../../../src/service/ingest/ingest-document";
import { sec } from "../../../../../src/service/publishers/sec/sec";
import { itWithSharedData } from "../../../../shared-data";

const periodsIn = (folder: string, name: string): StatedPeriod[] =>
  parseByFeed(sec.feeds, { name, bytes: readFileSync(path.join(folder, "sec/companyfacts", name)) })
    .records.filter((r) => r.dataset === "statement")
    .map((r) => r.body as StatedPeriod);

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
  itWithSharedData("are those of NVIDIA and Apple, each between two filings", (folder) => {
    expect(restatedSplits(periodsIn(folder, "NVDA_trimmed.json"), [])).toEqual([
      { ratio: 4, after: "2021-05-26", by: "2021-08-20", from: "filings" },
      { ratio: 10, after: "2024-05-29", by: "2024-08-28", from: "filings" },
    ]);
    expect(restatedSplits(periodsIn(folder, "AAPL_trimmed.json"), [])).toEqual([
      { ratio: 7, after: "2014-04-24", by: "2014-07-23", from: "filings" },
      { ratio: 4, after: "2020-07-31", by: "2020-10-30", from: "filings" },
    ]);
  });

  const window = { after: FIRST, by: SECOND, from: "filings" };
  test.each<[string, Stated, object[]]>([
    [
      "found if share counts and earnings per share agree",
      { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 24_940_000_000) },
      [{ ratio: 10, ...window }],
    ],
    ["found if the split is a reverse split", { eps_diluted: both(-0.11, -2.2), shares_diluted: both(40_123_456, 2_006_173) }, [{ ratio: 1 / 20, ...window }]],
    ["found if the ratio is 3-for-2", { eps_basic: both(3, 2), shares_basic: both(100_000, 150_000) }, [{ ratio: 1.5, ...window }]],
    ["found if earnings and dividends per share agree", { eps_diluted: both(4.02, 2.01), dividends_per_share: both(1, 0.5) }, [{ ratio: 2, ...window }]],
    ["not found if only one figure changes", { eps_diluted: both(11.93, 1.19) }, []],
    ["not found if two figures imply different ratios", { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 4_988_000_000) }, []],
    ["not found if net income falls as much as earnings per share", { eps_diluted: both(2, 1), eps_basic: both(2.02, 1.01), net_income: both(200, 100) }, []],
    ["not found if no company splits by that ratio", { eps_diluted: both(10, 8.2), shares_diluted: both(100_000_123, 121_951_300) }, []],
    [
      "not found if counts only change from thousands to units",
      { shares_basic: both(2_494_123, 2_494_123_000), shares_diluted: both(2_500_123, 2_500_123_000) },
      [],
    ],
    ["not found if earnings per share are too small to show the change", { eps_diluted: both(0.01, 0.01), shares_diluted: both(100_000, 100_010) }, []],
  ])("are %s", (_, stated, expected) => {
    expect(restatedSplits([period(stated)], [])).toEqual(expected);
  });

  test("are not found again if the list has them", () => {
    const stated = { eps_diluted: both(11.93, 1.19), shares_diluted: both(2_494_000_000, 24_940_000_000) };
    expect(restatedSplits([period(stated)], [{ ratio: 10, after: "2024-06-09", by: "2024-06-10", from: "list" }])).toEqual([]);
  });
});
