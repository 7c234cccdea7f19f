import { classNamedIn } from "../../../../src/service/records/symbols";
import type { Metric } from "../../../../src/contract/vocabulary";
import type { StatedPeriod, Vintage } from "../../../../src/service/records/filings";
import type { RecordRow } from "../../../../src/service/records/record";
import { kindOfIssue, mayBeReceipts, otherKindOf } from "../../../../src/service/families/short-interest/shares-counted";
import { recordRow } from "../../../record-row";
import { ask, filer, said, storeOf } from "./share-basis/companies-with-splits";

/* The percent of shares outstanding only if both sides count the same shares. */

describe("the kind of an issue by its name", () => {
  test.each([
    ["NAAX Test Inc. American Depositary Shares", "depositary shares"],
    ["Alibaba Group Holding Ltd American Depositary Shares each representing eight Ordinary share", "depositary shares"],
    ["ATA Creativity Global American", "depositary shares"],
    ["Aareal Bank AG Unsponsored Ame", "depositary shares"],
    ["NETEASE INC ADR", "depositary shares"],
    ["Vodafone Group Plc Sponsored ADS", "depositary shares"],
    ["Bank of X Depositary Shares Preferred Stock, Series B", "preferred shares"],
    ["Foo Realty 7.25% Series A Cumulative Preferred Stock", "preferred shares"],
    ["Foo Corp 6.00% Pfd Series C", "preferred shares"],
    ["Long Named Holdings American De", "depositary shares"],
    ["Some Real Estate Trust Inc. Pref", "preferred shares"],
    ["Bar Acquisition Corp. Warrants", "warrants"],
    ["Bar Acquisition Corporation Wa", undefined],
    ["Bar Acquisition Corp II Warran", "warrants"],
    ["Bar Acquisition Corp. Units, each consisting of one share and one-half of one warrant", "units"],
    ["Bar Acquisition Corp. Unit", "units"],
    ["Bar Acquisition Corp. Rights", "rights"],
    ["Baz Inc. 6.50% Senior Notes due 2028", "notes"],
  ])("%s: %s", (name, kind) => expect(otherKindOf(name)).toBe(kind));

  test.each([
    "GameStop Corp.", "GameStop Corporation Common Stock", "ADS-TEC Energy PLC Ordinary Shares", "Preferred Bank Common Stock", "Unit Corporation", "Energy Transfer LP Common Units",
    "Western Midstream Partners LP Units", "Wright Medical Group N.V.", "First American Financial Corporation", "American Airlines Group Inc. C", "Bond Street Holdings Common Stock",
    "NoteWorthy Inc.", "Brightsphere Investment Group Inc.", "Sabine Royalty Trust Units", "",
  ])("%s is a common share", (name) => expect(otherKindOf(name)).toBeUndefined()); // prettier-ignore

  test("is receipts for a foreign company of the own list, unless its name says otherwise", () => {
    expect(kindOfIssue("BABA", "BABA")).toBe("depositary shares");
    expect([kindOfIssue("Spotify Technology S.A. Ordinary Shares", "SPOT"), kindOfIssue("Apple Inc", "AAPL")]).toEqual([undefined, undefined]);
  });

  test("has the letter of its class", () => {
    expect(["Alphabet Inc. Class C Capital Stock", "Foo CL B"].map(classNamedIn)).toEqual(["C", "B"]);
    expect(["GameStop Corp.", "Classic Cars Inc."].map(classNamedIn)).toEqual([undefined, undefined]);
  });

  test("may be a receipt only if a company that files 20-F does not name its own shares", () => {
    expect(mayBeReceipts("Taiwan Widgets Ltd.", "20-F")).toBe(true);
    for (const name of ["Spotify Technology S.A. Ordinary Shares", "Ferrari N.V. Common Shares", "Long Named Company Ltd Ordina"])
      expect([name, mayBeReceipts(name, "20-F")]).toEqual([name, false]);
    expect([mayBeReceipts("Taiwan Widgets Ltd.", "10-K"), mayBeReceipts("Maple Corp", "40-F")]).toEqual([false, false]);
  });
});

