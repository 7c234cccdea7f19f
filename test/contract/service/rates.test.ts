import type { IsoDate } from "../../../src/contract/dates";
import { TENOR_SERIES } from "../../../src/contract/series";
import { runChecks } from "../../../src/service/ingest/checks/checks";
import { deliveryOf } from "../../../src/service/ingest/checks/delivery";
import type { Store } from "../../../src/service/store/store";
import { recordRow } from "../../record-row";
import { importInto, noValue, openServices, take, type Imports, type ServiceUnderTest } from "./service-under-test";

/** Published rows in these tests are invented: round numbers on the days that the tested rule needs. */
const service = openServices();
const withRows = (imports: Imports, asOf = "2024-06-25"): Promise<ServiceUnderTest> => service({ imports, asOf });

const days = (from: number, ...values: (number | null)[]): Record<string, number | null> =>
  Object.fromEntries(values.map((v, i) => [`2024-06-${String(from + i).padStart(2, "0")}`, v]));

describe("YIELD", () => {
  it("uses the previous trading day for a weekend or holiday, and AS_OF returns that day", async () => {
    const s = await withRows({ DGS10: { "2024-06-14": 4, "2024-06-18": 4.1, "2024-06-19": null, "2024-06-20": 4.4 } });
    expect(await s.ask("YIELD", "10Y", "2024-06-16")).toMatchObject({ value: 4, unit: "%", observation_date: "2024-06-14" });
    expect(await s.ask("YIELD", "10Y", "2024-06-19")).toMatchObject({ value: 4.1, observation_date: "2024-06-18" });
    expect(await s.ask("YIELD", "AS_OF", "2024-06-19")).toMatchObject({ value: "2024-06-18", kind: "date", source: "user" });
    expect(await s.ask("YIELD", "10Y")).toMatchObject({ value: 4.4, observation_date: "2024-06-20" });
  });

  it("looks back at most seven days for a curve", async () => {
    const s = await withRows({ DGS10: { "2024-06-03": 4 } });
    expect(await s.ask("YIELD", "10Y", "2024-06-10")).toMatchObject({ value: 4 });
    for (const tenor of ["10Y", "AS_OF"])
      expect(await s.ask("YIELD", tenor, "2024-06-11")).toMatchObject({
        value: null,
        code: "no_curve",
        reason: expect.stringContaining("2024-06-03"),
        source: "user",
      });
    expect(await s.ask("YIELD", "10Y", "2024-06-02")).toMatchObject(
      noValue(
        "no_curve",
        "No curve is loaded for 2024-06-02.",
        "No curve is loaded for 2024-06-02 or the 7 days before. The loaded curve begins on 2024-06-03.",
      ),
    );
  });

  it("gives a reason for a tenor missing on the day, and no earlier or interpolated value", async () => {
    const s = await withRows({ DGS10: days(17, 4, 4.1), DGS20: days(17, 4.5, null), DGS30: days(17, 4.8, 4.9) });
    expect(await s.ask("YIELD", "20Y", "2024-06-18")).toMatchObject(
      noValue("tenor_missing", "The curve of 2024-06-18 has no 20Y.", expect.stringMatching(/interpolated.*2024-06-17/)),
    );
    expect(await s.ask("YIELD", "20Y", "2024-06-17")).toMatchObject({ value: 4.5 });
  });

  it("reads a year as its last day", async () => {
    const s = await withRows({ DGS10: { "2023-12-29": 3.9 } });
    for (const year of ["2023", 2023]) expect(await s.ask("YIELD", "10Y", year)).toMatchObject({ value: 3.9, observation_date: "2023-12-29" });
  });

  it("marks sample tenors as sample, and published ones with their source", async () => {
    const s = await withRows({ DGS10: { "2024-06-20": 4.4 } });
    const real = await s.ask("YIELD", "10Y", "2024-06-23");
    expect(real).toMatchObject({ value: 4.4, source: "user" });
    expect(real).not.toHaveProperty("sample");
    expect(await s.ask("YIELD", "2Y", "2024-06-23")).toMatchObject({ sample: true, observation_date: "2024-06-21" });
    expect(await s.ask("YIELD", "10Y", "2024-06-25")).toMatchObject({ value: 4.4, observation_date: "2024-06-20" });
  });

  it("gives a reason for 30Y in 2004, when no 30-year bond was issued, and for an unknown tenor", async () => {
    const s = await service();
    expect(await s.ask("YIELD", "30Y", "2004-06-01")).toMatchObject({
      value: null,
      code: "tenor_missing",
      reason: expect.stringContaining("30Y"),
      sample: true,
    });
    expect(await s.ask("YIELD", "30Y", "2001-06-01")).toMatchObject({ value: expect.any(Number) });
    expect(await s.ask("YIELD", "30Y", "2006-06-01")).toMatchObject({ value: expect.any(Number) });
    expect(await s.ask("YIELD", "4Y", "2024-06-18")).toMatchObject({ value: null, code: "unknown_tenor", reason: "Unknown tenor 4Y." });
  });
});

