import { recordRow } from "../../../record-row";
import { itWithSharedData } from "../../../shared-data";
import { asked, readAs } from "./read-as";

const OVERNIGHT = { operationType: "Reverse Repo", operationMethod: "Fixed Rate", term: "Overnight" };
/** An operation; of an overnight reverse repo with results, unless `more` says otherwise. */
const op = (totalAmtAccepted: unknown, more: object = {}) => ({
  ...OVERNIGHT,
  operationId: "RP",
  auctionStatus: "Results",
  operationDate: "2025-07-09",
  note: "",
  totalAmtAccepted,
  ...more,
});
const rowsOf = (...operations: readonly object[]) => readAs("nyfed", { repo: { operations } }).rows;
const valuesOf = (...operations: readonly object[]) => Object.fromEntries(rowsOf(...operations).map((r) => [`${r.series} ${r.date}`, r.value]));
const treasury = (amtAccepted: number, award?: number) => ({
  securityType: "Treasury",
  amtAccepted,
  ...(award === undefined ? {} : { percentAwardRate: award }),
});

describe("the New York Fed's repo and reverse repo operations", () => {
  it("are in $ billions; a reverse repo also gives its award rate", () => {
    const { rows, feed } = readAs("nyfed", { repo: { operations: [op(227273000000, { details: [treasury(227273000000, 4.25)] })] } });
    expect(feed.id).toBe("nyfed.repo-operations");
    expect(rows).toEqual([
      { series: "RRPONTSYD", date: "2025-07-09", value: 227.273, source: "nyfed" },
      { series: "RRPONTSYAWARD", date: "2025-07-09", value: 4.25, source: "nyfed" },
    ]);
  });

  it("are summed by day and kind", () => {
    const repos = [1_000_000, 254_000_000].map((total) => op(total, { operationType: "Repo" }));
    const values = valuesOf(...repos, op("5375000000"), op(2e9, { operationDate: "2025-07-10" }));
    expect(values).toEqual({ "RPONTSYD 2025-07-09": 0.255, "RRPONTSYD 2025-07-09": 5.375, "RRPONTSYD 2025-07-10": 2 });
  });

  it("leave out small value exercises, and give no row for a day with nothing else", () => {
    const exercise = op(50_000, { note: "Small Value Exercise (SVE)" });
    const another = op(25_000_000, { operationDate: "2025-07-10", note: "Reverse repo small value exercise" });
    expect(valuesOf(exercise, op(3e9), another)).toEqual({ "RRPONTSYD 2025-07-09": 3 });
    expect(() => rowsOf(exercise)).toThrow("there are only exercises");
  });

  it("are zero if nothing was accepted", () => expect(valuesOf(op(0, { operationType: "Repo" }))).toEqual({ "RPONTSYD 2025-07-09": 0 }));

  it("count only Treasury collateral of a repo", () => {
    const mixed = [treasury(1e9), { securityType: "Agency", amtAccepted: 2e9 }, { securityType: "Mortgage-Backed", amtAccepted: 4e9 }];
    expect(valuesOf(op(7e9, { operationType: "Repo", details: mixed }))).toEqual({ "RPONTSYD 2025-07-09": 1 });
  });

  it("leave out term operations and operations without results", () =>
    expect(valuesOf(op(9e9, { term: "Term" }), op(8e9, { auctionStatus: "Announced" }), op(1e9))).toEqual({ "RRPONTSYD 2025-07-09": 1 }));

  it("give no award rate for a day with two different rates", () =>
    expect(rowsOf(...[0.05, 0.03].map((rate) => op(1e9, { details: [treasury(1e9, rate)] }))).map((r) => r.series)).toEqual(["RRPONTSYD"]));

  it.each([
    ["an unknown operation", [op(1, { operationType: "Securities Lending" })], '"Securities Lending" is not an operation'],
    ["an amount that is missing", [{ ...op(1), totalAmtAccepted: "null" }], "expected a number as totalAmtAccepted"],
    ["a date in another form", [op(1, { operationDate: "07/09/2025" })], "expected a date as YYYY-MM-DD for operationDate"],
    ["an empty list", [], "the list of operations is empty"],
  ])("refuses %s", (_, operations, sentence) => expect(() => rowsOf(...operations)).toThrow(sentence));

  it("are refused from a cut document, and from one without the list", () => {
    expect(() => readAs("nyfed", '{"repo":{"operations":[{"operationDate":"2025')).toThrow("this JSON is incomplete");
    expect(() => readAs("nyfed", '{"repo":{}}')).toThrow('expected a list "operations"');
  });

  it("are requested year by year first, then at once from the newest stored day", () => {
    const first = asked("nyfed.repo-operations", "2015-10-01");
    expect(first.map((r) => r.part)).toEqual(["2013-09-23", "2014-09-23"]);
    expect(first.at(-1)?.url).toMatch(/startDate=2014-09-23&endDate=2015-10-01$/);
    const later = asked("nyfed.repo-operations", "2026-01-02", "2025-12-24").map((r) => `${r.part} ${r.url.split("?")[1]}`);
    expect(later).toEqual(["newest startDate=2025-12-24&endDate=2026-01-02"]);
  });
});

