import { readFileSync } from "node:fs";
import path from "node:path";
import type { SourceId } from "../../../../src/service/records/attribution";
import type { RecordRow } from "../../../../src/service/records/record";
import {
  nextRelease,
  RELEASE_RULES,
  releaseOfHoldings,
  releaseOfObservation,
  releaseOfRecord,
  ruleOfObservation,
  ruleOfRecord,
  ruleOfSeries,
  type ReleaseMoment,
} from "../../../../src/service/releases/releases";

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
