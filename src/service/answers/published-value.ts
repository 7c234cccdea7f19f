import type { IsoDate } from "../../contract/dates";
import type { PublicationBasis } from "../../contract/publication";
import { ruleOfSeries } from "../releases/releases";
import type { ReleaseRule } from "../releases/rule";
import type { Observation, Observations } from "../store/observations";

/** The name of a release rule, and the page or document that confirms it. */
export type PublishingRule = Pick<ReleaseRule, "id" | "confirmedBy">;

/** When the observation of an answer became public, how that is known, and whether its value was revised. */
export interface PublishedValue {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly basis: PublicationBasis;
  /** The release rule that gives the moment. */
  readonly rule?: PublishingRule | undefined;
  /** How many times the value changed after the first one that this service has. */
  readonly revisions: number;
  readonly firstUnknown: boolean;
}

/**
 * True if the value may have been revised before: the moment of its release comes from a rule, and the service saw it later; or a file of vintages has it only in
 * its oldest one. A later vintage states the moment of this very value.
 */
const isLate = ({ basis, seen, public: at }: Observation): boolean => basis === "first vintage" || ((basis === "rule" || basis === "late bound") && seen > at);

/** The release rule of an observation whose moment comes from one. */
const ruleOf = (series: string, { date, source, basis }: Observation): PublishingRule | undefined =>
  basis === "rule" || basis === "late bound" ? ruleOfSeries(series, date, source, basis) : undefined;

const publicationIn = (series: string, row: Observation): Pick<PublishedValue, "at" | "basis" | "rule"> => ({
  at: row.public,
  basis: row.basis === "first vintage" ? "stated" : row.basis,
  rule: ruleOf(series, row),
});

/** The values of one date, oldest first, without those that only repeat the value before. */
const valuesOf = (versions: readonly Observation[]): readonly Observation[] => versions.filter(({ value }, i) => i === 0 || value !== versions[i - 1]?.value);

/** The values of one date up to the moment of the reads, oldest first. */
export const publishedValues = (observations: Observations, series: string, date: IsoDate): readonly (PublishedValue & { readonly value: number | null })[] =>
  valuesOf(observations.versions(series, date)).map((row, i) => ({
    value: row.value,
    ...publicationIn(series, row),
    revisions: i,
    firstUnknown: i === 0 && isLate(row),
  }));

/** Describes the publication of one observation. Reads the other values of its date only if the series has revised values. */
export function publishedValue(observations: Observations, series: string, row: Observation): PublishedValue {
  if (!observations.isRevised(series)) return { ...publicationIn(series, row), revisions: 0, firstUnknown: isLate(row) };
  const values = valuesOf(observations.versions(series, row.date));
  // A later version may only repeat the value: it became public with the first of them.
  return { ...publicationIn(series, values[values.length - 1] ?? row), revisions: Math.max(0, values.length - 1), firstUnknown: isLate(values[0] ?? row) };
}