describe("the New York Fed's reference rates", () => {
  itWithSharedData("reads the published days with volume, percentiles and the target range", (_, fileIn) => {
    const { rows, records } = readAs("nyfed", fileIn("nyfed/effr_2023-01-01_2023-06-06.json"));
    expect(rows).toContainEqual({ series: "EFFR", date: "2023-01-03", value: 4.33, source: "nyfed" });
    expect(rows).toContainEqual({ series: "DFEDTARU", date: "2023-01-03", value: 4.5, source: "nyfed" });
    expect(records.find((r) => r.date === "2023-01-03")).toMatchObject({ entity: "EFFR", known: "2023-01-03", body: { rate: 4.33, volume_bn: 105 } });
  });

  const SOFR = { effectiveDate: "2024-06-03", type: "SOFR", percentRate: 5.35, percentPercentile1: 5.3, percentPercentile99: 5.45, volumeInBillions: 1912 };
  const sofr = (more: object) => ({ refRates: [{ ...SOFR, ...more }] });

  it("are dated by effectiveDate, with the volume in $ billions and two percentiles", () => {
    const body = { rate: 5.35, volume_bn: 1912, percentile_1: 5.3, percentile_99: 5.45 };
    expect(readAs("nyfed", sofr({})).records).toEqual([recordRow("money_rate", "SOFR", "2024-06-03", "nyfed", body)]);
  });

  it("of type SOFRAI are the averages and the index of SOFR", () => {
    const row = { effectiveDate: "2024-06-03", type: "SOFRAI", average30day: 5.33, average90day: 5.34, average180day: 5.38, index: 1.14 };
    const values = Object.fromEntries(readAs("nyfed", { refRates: [row] }).rows.map((r) => [r.series, r.value]));
    expect(values).toEqual({ SOFR30DAYAVG: 5.33, SOFR90DAYAVG: 5.34, SOFR180DAYAVG: 5.38, SOFRINDEX: 1.14 });
  });

  it("have null for a percentile that is NA", () => {
    const [row] = readAs("nyfed", sofr({ percentPercentile1: "NA", percentPercentile99: "NA", footnoteId: 2 })).records;
    expect(row?.body).toEqual({ rate: 5.35, volume_bn: 1912, percentile_1: null, percentile_99: null });
  });

  it.each([
    ["an unknown member", { percentRateX: 5.35 }, '"percentRateX" is not a member'],
    ["a rate that is missing under its name", { percentRate: undefined }, "expected percentRate of SOFR of 2024-06-03"],
    ["basis points for percent", { percentRate: 535 }, "expected SOFR of 2024-06-03 in percent"],
    ["the volume in millions", { volumeInBillions: 1_912_000 }, "in $ billions"],
    ["percentiles that were swapped", { percentPercentile1: 5.45, percentPercentile99: 5.3 }, "between its 1st and 99th percentile"],
    ["a target range that was swapped", { type: "EFFR", targetRateFrom: 5.5, targetRateTo: 5.25 }, "the lower limit first"],
  ])("refuses %s", (_, more, sentence) => expect(() => readAs("nyfed", sofr(more))).toThrow(sentence));

  it("have the target range of the day on which it takes effect", () => {
    const day = (effectiveDate: string, percentRate: number, targetRateFrom: number, targetRateTo: number) => {
      return { effectiveDate, type: "EFFR", percentRate, targetRateFrom, targetRateTo };
    };
    const { rows } = readAs("nyfed", { refRates: [day("2023-02-02", 4.58, 4.5, 4.75), day("2023-02-01", 4.33, 4.25, 4.5)] });
    expect(rows.flatMap((r) => (r.series === "DFEDTARU" ? [`${r.date} ${r.value}`] : []))).toEqual(["2023-02-02 4.75", "2023-02-01 4.5"]);
  });
});
