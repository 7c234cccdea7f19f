import { isoOf, msOf } from "../../../../src/contract/dates";
import { SERIES_IDS } from "../../../../src/contract/series";
import { BANKS, INDICATORS, RATE_KEYS } from "../../../../src/contract/vocabulary";
import type { SourceId } from "../../../../src/service/records/attribution";
import { SERIES_BASES, economySeries } from "../../../../src/service/records/economies";
import { keyRateSeries, policyRateSeries } from "../../../../src/service/records/macro";
import { PUBLISHER_SOURCES } from "../../../../src/service/records/publisher-sources";
import { DATASETS, UNDATED, type Dataset } from "../../../../src/service/records/record";
import { nextRelease, RELEASE_RULES, releaseOfObservation, releaseOfRecord, releaseRules } from "../../../../src/service/releases/releases";
import { itWithSharedData } from "../../../shared-data";

const SOURCES = ["sample", "user", ...Object.keys(PUBLISHER_SOURCES)] as SourceId[];

/** Every series that a publisher produces. The BIS's policy rates have series of their own. */
const PRODUCED = [
  ...SERIES_IDS,
  ...RATE_KEYS,
  ...BANKS.map(policyRateSeries),
  keyRateSeries("deposit"),
  keyRateSeries("refinancing"),
  ...INDICATORS.filter((i) => i !== "policy_rate").flatMap((i) =>
    SERIES_BASES[i].flatMap(({ suffix }) => ["US", "XM", "5R"].map((e) => economySeries(e, i, suffix))),
  ),
  "TIC.GrandTotal",
  "TIC.UnitedKingdom",
];

const DAYS = "1962-01-02 1980-01-01 1999-12-31 2013-10-01 2016-10-07 2018-04-02 2020-02-29 2021-01-01 2025-10-01 2026-11-20 2099-12-31".split(" ");

describe("release rules", () => {
  test("every series of every publisher has a rule of its own for every date", () => {
    const missing = PRODUCED.flatMap((series) => SOURCES.filter((source) => releaseRules(series, source).length < 2).map((source) => `${series} ${source}`));
    expect(missing).toEqual([]);
    const silent = PRODUCED.flatMap((series) =>
      SOURCES.flatMap((source) => {
        // Without the last rule, which is for series that nobody knows, a rule still applies to any date.
        const last = releaseRules(series, source).at(-2)!;
        return last.from === undefined && last.until === undefined && last.when.kind !== "listed" ? [] : [`${series} ${source}: ${last.id}`];
      }),
    );
    expect(silent).toEqual([]);
  });

  test("no observation is public before its date begins", () => {
    const early: string[] = [];
    for (const series of PRODUCED)
      for (const source of SOURCES)
        for (const date of DAYS) if (!(releaseOfObservation(series, date, source).at >= msOf(date))) early.push(`${series} ${source} ${date}`);
    expect(early).toEqual([]);
  });

  test("every dataset has a rule, except those that map names", () => {
    const row = (dataset: Dataset) => ({ dataset, entity: "SOFR", date: "2024-06-03", key: "", known: "2024-06-05", body: {}, source: "sec" as const });
    expect(DATASETS.filter((d) => releaseOfRecord(row(d)) === undefined)).toEqual([...UNDATED]);
  });

  test("ids are unique, and every rule names what confirms it", () => {
    expect(new Set(RELEASE_RULES.map((r) => r.id)).size).toBe(RELEASE_RULES.length);
    expect(RELEASE_RULES.filter((r) => r.confirmedBy === "" || (r.basis === "rule" && !/https:|CFR/.test(r.confirmedBy))).map((r) => r.id)).toEqual([]);
  });

  test("a series that nobody knows has a late bound of a year", () => {
    const { at, basis } = releaseOfObservation("MY.SERIES", "2024-01-31", "user");
    expect([isoOf(at), basis]).toEqual(["2025-02-01", "late bound"]);
    expect(nextRelease("MY.SERIES", at, "user")).toBeUndefined();
  });
});

