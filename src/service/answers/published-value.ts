import type { IsoDate } from "../../contract/dates";
import type { Observation, Observations } from "../store/observations";
import type { Basis } from "../store/publication";

/** When the observation of an answer became public, how that is known, and whether its value was revised. */
export interface PublishedValue {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly basis: Basis;
  /** How many times the value changed after the first one that this service has. */
  readonly revisions: number;
  readonly firstUnknown: boolean;
}

/**
 * True if the value may have been revised before this service first saw it: the moment of its release comes from a rule, and the service saw it later. A stated
 * moment is that of this very value.
 */
const isLate = ({ basis, seen, public: at }: Observation): boolean => (basis === "rule" || basis === "late bound") && seen > at;

/** The values of one date, oldest first, without those that only repeat the value before. */
const valuesOf = (versions: readonly Observation[]): readonly Observation[] => versions.filter(({ value }, i) => i === 0 || value !== versions[i - 1]?.value);

/** The values of one date up to the moment of the reads, oldest first. */
export const publishedValues = (observations: Observations, series: string, date: IsoDate): readonly (PublishedValue & { readonly value: number | null })[] =>
  valuesOf(observations.versions(series, date)).map((row, i) => ({
    value: row.value,
    at: row.public,
    basis: row.basis,
    revisions: i,
    firstUnknown: i === 0 && isLate(row),
  }));

/** Describes the publication of one observation. Reads the other values of its date only if the series has revised values. */
export function publishedValue(observations: Observations, series: string, row: Observation): PublishedValue {
  if (!observations.isRevised(series)) return { at: row.public, basis: row.basis, revisions: 0, firstUnknown: isLate(row) };
  const values = valuesOf(observations.versions(series, row.date));
  // A later version may only repeat the value: it became public with the first of them.
  const { public: at, basis } = values[values.length - 1] ?? row;
  return { at, basis, revisions: Math.max(0, values.length - 1), firstUnknown: isLate(values[0] ?? row) };
}
