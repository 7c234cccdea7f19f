import { readFileSync } from "node:fs";
import path from "node:path";
import { isoOf, msOf } from "../../../../src/contract/dates";
import { SERIES_IDS } from "../../../../src/contract/series";
import { BANKS, INDICATORS, RATE_KEYS } from "../../../../src/contract/vocabulary";
import type { SourceId } from "../../../../src/service/records/attribution";
import { economySeries, SERIES_BASES } from "../../../../src/service/records/economies";
import { keyRateSeries, policyRateSeries } from "../../../../src/service/records/macro";
import { PUBLISHER_SOURCES } from "../../../../src/service/records/attribution";
import { type Dataset, DATASETS, type RecordRow, UNDATED } from "../../../../src/service/records/record";
import {
  nextRelease,
  RELEASE_RULES,
  type ReleaseMoment,
  releaseOfHoldings,
  releaseOfObservation,
  releaseOfRecord,
  releaseRules,
  ruleOfObservation,
  ruleOfRecord,
  ruleOfSeries,
} from "../../../../src/service/releases/releases";
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

/** The last second in which a figure is unknown, and the moment from which it is known. */
interface Boundary {
  readonly unknown: string;
  readonly known: string;
  readonly basis: string;
  readonly why: string;
}

interface Boundaries {
  readonly observations: readonly (Boundary & { readonly series: string; readonly date: string; readonly source: SourceId })[];
  readonly records: readonly (Boundary & Pick<RecordRow, "dataset" | "entity" | "date" | "body" | "source"> & { readonly known_day: string })[];
  readonly holdings: readonly (Boundary & { readonly period: string; readonly filed: string | null })[];
}

const { observations, records, holdings } = JSON.parse(readFileSync(path.join(__dirname, "boundaries.json"), "utf8")) as Boundaries;

function faultOf(boundary: Boundary, release: ReleaseMoment | undefined): string | undefined {
  if (!release) return "no release";
  const fits = Date.parse(boundary.unknown) < release.at && release.at <= Date.parse(boundary.known) && release.basis === boundary.basis;
  return fits ? undefined : `${new Date(release.at).toISOString()} (${release.basis}) instead of ${new Date(boundary.known).toISOString()} (${boundary.basis})`;
}

const faults = <B extends Boundary>(list: readonly B[], releaseOf: (b: B) => ReleaseMoment | undefined): string[] =>
  list.flatMap((b) => {
    const fault = faultOf(b, releaseOf(b));
    return fault === undefined ? [] : [`${JSON.stringify(b)}: ${fault}`];
  });

test("observations are unknown until the moment of their release, and known from then on", () => {
  expect(observations.length).toBeGreaterThan(80);
  expect(faults(observations, ({ series, date, source }) => releaseOfObservation(series, date, source))).toEqual([]);
});

test("records are unknown until the moment of their release, and known from then on", () =>
  expect(faults(records, ({ known_day, ...row }) => releaseOfRecord({ ...row, key: "", known: known_day }))).toEqual([]));

test("institutions' reports count from their filing day, or from the day on which they are due", () => expect(faults(holdings, releaseOfHoldings)).toEqual([]));

test("an observation of a rule's basis has that rule, and one of another basis has none", () => {
  for (const { series, date, source } of observations) {
    const rule = ruleOfObservation(series, date, source);
    const named = [rule!.basis, rule!.basis === "rule" ? "late bound" : "rule"] as const;
    expect([series, date, source, ...named.map((basis) => ruleOfSeries(series, date, source, basis)?.id)]).toEqual([series, date, source, rule!.id, undefined]);
  }
});

test("every rule has a case", () => {
  const used = new Set([
    ...observations.map((b) => ruleOfObservation(b.series, b.date, b.source)?.id),
    ...records.map((b) => ruleOfRecord({ ...b, key: "", known: b.known_day })?.id),
  ]);
  expect(RELEASE_RULES.map((r) => r.id).filter((id) => !used.has(id) && !/^other$|^sec\.holdings/.test(id))).toEqual([]);
});

describe("the next release", () => {
  const next = (series: string, after: string, source: SourceId): string => {
    const release = nextRelease(series, Date.parse(after), source);
    return release ? `${release.date} ${new Date(release.at).toISOString()}` : "none";
  };

  test.each<[series: string, after: string, source: SourceId, expected: string, why: string]>([
    ["DGS10", "2024-03-28T21:59:59Z", "treasury", "2024-03-28 2024-03-28T22:00:00.000Z", "the second before"],
    ["DGS10", "2024-03-28T22:00:00Z", "treasury", "2024-04-01 2024-04-01T22:00:00.000Z", "over Good Friday"],
    ["DGS10", "2024-03-28T22:00:00Z", "board", "2024-03-28 2024-03-29T20:15:00.000Z", "the Board, on Good Friday"],
    ["CPIAUCSL", "2025-10-24T12:29:59Z", "bls", "2025-09-01 2025-10-24T12:30:00.000Z", "the delayed release"],
    ["CPIAUCSL", "2025-10-24T12:30:00Z", "bls", "2025-11-01 2025-12-18T13:30:00.000Z", "October was never published"],
    ["WALCL", "2024-11-27T12:00:00Z", "board", "2024-11-27 2024-11-29T21:30:00.000Z", "over Thanksgiving"],
    ["DTWEXBGS", "2024-06-10T20:14:59Z", "board", "2024-06-07 2024-06-10T20:15:00.000Z", "a week at once: its newest day"],
    ["ICSA", "2025-12-24T14:00:00Z", "dol", "2025-12-27 2025-12-31T13:30:00.000Z", "before New Year's Day"],
    ["FEDFUNDS", "2025-12-15T00:00:00Z", "board", "2025-12-01 2026-01-02T21:15:00.000Z", "over the end of the year"],
    ["ECON.gdp.US", "2024-06-01T00:00:00Z", "worldbank", "2023-12-31 2025-01-01T04:59:59.000Z", "by year"],
    ["ECON.house_prices.US", "2022-09-01T00:00:00Z", "bis", "2022-03-31 2022-11-01T03:59:59.000Z", "by quarter"],
    ["EFFR", "2024-03-28T14:00:00Z", "nyfed", "2024-03-28 2024-03-29T13:00:00.000Z", "the Reserve Banks, on Good Friday"],
  ])("of %s after %s from %s is %s: %s", (series, after, source, expected) => expect(next(series, after, source)).toBe(expected));
});