test("the next release is after the moment, and is when its observation becomes public", () => {
  const after = Date.parse("2025-11-22T15:00:00Z");
  const wrong = PRODUCED.filter((series) => !series.endsWith(".HICP15")).filter((series) => {
    const next = nextRelease(series, after, "nyfed");
    return !next || next.at <= after || releaseOfObservation(series, next.date, "nyfed").at !== next.at;
  });
  expect(wrong).toEqual([]);
  // Prices with the base 2015 ended with 2025.
  expect(nextRelease("ECON.cpi.DE.HICP15", after, "ecb")).toBeUndefined();
});

interface TruthCase {
  readonly id: string;
  readonly family: string;
  readonly as_of?: string;
  readonly as_of_public?: string;
  readonly asks?: readonly { readonly ask: string }[];
}

const SERIES_OF_CASE: Readonly<Record<string, string>> = { BIS: "ECON.IRLT.GB" };
const RECORDS_OF_CASE: Readonly<Record<string, Dataset>> = { NETLIQ: "cash_balance", SHORTINTEREST: "short_interest", GET: "insider_trade" };

itWithSharedData("the published cases are public by the end of the day that they state, in New York", (_, fileIn) => {
  const { cases } = JSON.parse(String(fileIn("truth_cases.json"))) as { cases: TruthCase[] };
  const dated = cases.filter((c) => c.as_of_public !== undefined);
  expect(dated.length).toBeGreaterThan(10);
  const late = dated.flatMap(({ id, as_of = "", as_of_public = "", asks = [] }) => {
    const [, fn = "", first = ""] = /SERVICE\.(\w+)\("([^"]*)"/.exec(asks[0]?.ask ?? "") ?? [];
    const dataset = RECORDS_OF_CASE[fn];
    const release =
      dataset === undefined
        ? releaseOfObservation(SERIES_OF_CASE[fn] ?? first, as_of, fn === "BIS" ? "oecd" : "nyfed")
        : releaseOfRecord({ dataset, entity: first, date: as_of, key: "", known: as_of, body: { filed: null, signed: null }, source: "sec" });
    const end = Date.parse(`${as_of_public}T00:00:00-05:00`) + 86_400_000;
    return release && release.at <= end ? [] : [`${id}: ${release ? new Date(release.at).toISOString() : "none"}`];
  });
  expect(late).toEqual([]);
});

/** Observations that FRED had on the morning of 2026-01-02, and the next ones, which it did not have.  */
const ON_2_JANUARY_2026: readonly (readonly [series: string, next: string])[] = [
  ["FEDFUNDS", "2025-12-01"],
  ["CPIAUCSL", "2025-12-01"],
  ["DGS10", "2025-12-31"],
  ["DGS2", "2025-12-31"],
  ["WALCL", "2025-12-31"],
  ["ICSA", "2026-01-03"],
  ["T10Y2Y", "2026-01-02"],
  ["T10YIE", "2026-01-02"],
  ["RRPONTSYD", "2026-01-02"],
];

itWithSharedData("on the morning of 2 January 2026 the observations are public that FRED had, and no others", (_, fileIn) => {
  const fetched = Date.parse("2026-01-02T13:51:00Z");
  const faults = ON_2_JANUARY_2026.flatMap(([series, next]) => {
    const valued = String(fileIn("fred_series", `${series}.csv`)).match(/^.*,\S.*$/gm)!;
    const had = valued.at(-1)!.slice(0, 10);
    const publicBy = (date: string): boolean => releaseOfObservation(series, date, "fred").at <= fetched;
    return publicBy(had) && !publicBy(next) && had < next ? [] : [`${series}: ${had} ${publicBy(had)}, ${next} ${publicBy(next)}`];
  });
  expect(faults).toEqual([]);
});
