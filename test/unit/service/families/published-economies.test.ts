import type { IsoDate } from "../../../../src/contract/dates";
import type { FunctionName } from "../../../../src/contract/functions";
import { BANKS, COUNTRIES, INDICATORS } from "../../../../src/contract/vocabulary";
import type { SourceId } from "../../../../src/service/records/attribution";
import type { FamilyAnswer } from "../../../../src/service/answers/family";
import { openStore, type Store } from "../../../../src/service/store/store";
import { bring, seriesRows } from "../../../stored";
import { askStore } from "./ask-store";
import { codeOf, reasonOf, valueOf } from "./ask-world";

let store: Store;
beforeEach(() => (store = openStore({ path: ":memory:" })));
afterEach(() => store.close());

/** Imports one series as one document, values by day. */
const take = (series: string, source: SourceId, values: Readonly<Record<IsoDate, number | null>>, seen = "2026-11-20") =>
  bring(store, { rows: seriesRows(series, source, values) }, seen);

const ask = (day: IsoDate, fn: FunctionName, ...args: string[]): FamilyAnswer => askStore(store, day, fn, ...args);
const bis = (country: string, indicator: string, field = "value", day = "2026-11-20"): FamilyAnswer => ask(day, "BIS", country, indicator, field);
const cbrate = (country: string, field = "rate", day = "2026-11-20"): FamilyAnswer => ask(day, "CBRATE", country, field);