describe("MMRATE", () => {
  const RANGE = { DFEDTARL: { "2024-06-21": 5.25 }, DFEDTARU: { "2024-06-21": 5.5 } };

  it("the position in the target range may be below 0 % or above 100 %", async () => {
    for (const [rate, place] of [
      [5.6, 140],
      [5.5, 100],
      [5.3, 20],
      [5.25, 0],
      [5.2, -20],
    ] as const) {
      const s = await withRows({ ...RANGE, SOFR: { "2024-06-24": rate } });
      const answer = await s.ask("MMRATE", "SOFR", "corridor_position_pct");
      expect(answer).toMatchObject({
        value: place,
        unit: "%",
        observation_date: "2024-06-24",
        source: "user",
        caveats: expect.arrayContaining(["mm_corridor_position_unclamped"]),
      });
      expect(answer).not.toHaveProperty("sample");
    }
  });

  it("the target range is that of the rate's day, and a sample range marks the result as sample", async () => {
    const s = await withRows({
      SOFR: { "2024-06-24": 5.3 },
      DFEDTARL: { "2024-06-21": 5, "2024-06-25": 6 },
      DFEDTARU: { "2024-06-21": 5.5, "2024-06-25": 6.5 },
    });
    expect([(await s.ask("MMRATE", "SOFR", "target_lower")).value, (await s.ask("MMRATE", "SOFR", "target_upper")).value]).toEqual([5, 5.5]);
    const mixed = await withRows({ SOFR: { "2024-06-24": 5.3 } });
    expect(await mixed.ask("MMRATE", "SOFR", "corridor_position_pct")).toMatchObject({ sample: true, source: "sample" });
    expect(await (await service({ asOf: "2008-10-10" })).ask("MMRATE", "EFFR", "corridor_position_pct")).toMatchObject({
      value: null,
      code: "corridor_unknown",
    });
  });

  it("a target range that ends long before the rate's day gives a reason with its last day", async () => {
    const s = await withRows({ SOFR: { "2024-06-24": 5.33 }, DFEDTARL: { "2023-06-06": 5 }, DFEDTARU: { "2023-06-06": 5.25 } });
    for (const field of ["target_lower", "target_upper", "corridor_position_pct"])
      expect(await s.ask("MMRATE", "SOFR", field)).toMatchObject(noValue("corridor_unknown", "The target range ends on 2023-06-06."));
    const near = await withRows({ SOFR: { "2024-06-24": 5.33 }, ...RANGE });
    expect(await near.ask("MMRATE", "SOFR", "corridor_position_pct")).toMatchObject({ note: "the target range is from 2024-06-21" });
    expect(await near.ask("MMRATE", "SOFR", "target_upper")).toMatchObject({ value: 5.5, observation_date: "2024-06-21" });
  });

  it("a change over more than a week gives a reason with both dates", async () => {
    const s = await withRows({ SOFR: { "2023-06-06": 5.05, "2024-06-24": 5.33 }, OBFR: { "2024-06-21": 5.3, "2024-06-24": 5.32 } });
    expect(await s.ask("MMRATE", "SOFR", "change_bps")).toMatchObject(noValue("no_observation", "No data is loaded from 2023-06-06 to 2024-06-24."));
    expect(await s.ask("MMRATE", "OBFR", "change_bps")).toMatchObject({ value: 2 });
  });

  it("a date before the first imported rate gives a reason, as does a rate before the first target range", async () => {
    const s = await withRows({ SOFR: { "2024-06-03": 5.33 }, ...RANGE }, "2024-06-01");
    expect(await s.ask("MMRATE", "SOFR", "rate")).toMatchObject(noValue("no_data_yet", "Loaded SOFR begins on 2024-06-03."));
    const later = await withRows({ SOFR: { "2024-06-03": 5.33 }, ...RANGE });
    expect(await later.ask("MMRATE", "SOFR", "target_upper")).toMatchObject(noValue("corridor_unknown", "The target range of 2024-06-03 is not known."));
  });

  it("IORB and imported series have a rate but no volume, not even a sample", async () => {
    const s = await withRows({ SOFR: days(20, 5.3, 5.31) });
    for (const key of ["IORB", "SOFR"])
      for (const field of ["volume_bn", "percentile_1", "percentile_99", "percentile_width_bps"])
        expect(await s.ask("MMRATE", key, field)).toMatchObject({ value: null, code: "volume_not_published", reason: expect.stringContaining(key) });
    expect(await s.ask("MMRATE", "SOFR", "volume_bn")).not.toHaveProperty("sample");
    expect(await s.ask("MMRATE", "SOFR", "change_bps")).toMatchObject({ value: 1, unit: "bps", source: "user" });
    expect(await s.ask("MMRATE", "EFFR", "volume_bn")).toMatchObject({ value: expect.any(Number), unit: "$B", sample: true });
  });

  it("an imported rate with rows only after the service's date gives a reason, not sample data", async () => {
    const s = await withRows({ SOFR: { "2024-06-27": 5.3 } });
    const answer = await s.ask("MMRATE", "SOFR");
    expect(answer).toMatchObject({ value: null, code: "no_data_yet" });
    expect(answer).not.toHaveProperty("sample");
  });

  it("an unknown rate shows a reason with the nearest name", async () => {
    expect(await (await service()).ask("MMRATE", "SOFA")).toMatchObject({ value: null, code: "unknown_rate", reason: expect.stringContaining("SOFR") });
  });
});

