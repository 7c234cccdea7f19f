import type { IsoDate } from "../../contract/dates";
import type { PublicationBasis } from "../../contract/publication";
import { ruleOfDataset, ruleOfSeries } from "../releases/releases";
import type { ReleaseRule } from "../records/release-rule";
import type { Observation, Observations } from "../store/observations";
import type { Basis, Publication } from "../store/publication";
import type { NewestRead } from "../store/rows-read";
import type { Store } from "../store/store";

/** The name of a release rule, and the page or document that confirms it. */
export type PublishingRule = Pick<ReleaseRule, "id" | "confirmedBy">;

/** When the observation of an answer became public, how that is known, and whether its value was revised. */
export interface PublishedValue {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly basis: PublicationBasis;
  /** The release rule that gives the moment. */
  readonly rule?: PublishingRule | undefined;
  /** How many times the value changed after the first one that this service has. Undefined for a value that is made from several rows. */
  readonly revisions?: number | undefined;
  readonly firstUnknown: boolean;
}

/**
 * True if the value may have been revised before: the moment of its release comes from a rule, and the service saw it later; or a file of vintages has it only in
 * its oldest one. A later vintage states the moment of this very value.
 */
const isLate = ({ basis, seen, public: at }: Publication): boolean => basis === "first vintage" || ((basis === "rule" || basis === "late bound") && seen > at);

type DatedRow = Publication & Pick<Observation, "date" | "source">;

/** The release rule of an observation whose moment comes from one. */
const ruleOf = (series: string, { date, source, basis }: DatedRow): PublishingRule | undefined =>
  basis === "rule" || basis === "late bound" ? ruleOfSeries(series, date, source, basis) : undefined;

/** An answer does not distinguish the first vintage of a file from its others. */
const basisOf = ({ basis }: { readonly basis: Basis }): PublicationBasis => (basis === "first vintage" ? "stated" : basis);

const publicationIn = (series: string, row: DatedRow): Pick<PublishedValue, "at" | "basis" | "rule"> => ({
  at: row.public,
  basis: basisOf(row),
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
export function publishedValue(observations: Observations, series: string, row: DatedRow): PublishedValue {
  // Member by member: spreading takes several times as long.
  if (!observations.isRevised(series)) return { at: row.public, basis: basisOf(row), rule: ruleOf(series, row), revisions: 0, firstUnknown: isLate(row) };
  const values = valuesOf(observations.versions(series, row.date));
  // A later version may only repeat the value: it became public with the first of them.
  return { ...publicationIn(series, values[values.length - 1] ?? row), revisions: Math.max(0, values.length - 1), firstUnknown: isLate(values[0] ?? row) };
}

/** The release rule of the row that a value was read from. */
function ruleOfRow({ dataset, entity, date, source, basis }: NewestRead): PublishingRule | undefined {
  if ((basis !== "rule" && basis !== "late bound") || dataset === "holding") return undefined;
  return dataset === undefined ? ruleOfSeries(entity, date, source, basis) : ruleOfDataset(dataset, entity, date, source, basis);
}

/** Describes the publication of a value by the newest row that it was read from. Only one row has revisions. */
export function publishedRow({ observations, records }: Pick<Store, "observations" | "records">, row: NewestRead): PublishedValue {
  const { dataset, entity, date, key, several, public: at } = row;
  const basis = basisOf(row);
  if (several || dataset === "holding") return { at, basis, rule: ruleOfRow(row), firstUnknown: false };
  if (dataset === undefined) return publishedValue(observations, entity, row);
  // Only a changed row, or one that was imported before its release, was first seen at its moment.
  const revisions = basis === "first seen" ? Math.max(0, records.versionCount(dataset, entity, date, key) - 1) : 0;
  return { at, basis, rule: ruleOfRow(row), revisions, firstUnknown: isLate(row) };
}
