import { memoized } from "../../contract/memoized";
import type { CaveatId } from "../../contract/caveats";
import type { Code } from "../../contract/codes";
import type { IsoDate } from "../../contract/dates";
import type { TwoLengths } from "../../contract/reason";
import type { Unit } from "../../contract/units";
import type { SourceId } from "../records/attribution";
import { datasetRows, seriesRows, type RowsName } from "../store/freshness";
import { HOUR, type FamilyAnswer, type Reason, type Value } from "./family";

/** Source of an answer's rows. */
export interface Origin {
  readonly source: SourceId;
  readonly sample: boolean;
  /** Names of the published rows. The one confirmed longest ago dates the answer. */
  readonly provenance?: readonly RowsName[] | undefined;
}

/** Rows with their source, as a family's `rowsFor` returns them. */
export interface Sourced<T> extends Origin {
  readonly rows: T;
}

export const SAMPLE: Origin = { source: "sample", sample: true };
/** Origin of an answer that uses no rows, such as one about an unknown name. */
export const NO_ROWS: Origin = { source: "sample", sample: false };
export const sampled = <T>(rows: T): Sourced<T> => ({ rows, ...SAMPLE });

/** Origin of a value computed from several inputs: sample if any input is sample. */
export function jointOrigin(of: readonly Origin[]): Origin {
  const { source, sample } = of.find((o) => o.sample) ?? of[0] ?? SAMPLE;
  return { source, sample, ...mergeProvenance(of) };
}

/** Merges the provenance of several inputs, each name once. Empty if all of them are sample. */
export function mergeProvenance(of: readonly Pick<Origin, "provenance">[]): Pick<Origin, "provenance"> {
  if (of.length === 1 && of[0]?.provenance) return { provenance: of[0].provenance };
  const names = new Set(of.flatMap(({ provenance }) => provenance ?? []));
  return names.size > 0 ? { provenance: [...names] } : {};
}

/** The published rows that an answer uses, else those of its components. Empty for sample data. */
export const provenanceOf = ({ provenance, components }: FamilyAnswer): readonly RowsName[] =>
  provenance ?? components?.flatMap((component) => ("provenance" in component ? (component.provenance ?? []) : [])) ?? [];

/** Origin of one series of a source. Cached, because most cells of a batch read one of few series. Sample rows have no provenance. */
const originIn = memoized((source: SourceId) => memoized((series: string): Origin => ({ source, sample: false, provenance: [seriesRows(source, series)] })));
export const ofSeries = (source: SourceId, series: string): Origin => (source === SAMPLE.source ? SAMPLE : originIn(source)(series));

/** Origin of a source's dataset, or of one entity in it. */
export const ofDataset = (source: SourceId, dataset: Parameters<typeof datasetRows>[1], entity?: string): Origin =>
  source === SAMPLE.source ? SAMPLE : { source, sample: false, provenance: [datasetRows(source, dataset, entity)] };

/**
 * Builds a value. The object always has the same shape, even if members are undefined:
 * in a large batch, objects of varying shape built by spreading are half of a cell's cost.
 */
export const valueOf = (
  value: number | string | boolean,
  { kind, unit }: { readonly kind?: "date"; readonly unit?: Unit },
  { source, sample, provenance, components, published }: Origin & Pick<Value, "components" | "published">,
  observation_date: IsoDate,
  max_age_s: number,
  caveats: readonly CaveatId[],
): Value => ({ value, kind, unit, source, sample, observation_date, caveats, max_age_s, provenance, components, published });

/** Marks a value as a date. */
export const DATE_KIND = { kind: "date" } as const;

/** One string serves both if it fits a cell. */
export type ReasonText = string | TwoLengths;

/** The full text, or the only one. */
export const fullOf = (text: ReasonText): string => (typeof text === "string" ? text : text.full);

/** Builds a family's answers, all with the same origin, lifetime and caveats. */
export interface Answering {
  /** A number with its unit. A number that is not finite becomes a reason. */
  number(value: number, unit: Unit, observed: IsoDate, ...caveats: CaveatId[]): FamilyAnswer;
  text(value: string, observed: IsoDate, ...caveats: CaveatId[]): FamilyAnswer;
  truth(value: boolean, observed: IsoDate, ...caveats: CaveatId[]): FamilyAnswer;
  date(value: IsoDate, observed: IsoDate, ...caveats: CaveatId[]): FamilyAnswer;
  /** Why there is no value. */
  reason(code: Code, text: ReasonText): Reason;
  /** The same about a day. */
  reasonOn(observed: IsoDate | undefined, code: Code, text: ReasonText): Reason;
}

/** The reason that a name is unknown, in answers of this origin. */
export const unknownReason = (say: Pick<Answering, "reason">, { code, text }: { readonly code: Code; readonly text: ReasonText }): Reason =>
  say.reason(code, text);

/** The source of a row, with the mark of a sample row, for the wire. */
export const sourceMark = (source: SourceId): { readonly source: SourceId; readonly sample?: true } =>
  source === SAMPLE.source ? { source, sample: true } : { source };

/** Builds answers of one origin. `max_age_s` applies to values; a reason expires after an hour at most. */
export function answering(of: Origin, max_age_s: number, caveats: readonly CaveatId[] = []): Answering {
  const { source, sample, provenance } = of;
  // Copies only the origin's own members: callers may pass an object that has more.
  const origin: Origin = { source, sample, provenance };
  const reasonOn: Answering["reasonOn"] = (observation_date, code, text) => ({
    code,
    reason: typeof text === "string" ? text : text.short,
    explanation: typeof text === "string" ? undefined : text.full,
    source,
    sample,
    observation_date,
    caveats,
    max_age_s: HOUR,
    provenance,
  });
  const value = (of: number | string | boolean, what: Parameters<typeof valueOf>[1], observed: IsoDate, more: readonly CaveatId[]): Value =>
    valueOf(of, what, origin, observed, max_age_s, more.length > 0 ? [...caveats, ...more] : caveats);
  return {
    number: (n, unit, observed, ...more) =>
      Number.isFinite(n) ? value(n, { unit }, observed, more) : reasonOn(observed, "inputs_missing", "An input of this figure cannot be read."),
    text: (text, observed, ...more) => value(text, {}, observed, more),
    truth: (is, observed, ...more) => value(is, {}, observed, more),
    date: (day, observed, ...more) => value(day, DATE_KIND, observed, more),
    reason: (code, text) => reasonOn(undefined, code, text),
    reasonOn,
  };
}
