import type { IsoDate } from "../../contract/dates";
import type { PublicationBasis } from "../../contract/publication";
import type { Observation, Observations } from "../store/observations";

/** When the observation of an answer became public, how that is known, and whether its value was revised. */
export interface PublishedValue {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly basis: PublicationBasis;
  /** How many times the value changed after the first one that this service has. */
  readonly revisions: number;
  readonly firstUnknown: boolean;
}

/**
 * True if the value may have been revised before: the moment of its release comes from a rule, and the service saw it later; or a file of vintages has it only in
 * its oldest one. A later vintage states the moment of this very value.
 */
const isLate = ({ basis, seen, public: at }: Observation): boolean => basis === "first vintage" || ((basis === "rule" || basis === "late bound") && seen > at);

const publicationIn = ({ public: at, basis }: Observation) => ({ at, basis: basis === "first vintage" ? "stated" : basis });

/** The values of one date, oldest first, without those that only repeat the value before. */
const valuesOf = (versions: readonly Observation[]): readonly Observation[] => versions.filter(({ value }, i) => i === 0 || value !== versions[i - 1]?.value);

/** The values of one date up to the moment of the reads, oldest first. */
export const publishedValues = (observations: Observations, series: string, date: IsoDate): readonly (PublishedValue & { readonly value: number | null })[] =>
  valuesOf(observations.versions(series, date)).map((row, i) => ({
    value: row.value,
    ...publicationIn(row),
    revisions: i,
    firstUnknown: i === 0 && isLate(row),
  }));

/** Describes the publication of one observation. Reads the other values of its date only if the series has revised values. */
export function publishedValue(observations: Observations, series: string, row: Observation): PublishedValue {
  if (!observations.isRevised(series)) return { ...publicationIn(row), revisions: 0, firstUnknown: isLate(row) };
  const values = valuesOf(observations.versions(series, row.date));
  // A later version may only repeat the value: it became public with the first of them.
  return { ...publicationIn(values[values.length - 1] ?? row), revisions: Math.max(0, values.length - 1), firstUnknown: isLate(values[0] ?? row) };
}