describe("BIS with published data", () => {
  test.each([
    ["cpi", "bis", "2026-09-30", "2025-09-30", "2026-09", "%", 4],
    ["gdp", "worldbank", "2025-12-31", "2024-12-31", "2025", "%", 4],
    ["IRLT", "oecd", "2026-10-31", "2025-10-31", "2026-10", "pp", 4],
    ["reer", "bis", "2026-10-31", "2025-10-31", "2026-10", "%", 4],
    ["house_prices", "bis", "2026-06-30", "2025-06-30", "2026Q2", "%", 4],
    ["credit_to_gdp", "bis", "2026-03-31", "2025-03-31", "2026Q1", "pp", 4],
    ["credit_gap", "bis", "2026-03-31", "2025-03-31", "2026Q1", "pp", 4],
  ] as const)("%s from %s has its period and yearly change, and no sample attribution", (indicator, source, end, before, period, unit, change) => {
    take(`ECON.${indicator}.JP`, source, { [before]: 100, [end]: 104 });
    expect(bis("JPN", indicator)).toMatchObject({ value: 104, observation_date: end, source, sample: false });
    expect(valueOf(bis("JP", indicator, "period"))).toBe(period);
    expect(bis("JP", indicator, "yoy")).toMatchObject({ value: change, unit, caveats: expect.arrayContaining(["econ_yoy_is_a_kresmion_calculation"]) });
    expect(String(valueOf(bis("JP", indicator, "attribution")))).not.toContain("sample");
  });

  test("no answer is sample data if every indicator of every country is imported", () => {
    for (const [country] of COUNTRIES)
      for (const indicator of INDICATORS.filter((i) => i !== "policy_rate")) take(`ECON.${indicator}.${country}`, "bis", { "2026-10-31": 7 });
    for (const bank of BANKS) take(`CBPOL.${bank}`, "bis", { "2026-10-30": 3, "2026-11-12": 3 });
    for (const [country] of COUNTRIES)
      for (const indicator of INDICATORS) {
        const answer = bis(country, indicator);
        if (!codeOf(answer)) expect([country, indicator, answer.sample]).toEqual([country, indicator, false]);
        else expect([indicator, codeOf(answer)]).toEqual(["policy_rate", "not_covered"]);
      }
  });

  test("the yearly change requires the same period of the previous year", () => {
    take("ECON.cpi.US", "bis", { "2025-08-31": 100, "2025-10-31": 101, "2025-09-30": null, "2026-09-30": 104 });
    expect(bis("US", "cpi", "yoy")).toMatchObject({ code: "no_data_yet", sample: false });
    expect(valueOf(bis("US", "cpi"))).toBe(104);
  });

  test("a credit gap has a yearly change in points, and a price index of zero has none", () => {
    take("ECON.credit_gap.US", "bis", { "2025-03-31": -12.5, "2026-03-31": -10 });
    expect(bis("US", "credit_gap", "yoy")).toMatchObject({ value: 2.5, unit: "pp" });
    take("ECON.cpi.BR", "bis", { "1979-12-31": 0, "1980-12-31": 0.000001 });
    expect(codeOf(bis("BR", "cpi", "yoy"))).toBe("no_data_yet");
  });

  test("a period is served from its last day on, and before the first period there is a reason", () => {
    take("ECON.house_prices.DE", "bis", { "2025-12-31": 180, "2026-03-31": 182 });
    expect(valueOf(bis("DE", "house_prices", "period", "2026-03-31"))).toBe("2026Q1");
    expect(valueOf(bis("DE", "house_prices", "value", "2026-03-30"))).toBe(180);
    const before = bis("DE", "house_prices", "value", "2025-12-30");
    expect(before).toMatchObject({ code: "no_data_yet", reason: expect.stringContaining("2025-12-31") as string, sample: false });
  });

  test("of two published values of a period, the later one is served and the earlier one kept", () => {
    take("ECON.gdp.US", "worldbank", { "2023-12-31": 27360935000000 }, "2024-07-01");
    take("ECON.gdp.US", "worldbank", { "2023-12-31": 27811517000000 }, "2026-07-01");
    expect(valueOf(bis("US", "gdp", "value", "2025-12-31"))).toBe(27811517000000);
    expect(store.forgetSeries("ECON.gdp.US", "2026-11-20")).toBe(2);
  });

  test("economies that only published data has are found by code and name", () => {
    expect(bis("EG", "cpi")).toMatchObject({ code: "unknown_country" });
    take("ECON.cpi.EG", "bis", { "2026-08-31": 900 });
    for (const spelling of ["EG", "EGY", "egypt"]) expect(valueOf(bis(spelling, "cpi"))).toBe(900);
    const none = expect.stringContaining("No reer for Egypt: none is loaded. Load data of the Bank") as string;
    expect(bis("EG", "reer")).toMatchObject({ code: "not_covered", explanation: none });
    take("ECON.reer.XM", "bis", { "2026-09-30": 98 });
    for (const spelling of ["XM", "EA", "EMU", "Euro area"]) expect(valueOf(bis(spelling, "reer"))).toBe(98);
    take("ECON.credit_to_gdp.5R", "bis", { "2026-03-31": 141.3 });
    expect(valueOf(bis("5R", "credit_to_gdp"))).toBe(141.3);
    expect(reasonOf(bis("4T", "credit_to_gdp"))).toContain("Emerging market economies");
  });

  test("harmonised prices are preferred to national ones, and a yearly change uses one base year only", () => {
    take("ECON.cpi.DE", "bis", { "2025-09-30": 131, "2026-09-30": 134 });
    expect(bis("DE", "cpi")).toMatchObject({ value: 134, source: "bis", note: "consumer price index, 2010 = 100" });
    take("ECON.cpi.DE.HICP15", "ecb", { "2024-12-31": 130, "2025-09-30": 131.5, "2025-12-31": 132 });
    take("ECON.cpi.DE.HICP25", "ecb", { "2025-09-30": 100, "2026-09-30": 102 });
    expect(bis("DE", "cpi")).toMatchObject({ value: 102, source: "ecb", note: "harmonised index of consumer prices, 2025 = 100" });
    expect(valueOf(bis("DE", "cpi", "yoy"))).toBe(2);
    expect(valueOf(bis("DE", "cpi", "attribution"))).toBe("European Central Bank");
    expect(bis("DE", "cpi", "yoy", "2025-09-29")).toMatchObject({ source: "ecb", code: "no_data_yet" });
  });

  test("an ended series is replaced by the one that continues", () => {
    take("ECON.cpi.DE.HICP15", "ecb", { "2025-12-31": 132 });
    take("ECON.cpi.DE", "bis", { "2026-03-31": 133 });
    expect(bis("DE", "cpi", "value", "2026-04-20")).toMatchObject({ value: 132, source: "ecb" });
    take("ECON.cpi.DE", "bis", { "2026-09-30": 134 });
    expect(bis("DE", "cpi")).toMatchObject({ value: 134, source: "bis" });
  });

  test("a country with only quarterly prices shows quarters as periods", () => {
    take("ECON.cpi.AU.Q", "bis", { "2025-06-30": 100, "2026-06-30": 103 });
    expect(valueOf(bis("AU", "cpi", "period"))).toBe("2026Q2");
    expect(valueOf(bis("AU", "cpi", "yoy"))).toBe(3);
    take("ECON.cpi.AU", "bis", { "2026-06-30": 104 });
    expect(valueOf(bis("AU", "cpi", "period", "2026-10-20"))).toBe("2026-06");
    // A month that is too old gives way to a quarter that is not.
    expect(valueOf(bis("AU", "cpi", "period"))).toBe("2026Q2");
  });

  test("long-term rates of the ECB and of the OECD do not overwrite one another", () => {
    take("ECON.IRLT.FR", "oecd", { "2026-09-30": 3.41, "2026-10-31": 3.5 });
    take("ECON.IRLT.FR.ECB", "ecb", { "2026-09-30": 3.4 });
    expect(bis("FR", "IRLT")).toMatchObject({ value: 3.4, source: "ecb" });
    expect(bis("FR", "IRLT", "value", "2026-09-29")).toMatchObject({ code: "no_data_yet" });
  });
});