const SETTLED = "2026-05-29";
const ASKED = "2026-06-20";
const COVER = "EntityCommonStockSharesOutstanding";
const BALANCE = "CommonStockSharesOutstanding";

const settlement = (symbol: string, name: string, short_interest: number): RecordRow =>
  recordRow("short_interest", symbol, SETTLED, "finra", {
    name, short_interest, previous_short_interest: null, avg_daily_volume: 1000, days_to_cover: 1, days_to_cover_censored: false, change_pct: null, revised: false,
  }); // prettier-ignore

/** A full year's statement, or a quarter's, with these counts by tag and metric. */
function statement(end: string, filed: string, counts: Partial<Record<Metric, readonly (readonly [tag: string, count: number])[]>>, form = "10-K"): RecordRow {
  const stated = Object.fromEntries(
    Object.entries(counts).map(([metric, lists]) => [metric, lists.map(([tag, count]): Vintage[] => [[filed, count, `a-${filed}`, form, tag]])]),
  );
  // Foreign companies report quarters on 6-K.
  const annual = form !== "6-K";
  const body: StatedPeriod = { period: annual ? `FY${end.slice(0, 4)}` : `${end.slice(0, 4)}Q1`, annual, currency: "USD", stated };
  return recordRow("statement", annual ? "77" : "77Q", end, "sec", body, { known: filed });
}
const counted = (tag: string, count: number, form = "10-K"): RecordRow => statement("2025-12-31", "2026-02-20", { shares_outstanding: [[tag, count]] }, form);

const ofShares = (records: readonly RecordRow[], field = "pctshares") => ask(storeOf([filer("ABCX"), ...records]), ASKED, "SHORTINTEREST", "ABCX", field);
const percent = (name: string, ...records: readonly RecordRow[]): unknown => said(ofShares([settlement("ABCX", name, 1_000_000), ...records]));