describe("NETLIQ and LIQUIDITY", () => {
  const BLOCKS: Imports = {
    WALCL: { "2024-05-22": 7_400_000, "2024-06-12": 7_200_000, "2024-06-19": 7_300_000 },
    RRPONTSYD: { "2024-05-22": 400, "2024-06-12": 300, "2024-06-24": 500 },
    WTREGEN: { "2024-05-22": 600_000, "2024-06-12": 800_000, "2024-06-19": 700_000 },
    WRESBAL: { "2024-06-19": 3_400_000 },
  };

  it("net is balance sheet minus reverse repo minus Treasury account, each with its own date", async () => {
    const s = await withRows(BLOCKS);
    const of = async (field: string) => (await s.ask("NETLIQ", field)).value;
    expect(await Promise.all(["balance_sheet", "reverse_repo", "tga", "reserves", "net"].map(of))).toEqual([7_300_000, 500_000, 700_000, 3_400_000, 6_100_000]);
    expect(await Promise.all(["balance_sheet_date", "reverse_repo_date", "tga_date", "reserves_date", "net_date"].map(of))).toEqual([
      "2024-06-19",
      "2024-06-24",
      "2024-06-19",
      "2024-06-19",
      "2024-06-24",
    ]);
    expect(await s.ask("NETLIQ", "reverse_repo")).toMatchObject({ unit: "$M", observation_date: "2024-06-24", source: "user" });
    expect(await s.ask("NETLIQ", "tga")).toMatchObject({ note: expect.stringMatching(/^basis: week average/) });
  });

  it("changes compare with the components of one and four weeks earlier", async () => {
    const s = await withRows(BLOCKS);
    expect((await s.ask("NETLIQ", "change_1w")).value).toBe(6_100_000 - (7_200_000 - 300_000 - 800_000));
    expect((await s.ask("LIQUIDITY", "change_4w")).value).toBeCloseTo((6_100_000 - (7_400_000 - 400_000 - 600_000)) / 1e6, 9);
  });

  it("LIQUIDITY is NETLIQ in trillions of dollars, on each tested date", async () => {
    for (const asOf of ["2014-06-25", "2024-06-25", "2026-11-20"]) {
      const s = await service({ asOf });
      const [liquidity, net] = [await s.ask("LIQUIDITY"), await s.ask("NETLIQ")];
      expect(liquidity).toMatchObject({ unit: "$T", sample: true, caveats: expect.arrayContaining(["liquidity_net_is_derived"]) });
      expect(liquidity.value).toBeCloseTo(Number(net.value) / 1e6, 6);
      expect((await s.ask("LIQUIDITY", "date")).value).toBe((await s.ask("NETLIQ", "net_date")).value);
    }
  });

  it("a sample component marks the sum as sample; a missing component gives a reason", async () => {
    const most = Object.fromEntries(Object.entries(BLOCKS).filter(([id]) => id !== "WTREGEN"));
    expect(await (await withRows(most)).ask("NETLIQ")).toMatchObject({ sample: true, source: "sample" });
    const none = await (await withRows({ ...BLOCKS, WTREGEN: { "2024-06-26": 1 } })).ask("NETLIQ");
    expect(none).toMatchObject({ value: null, code: "inputs_missing", explanation: expect.stringContaining("WTREGEN") });
    expect(none).not.toHaveProperty("sample");
    expect(await (await service({ asOf: "2008-10-10" })).ask("LIQUIDITY")).toMatchObject({ value: null, code: "inputs_missing" });
  });

  it("the credit components, which need a licence, are reported as missing", async () => {
    expect(await (await service()).ask("LIQUIDITY", "inputs_missing")).toMatchObject({
      value: expect.stringMatching(/not licensed/),
      caveats: expect.arrayContaining(["liquidity_credit_legs_licence_gated"]),
    });
  });
});

