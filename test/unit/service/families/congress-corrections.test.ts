import type { DisclosedTrade } from "../../../../src/service/records/disclosed-trades";
import { effectiveTrades } from "../../../../src/service/families/congress/disclosed";
import type { StoredRecord } from "../../../../src/service/records/record";

const BODY: DisclosedTrade = {
  document: "1", member: "Hon. Jane Doe", state_district: "XX01", owner: "SP", sub_holding: null, asset: "A (ZZZT) [ST]", asset_type: "ST", type: "P",
  notification_date: "2024-05-01", amount_low: 1001, amount_high: 15000, filing_status: "New",
}; // prettier-ignore
const trade = (known: string, key: string, more: Partial<DisclosedTrade> = {}, date = "2024-05-01"): StoredRecord<DisclosedTrade> => ({
  entity: "ZZZT", date, known, key, source: "house", body: { ...BODY, document: key.split("/")[0] ?? "", ...more },
}); // prettier-ignore
const standing = (...trades: readonly StoredRecord<DisclosedTrade>[]): string[] => effectiveTrades(trades).map((t) => t.key);
const first = trade("2024-05-10", "1/1");
const deleted = { filing_status: "Deleted" };
const amended = { filing_status: "Amended", amount_low: 15_001, amount_high: 50_000 };

describe("a later report of a House member's trade", () => {
  test("removes the trade if it is a deletion, and replaces it if it is an amendment", () => {
    expect(standing(first, trade("2024-06-01", "2/1", deleted))).toEqual([]);
    expect(standing(first, trade("2024-06-01", "2/1", amended))).toEqual(["2/1"]);
    expect(standing(first, trade("2024-06-01", "2/1", amended), trade("2024-06-03", "3/1", deleted))).toEqual([]);
  });

  test("counts as a trade if it amends a missing report, but not if it deletes one", () => {
    expect(standing(trade("2024-06-01", "2/1", amended))).toEqual(["2/1"]);
    expect(standing(trade("2024-06-01", "2/1", deleted))).toEqual([]);
  });

  test.each([
    ["member", { member: "Hon. John Roe" }, undefined],
    ["owner", { owner: null }, undefined],
    ["asset", { asset: "B (ZZZT) [OP]" }, undefined],
    ["type", { type: "S" }, undefined],
    ["trade date", {}, "2024-05-02"],
  ] as const)("leaves a trade with another %s unchanged", (_, more, date) => {
    expect(standing(first, trade("2024-06-01", "2/1", { ...more, ...deleted }, date))).toEqual(["1/1"]);
  });

  test("removes only one of two equal trades, the one with the same amount range", () => {
    const dearer = trade("2024-05-10", "1/2", { amount_low: 15_001, amount_high: 50_000 });
    expect(standing(first, dearer, trade("2024-06-01", "2/1", deleted))).toEqual(["1/2"]);
    expect(standing(first, trade("2024-05-10", "1/2"), trade("2024-06-01", "2/1", deleted))).toHaveLength(1);
  });

  test("removes no trade that is reported after it", () => {
    expect(standing(trade("2024-05-10", "1/1", deleted), trade("2024-06-01", "2/1"))).toEqual(["2/1"]);
  });
});