describe("the policy rate of a month, from daily rates", () => {
  test("is the rate of the month's last day with a rate, and likewise a year earlier", () => {
    take("CBPOL.SE", "bis", { "2025-10-30": 2, "2026-10-30": 1.75, "2026-11-12": 1.5 });
    expect(bis("SE", "policy_rate")).toMatchObject({ value: 1.75, observation_date: "2026-10-31" });
    expect(valueOf(bis("SE", "policy_rate", "yoy"))).toBe(-0.25);
  });

  test("is the previous month's if a month has no rate, and has no yearly change without a rate of last year", () => {
    take("CBPOL.SE", "bis", { "2020-03-31": 0, "2026-09-30": 1.75, "2026-11-02": 1.5 });
    expect(bis("SE", "policy_rate")).toMatchObject({ value: 1.75, observation_date: "2026-09-30" });
    expect(codeOf(bis("SE", "policy_rate", "yoy"))).toBe("no_data_yet");
  });

  test("is missing if no complete month is loaded, and the reason names the last day", () => {
    take("CBPOL.SE", "bis", { "2026-10-02": 1.75 });
    expect(bis("SE", "policy_rate")).toMatchObject({ code: "no_data_yet", reason: "No complete month is loaded: days end on 2026-10-02." });
  });
});