describe("ASOF", () => {
  it("returns the newest date of any data for a name or for words of a prediction market", async () => {
    const s = await service();
    expect(await s.ask("ASOF", "dgs10")).toMatchObject({ value: "2024-06-25", kind: "date" });
    const probability = await s.ask("ODDS", "dollar reserve currency");
    expect(await s.ask("ASOF", "dollar reserve currency")).toMatchObject({ value: probability.observation_date, kind: "date" });
    expect(await s.ask("ASOF", "zzzz")).toMatchObject({ value: null, code: "not_covered", reason: expect.stringContaining("ZZZZ") });
  });

  it("returns the date of an imported series' newest row up to the service's date", async () => {
    const s = await withRows({ DGS10: { "2024-06-18": 4.2, "2024-06-27": 4.3 } });
    expect(await s.ask("ASOF", "DGS10")).toMatchObject({ value: "2024-06-18", source: "user" });
  });
});

test("the status counts published series, and ignores observations after the service's date", async () => {
  const s = await service();
  importInto(s.store, { DGS10: { "2024-06-18": 4.2, "2024-06-27": 4.3 } });
  const families: { family: string }[] = (await s.get("/v1/status")).json().data.families;
  expect(families.find((f) => f.family === "curve")).toEqual({
    family: "curve",
    sample: true,
    real_names: 1,
    newest_observation: "2024-06-18",
    newest_sample: "2024-06-25",
  });
  expect(families.find((f) => f.family === "regime")).toMatchObject({ sample: true, real_names: 1 });
  expect(families.find((f) => f.family === "liquidity")).toMatchObject({ sample: true, real_names: 0 });
  importInto(s.store, Object.fromEntries(Object.values(TENOR_SERIES).map((id) => [id, { "2024-06-17": 4 }])));
  const later: { family: string }[] = (await s.get("/v1/status")).json().data.families;
  expect(later.find((f) => f.family === "curve")).toMatchObject({ sample: false, real_names: 11 });
});

