import type { RegistryRow, Status } from "../../../src/contract/wire";
import { COUNTRIES } from "../../../src/contract/vocabulary";
import type { Dataset, RecordRow } from "../../../src/service/records/record";
import { recordRow } from "../../record-row";
import { holdingsReport } from "./rows";
import { NOON, serviceUnderTest, take, type ServiceUnderTest } from "./service-under-test";

const DAY = "2024-06-20";
let s: ServiceUnderTest;
let now = NOON;
beforeEach(async () => void (s = await serviceUnderTest({ asOf: "2024-06-25", now: () => now })));
afterEach(() => s.close());

const families = async () => (await s.read<Status>("/v1/status")).data.families;
const family = async (name: string) => (await families()).find((f) => f.family === name);
async function universe(fn: string): Promise<number> {
  // The registry recounts every 15 minutes.
  now += 15 * 60_000;
  const rows = (await s.get(`/v1/fields?kind=function&limit=500`)).json<{ data: RegistryRow[] }>().data;
  return rows.find((r) => r.field === `SERVICE.${fn}`)?.universe ?? Number.NaN;
}
const record = (dataset: Dataset, entity: string, body: object, date = DAY): RecordRow => recordRow(dataset, entity, date, "sec", body);
const bring = (...records: readonly RecordRow[]) => take(s, records, { seen: DAY });

describe("names that only published rows have", () => {
  it.each([
    ["PRICE", "prices", record("price", "ZZZQ", { close: 1 })],
    ["VAR", "prices", record("price", "ZZZQ", { close: 1 })],
    ["CONGRESS", "congress", record("congress_trade", "ZZZQ", {})],
    ["SHORTINTEREST", "short-interest", record("short_interest", "ZZZQ", {})],
    ["INSIDER", "insider", record("insider_trade", "ZZZQ", {})],
    ["SMARTMONEY", "smart-money", record("short_volume", "ZZZQ", {})],
    ["SIGNAL", "signals", record("insider_trade", "ZZZQ", {})],
    ["CONFLUENCE", "confluence", record("insider_trade", "ZZZQ", {})],
    ["IPO", "offerings", record("offering", "ZZZQ", {})],
  ] as const)("are counted once for %s, and once in the status of %s with their newest day", async (fn, name, row) => {
    const before = await universe(fn);
    expect(await family(name)).toMatchObject({ real_names: 0 });
    expect(await family(name)).not.toHaveProperty("newest_observation");
    bring(row, { ...row, date: "2024-06-21", known: "2024-06-21" });
    expect(await universe(fn)).toBe(before + 1);
    expect(await family(name)).toMatchObject({ real_names: 1, newest_observation: "2024-06-21" });
    // A day after the service's date does not count as the newest day.
    bring({ ...row, date: "2024-06-27", known: "2024-06-27" });
    expect(await family(name)).toMatchObject({ newest_observation: "2024-06-21" });
  });

  it("of companies are found by the SEC's filer number; issuers without a ticker are not counted", async () => {
    const [fin, insiders] = [await universe("FIN"), await universe("INSIDER")];
    bring(record("insider_trade", "cik:0000000042", {}), record("statement", "42Q", { stated: {} }));
    expect([await universe("FIN"), await universe("INSIDER")]).toEqual([fin, insiders]);
    bring(record("filer", "ZZZQ", { cik: "42", name: "Zzzq" }, "2000-01-01"), record("filer", "ELSE", { cik: "43", name: "Else" }, "2000-01-01"));
    expect([await universe("FIN"), await universe("FILING"), await universe("RV")]).toEqual([fin + 1, fin + 1, fin + 1]);
    expect(await family("fundamentals")).toMatchObject({ real_names: 1, newest_observation: DAY });
  });

  it("are counted once if the ticker is also in the sample", async () => {
    const before = await universe("PRICE");
    bring(record("price", "AAPL", { close: 1 }));
    expect(await universe("PRICE")).toBe(before);
    expect(await family("prices")).toMatchObject({ real_names: 1 });
  });

  it("of 13F holdings are counted only for CUSIPs in a report", async () => {
    const before = await universe("HOLDERS13F");
    const reports = [holdingsReport("1", "2024-03-31", [["111111111", null, 1], ["222222222", "ZZZQ", 1]])]; // prettier-ignore
    take(s, [record("security", "QZZZ", { cusip: "111111111" }), record("security", "NONE", { cusip: "999999999" })], { reports, seen: DAY });
    expect(await universe("HOLDERS13F")).toBe(before + 2);
    expect(await family("holders13f")).toMatchObject({ real_names: 2, newest_observation: "2024-03-31" });
  });

  it("are countries and areas for statistics, and central banks for policy rates", async () => {
    const rows = [
      { series: "ECON.gdp.US", date: "2023-12-31", value: 1, source: "worldbank" },
      { series: "ECON.cpi.XW.2010", date: "2024-05-31", value: 1, source: "bis" },
      { series: "CBPOL.US", date: "2024-06-19", value: 5.375, source: "bis" },
    ] as const;
    take(s, [], { rows, seen: DAY });
    expect(await universe("BIS")).toBe(COUNTRIES.length + 1);
    expect(await family("international")).toMatchObject({ real_names: 2, newest_observation: "2024-06-19" });
    expect(await family("central-banks")).toMatchObject({ real_names: 1, newest_observation: "2024-06-19" });
  });

  it("of coins and keywords add to the status's count, but to no function's", async () => {
    const before = await universe("FUNDING");
    bring(record("funding", "BTC", {}), record("liquidation", "SOL", {}), record("whale_transfer", "USDT", {}), record("report_count", "oil", {}));
    expect(await universe("FUNDING")).toBe(before);
    for (const [name, count] of Object.entries({ funding: 1, "onchain-risk": 3, whale: 1, osint: 1, confluence: 2 }))
      expect(await family(name)).toMatchObject({ real_names: count, newest_observation: DAY });
  });
});

test("the status shows how fresh each family's sample data is, if any", async () => {
  for (const { family: name, sample, newest_sample } of await families())
    expect([name, newest_sample]).toEqual([name, sample ? expect.stringMatching(/^20(23|24)-\d{2}-\d{2}$/) : undefined]);
  s.store.decisions.decide("sample", false, DAY);
  expect((await families()).filter((f) => f.newest_sample !== undefined)).toEqual([]);
});