describe("SHORTINTEREST pctshares", () => {
  test("is given for the common shares that a cover or a balance sheet counts", () => {
    expect(percent("ABC Inc. Common Stock", counted(COVER, 50_000_000))).toBe(2);
    expect(percent("ABC Inc.", counted(BALANCE, 50_000_000))).toBe(2);
    expect(percent("ABC Inc. Class A Common Stock", counted(COVER, 50_000_000))).toBe(2);
    expect(percent("ABC Ltd Ordinary Shares", counted(COVER, 50_000_000, "20-F"))).toBe(2);
    expect(percent("ABC Ltd", counted(COVER, 50_000_000, "40-F"))).toBe(2);
  });

  test("is a reason for receipts, preferred shares, warrants and a foreign company's unnamed shares", () => {
    const of = (name: string, form = "10-K") => ofShares([settlement("ABCX", name, 1_000_000), counted(COVER, 50_000_000, form)]);
    const receipts = of("ABC Ltd American Depositary Shares", "20-F");
    expect(receipts).toMatchObject({ code: "denominator_invalid", reason: "Not computed: short interest is in depositary shares." });
    expect(receipts).toMatchObject({ explanation: expect.stringContaining("the filing counts ordinary shares") as string });
    expect(said(of("ABC Inc. Warrants"))).toBe("denominator_invalid");
    expect(of("ABC Inc. 7% Preferred Stock")).toMatchObject({ reason: "Not computed: short interest is in preferred shares." });
    expect(said(of("ABC Ltd", "20-F"))).toBe("denominator_invalid");
    expect(ofShares([settlement("ABCX", "ABC Ltd ADR", 1_000_000)], "pctfloat")).toMatchObject({ code: "denominator_invalid" });
  });

  test("is a reason if another class is sold short too, or the cover counts classes one by one", () => {
    const other = [filer("ABCY"), settlement("ABCY", "ABC Inc. Class B Common Stock", 5)];
    // Without a list of tickers, names show the classes.
    const unlisted = settlement("ABCY", "ABC, Inc. Class B Common Stock", 5);
    const unresolved = [
      percent("ABC Inc. Class A Common Stock", counted(COVER, 50_000_000), ...other),
      percent("ABC Inc. Common Stock", counted(COVER, 50_000_000), ...other),
      percent("ABC Inc. Common Stock", counted(COVER, 50_000_000), filer("ABCX.B")),
      percent("ABC Inc. Class A Common Stock", counted(BALANCE, 50_000_000)),
      percent("ABC Inc. Class C Capital Stock", counted(COVER, 50_000_000)),
      percent("ABC, Inc. Class A Common Stock", counted(COVER, 50_000_000), unlisted),
      percent("ABC, Inc. Common Stock", counted(COVER, 50_000_000), unlisted),
    ];
    expect(unresolved).toEqual(unresolved.map(() => "multi_class_unresolved"));
    expect(percent("ABD, Inc. Common Stock", counted(COVER, 50_000_000), unlisted)).toBe(2);
    const classed = [filer("ABC.A"), settlement("ABC.A", "ABC Inc.", 5), counted(COVER, 50_000_000)];
    expect(said(ask(storeOf(classed), ASKED, "SHORTINTEREST", "ABC.A", "pctshares"))).toBe("multi_class_unresolved");
    const warrants = [filer("ABCXW"), settlement("ABCXW", "ABC Inc. Warrants", 5), filer("ABCX.W")];
    expect(percent("ABC Inc. Class A Common Stock", counted(COVER, 50_000_000), ...warrants)).toBe(2);
  });

  test("is a reason for a foreign company's unnamed shares also if its newest report is a 6-K", () => {
    const half = statement("2026-03-31", "2026-05-10", { shares_outstanding: [[COVER, 50_000_000]] }, "6-K");
    expect(percent("ABC Ltd", counted(COVER, 50_000_000, "20-F"), half)).toBe("denominator_invalid");
    expect(percent("ABC Ltd Ordinary Shares", counted(COVER, 50_000_000, "20-F"), half)).toBe(2);
  });

  test("is a reason if the count is in another unit than the weighted average or the year before", () => {
    const year = (count: number, average?: number) =>
      statement("2025-12-31", "2026-02-20", {
        shares_outstanding: [[COVER, count]],
        ...(average === undefined ? {} : { shares_basic: [["WeightedAverageNumberOfSharesOutstandingBasic", average]] }),
      });
    const answer = ofShares([settlement("ABCX", "ABC Inc", 1_000_000), year(26_000, 25_500_000)]);
    const explanation = expect.stringMatching(/26000 shares outstanding, and 25500000 on average/) as string;
    expect(answer).toMatchObject({ code: "denominator_invalid", explanation });
    expect(percent("ABC Inc", year(26_000_000_000, 25_500_000))).toBe("denominator_invalid");
    expect(percent("ABC Inc", year(26_000_000, 25_500_000))).toBe(3.8462);
    // After an offering late in the year the average is low.
    expect(percent("ABC Inc", year(50_000_000, 2_000_000))).toBe(2);
    const before = statement("2024-12-31", "2025-02-20", { shares_outstanding: [[COVER, 25_000_000]] });
    expect(percent("ABC Inc", before, year(26_000))).toBe("denominator_invalid");
    expect(percent("ABC Inc", before, year(26_000_000))).toBe(3.8462);
  });

  test("is a reason if several times the shares are sold short, and in doubt above 100 %", () => {
    expect(percent("ABC Inc", counted(COVER, 26_000))).toBe("denominator_invalid");
    const answer = ofShares([settlement("ABCX", "ABC Inc", 1_000_000), counted(COVER, 900_000)]);
    const note = "Short interest of 1000000 shares is more than the 900000 shares outstanding that the filing counts.";
    expect(answer).toMatchObject({ value: 111.1111, note });
    expect(answer.caveats).toContain("value_in_doubt");
  });
});