test("net liquidity gives a reason if components are years apart, otherwise a note with each one's date", async () => {
  const s = await service({ asOf: "2026-11-21" });
  importInto(s.store, { WALCL: { "2024-01-10": 7_000_000 }, RRPONTSYD: { "2026-11-18": 5 }, WTREGEN: { "2026-11-18": 800_000 } });
  expect(await s.ask("LIQUIDITY")).toMatchObject(
    noValue("inputs_missing", expect.any(String), expect.stringContaining("WALCL ends on 2024-01-10, more than 14 days before the newest block of 2026-11-18")),
  );
  importInto(s.store, { WALCL: { "2026-11-18": 6_600_000 } });
  expect(await s.ask("NETLIQ", "net")).toMatchObject({
    value: 5_795_000,
    note: expect.stringContaining("balance sheet 2026-11-18, reverse repo 2026-11-18, tga 2026-11-18"),
  });
  expect(await s.ask("NETLIQ", "change_1w")).toMatchObject(noValue("inputs_missing", "No reverse repo and tga on or before 2026-11-11."));
});

function closings(store: Store, days: Readonly<Record<IsoDate, number>>): void {
  const records = Object.entries(days).map(([date, closing_musd]) => recordRow("cash_balance", "TGA", date, "fiscaldata", { closing_musd }));
  take({ store }, records, { seen: "2025-07-14" });
}

const BOARD: Imports = {
  WALCL: { "2025-06-25": 6_662_000, "2025-07-02": 6_659_598, "2025-07-09": 6_661_912 },
  WTREGEN: { "2025-06-25": 320_000, "2025-07-02": 341_049, "2025-07-09": 331_234 },
};
const NYFED: Imports = { RRPONTSYD: { "2025-06-25": 200, "2025-07-02": 230.5, "2025-07-09": 227.273 } };
const DAILY = { "2025-07-02": 372_152, "2025-07-08": 343_047, "2025-07-09": 311_048 };

async function world(asOf: IsoDate, days: Readonly<Record<IsoDate, number>> | undefined, board = BOARD) {
  const s = await service({ asOf });
  importInto(s.store, board, "board", "2025-07-14");
  importInto(s.store, NYFED, "nyfed", "2025-07-14");
  if (days) closings(s.store, days);
  return s;
}