describe("CBRATE of the euro area, with rates from the ECB and the BIS", () => {
  const BIS_DAYS = { "2025-11-14": 2, "2026-09-15": 2.25, "2026-09-16": 2.5, "2026-11-12": 2.5 };
  const DEPOSIT = { "2025-11-19": 2, "2025-11-14": 2, "2026-11-12": 2.5, "2026-11-18": 2.5, "2026-11-19": 2.75 };
  const REFINANCING = { "2026-11-12": 2.65, "2026-11-19": 2.9 };

  /** Imports the rate of the BIS and both key rates of the ECB. */
  function takeAll(bisRate: Readonly<Record<IsoDate, number>>): void {
    take("CBPOL.XM", "bis", bisRate);
    take("CBPOL.XM.DFR", "ecb", DEPOSIT);
    take("CBPOL.XM.MRR", "ecb", REFINANCING);
  }

  test("is the fresher rate, with its own source", () => {
    takeAll(BIS_DAYS);
    const note = expect.stringContaining("deposit facility") as string;
    expect(cbrate("XM")).toMatchObject({ value: 2.75, observation_date: "2026-11-19", source: "ecb", sample: false, note });
    expect(valueOf(cbrate("EMU", "rate_source"))).toBe("probe");
    expect(cbrate("XM", "superseded_rate_pct")).toMatchObject({ value: 2.5, observation_date: "2026-11-12", source: "bis" });
    expect(valueOf(cbrate("XM", "last_change"))).toBe(0.25);
    expect(valueOf(cbrate("XM", "last_change_date"))).toBe("2026-11-19");
    expect(valueOf(cbrate("XM", "stance"))).toBe("hiking");
    // The compared value may come from the other source: both are named.
    expect(cbrate("XM", "stance").components?.map((component) => "source" in component && component.source)).toEqual(["ecb", "bis"]);
    expect(cbrate("XM", "rate").components).toBeUndefined();
  });

  test("uses that key rate of the ECB whose level the BIS has", () => {
    takeAll({ "2026-11-12": 2.65 });
    expect(cbrate("XM")).toMatchObject({ value: 2.9, note: expect.stringContaining("main refinancing") });
  });

  test("is the BIS's rate if no rate of the ECB equals it on the newest day", () => {
    take("CBPOL.XM", "bis", { "2026-11-12": 2.4 });
    take("CBPOL.XM.DFR", "ecb", DEPOSIT);
    expect(cbrate("XM")).toMatchObject({ value: 2.4, source: "bis" });
    expect(valueOf(cbrate("XM", "rate_source"))).toBe("bis");
    expect(codeOf(cbrate("XM", "superseded_rate_pct"))).toBe("not_superseded");
  });

  test("is the BIS's rate if it is as fresh as the ECB's, and before the ECB's data begin", () => {
    take("CBPOL.XM", "bis", BIS_DAYS);
    take("CBPOL.XM.DFR", "ecb", { "2026-11-12": 2.5 });
    expect(cbrate("XM")).toMatchObject({ value: 2.5, source: "bis" });
    expect(cbrate("XM", "rate", "2026-09-15")).toMatchObject({ value: 2.25, source: "bis" });
  });

  test("is the ECB's policy rate of that day if there are no BIS data", () => {
    take("CBPOL.XM.DFR", "ecb", { "2023-09-20": 4, "2026-11-19": 2.75 });
    take("CBPOL.XM.MRR", "ecb", { "2023-09-20": 4.5, "2026-11-19": 2.9 });
    expect(cbrate("XM")).toMatchObject({ value: 2.75, source: "ecb" });
    expect(codeOf(cbrate("XM", "superseded_rate_pct"))).toBe("not_superseded");
    expect(valueOf(cbrate("XM", "rate", "2023-09-21"))).toBe(4.5);
    expect(cbrate("XM", "rate", "2020-01-01")).toMatchObject({ code: "no_data_yet", sample: false });
    expect(cbrate("SE").sample).toBe(true);
  });

  test("equals BIS policy_rate at the end of a month", () => {
    take("CBPOL.XM", "bis", { "2025-10-31": 2, "2026-09-30": 2.5, "2026-10-05": 2.5 });
    take("CBPOL.XM.DFR", "ecb", { "2026-10-05": 2.5, "2026-10-31": 2.75, "2026-11-19": 2.75 });
    expect(bis("XM", "policy_rate")).toMatchObject({ value: 2.75, observation_date: "2026-10-31", source: "ecb" });
    expect(valueOf(bis("XM", "policy_rate", "yoy"))).toBe(0.75);
  });
});