describe("net liquidity with the Treasury's daily closing balance", () => {
  it("matches the worked example of 2025-07-09, with the date and source of each component", async () => {
    const s = await world("2025-07-10", DAILY);
    expect(await s.ask("LIQUIDITY")).toMatchObject({
      value: 6.123591,
      unit: "$T",
      source: "board",
      note: expect.stringMatching(/Treasury General Account \(closing balance\): balance sheet 2025-07-09, .*$/),
      components: [
        { name: "balance sheet", value: 6_661_912, unit: "$M", contribution: 6.661912, source: "board", observation_date: "2025-07-09" },
        { name: "reverse repo", value: 227_273, contribution: -0.227273, source: "nyfed", observation_date: "2025-07-09" },
        { name: "tga", value: 311_048, contribution: -0.311048, source: "fiscaldata", observation_date: "2025-07-09" },
        { name: "high-yield spread", absent: "not licensed" },
        { name: "investment-grade spread", absent: "not licensed" },
      ],
    });
    expect(await s.ask("NETLIQ", "net")).toMatchObject({ value: 6_123_591, unit: "$M" });
    expect(await s.ask("LIQUIDITY")).not.toHaveProperty("sample");
  });

  it("prefers the closing balance to the week average, and notes which one it used", async () => {
    const s = await world("2025-07-10", DAILY);
    expect(await s.ask("NETLIQ", "tga")).toMatchObject({
      value: 311_048,
      observation_date: "2025-07-09",
      source: "fiscaldata",
      note: expect.stringMatching(/^basis: closing balance of the day/),
    });
    expect(await (await world("2025-07-10", undefined)).ask("NETLIQ", "tga")).toMatchObject({
      value: 331_234,
      source: "board",
      note: expect.stringMatching(/^basis: week average/),
    });
  });

  it("uses the week average if it is over seven days newer than the closing balance", async () => {
    const s = await world("2025-07-10", { "2025-07-01": 400_000 });
    expect(await s.ask("NETLIQ", "tga")).toMatchObject({ value: 331_234, observation_date: "2025-07-09", source: "board" });
    expect(await (await world("2025-07-09", { "2025-07-02": 400_000 })).ask("NETLIQ", "tga")).toMatchObject({ value: 400_000, source: "fiscaldata" });
  });

  it("uses the newest value of each component up to the service's date, each with its own date", async () => {
    const s = await world("2025-07-09", DAILY);
    expect((await s.ask("NETLIQ", "tga")).value).toBe(343_047);
    expect(await s.ask("NETLIQ", "balance_sheet")).toMatchObject({ value: 6_659_598, observation_date: "2025-07-02" });
    expect((await s.ask("NETLIQ", "net_date")).value).toBe("2025-07-09");
  });

  it("compares closing balances in a change if both exist, otherwise week averages", async () => {
    const both = await world("2025-07-10", DAILY);
    expect((await both.ask("NETLIQ", "change_1w")).value).toBe(6_661_912 - 227_273 - 311_048 - (6_659_598 - 230_500 - 372_152));
    const late = await world("2025-07-10", { "2025-07-08": 343_047, "2025-07-09": 311_048 });
    expect(await late.ask("NETLIQ", "change_1w")).toMatchObject({
      value: 6_661_912 - 227_273 - 331_234 - (6_659_598 - 230_500 - 341_049),
      note: expect.stringContaining("(week average)"),
    });
  });

  it("changes by each component's own week: between two releases the balance sheet is not compared with itself", async () => {
    const s = await world("2025-07-09", { ...DAILY, "2025-07-01": 365_000 });
    const change = await s.ask("NETLIQ", "change_1w");
    expect(change.value).toBe(6_659_598 - 227_273 - 343_047 - (6_662_000 - 230_500 - 365_000));
    expect(change.components?.map((c) => [c.name, "observation_date" in c && c.observation_date, "contribution" in c && c.contribution])).toEqual([
      ["balance sheet", "2025-07-02", 6_659_598 - 6_662_000],
      ["reverse repo", "2025-07-09", 230_500 - 227_273],
      ["tga", "2025-07-08", 365_000 - 343_047],
    ]);
  });

  it("uses no sample balance once closing balances are imported", async () => {
    const s = await world("2025-07-01", { "2025-07-07": 332_482 }, { WALCL: { "2025-06-25": 6_662_000 } });
    expect(await s.ask("NETLIQ", "tga")).toMatchObject(
      noValue(
        "inputs_missing",
        "No tga on or before 2025-06-30.",
        expect.stringContaining("The closing balance of 2025-07-01 is not public before 2025-07-02 16:00 New York, by its release rule."),
      ),
    );
    expect(await s.ask("NETLIQ", "tga")).not.toHaveProperty("sample");
  });
});

describe("administered rates", () => {
  const delivered =
    (series: string, date: IsoDate, seen = "2023-02-03") =>
    () =>
      runChecks("import", deliveryOf([{ label: "a.csv", rows: [{ series, date, value: 4.65, source: "board" }] }], seen, undefined));

  it("can be imported some days ahead, and are served from their own date", async () => {
    expect(delivered("IORB", "2023-02-06")).not.toThrow();
    expect(delivered("IORB", "2023-02-13")).toThrow("in the future");
    expect(delivered("SOFR", "2023-02-06")).toThrow("in the future");
    const s = await service({ asOf: "2023-02-03" });
    importInto(s.store, { IORB: { "2023-02-03": 4.65, "2023-02-06": 4.9 } }, "board");
    expect(await s.ask("FRED", "IORB")).toMatchObject({ value: 4.65, observation_date: "2023-02-03" });
    expect(await s.ask("MMRATE", "IORB")).toMatchObject({ value: 4.65, observation_date: "2023-02-03" });
  });

  it("may be dated on a Saturday, unlike observed rates", () => {
    expect(delivered("IORB", "2023-02-04", "2023-03-01")).not.toThrow();
    expect(delivered("EFFR", "2023-02-04", "2023-03-01")).toThrow("a Saturday");
  });
});
