import type { CaveatId } from "../../contract/caveats";
import type { Code } from "../../contract/codes";
import type { IsoDate } from "../../contract/dates";
import type { Unit } from "../../contract/units";
import type { SourceId } from "../records/attribution";
import { datasetRows, seriesRows, type RowsName } from "../store/freshness";
import { HOUR, type Answer, type Reason, type Value } from "./family";

/** Where the rows of an answer came from. */
export interface Origin {
  readonly source: SourceId;
  readonly sample: boolean;
  /** The names of the published rows among them: the one that was confirmed longest ago dates the answer. */
  readonly provenance?: readonly RowsName[] | undefined;
}

/** Rows with where they came from: what a family's `rowsFor` gives. */
export interface Sourced<T> extends Origin {
  readonly rows: T;
}

export const SAMPLE: Origin = { source: "sample", sample: true };
/** Of an answer that rests on no row, published or sample: what is said of a name alone. */
export const NO_ROWS: Origin = { source: "sample", sample: false };
export const sampled = <T>(rows: T): Sourced<T> => ({ rows, ...SAMPLE });

/** The origin of what is computed from several: sample as soon as one of them is. */
export function jointOrigin(of: readonly Origin[]): Origin {
  const { source, sample } = of.find((o) => o.sample) ?? of[0] ?? SAMPLE;
  return { source, sample, ...mergeProvenance(of) };
}

/** All that several rest on, each name once; nothing where all of it is sample. */
export function mergeProvenance(of: readonly Pick<Origin, "provenance">[]): Pick<Origin, "provenance"> {
  if (of.length === 1 && of[0]?.provenance) return { provenance: of[0].provenance };
  const names = new Set(of.flatMap(({ provenance }) => provenance ?? []));
  return names.size > 0 ? { provenance: [...names] } : {};
}

/** Rows of one series of a source. One object for each, for most cells of a batch ask for one of few series. */
const SERIES_ORIGINS = new Map<RowsName, Origin>();
export function ofSeries(source: SourceId, series: string): Origin {
  const name = seriesRows(source, series);
  let origin = SERIES_ORIGINS.get(name);
  if (!origin) SERIES_ORIGINS.set(name, (origin = { source, sample: false, provenance: [name] }));
  return origin;
}

/** Rows of a dataset of a source: of one entity of it, where it goes by entities. */
export const ofDataset = (source: SourceId, dataset: Parameters<typeof datasetRows>[1], entity?: string): Origin => ({
  source,
  sample: false,
  provenance: [datasetRows(source, dataset, entity)],
});

/**
 * A value with all that is said of it. Of one shape, whatever is left out: objects put together by spreading others, each of a shape of its own, are half of
 * what a cell costs in a large batch.
 */
export const valueOf = (
  value: number | string,
  { kind, unit }: { readonly kind?: "date"; readonly unit?: Unit },
  { source, sample, provenance, components }: Origin & Pick<Value, "components">,
  observation_date: IsoDate,
  max_age_s: number,
  caveats: readonly CaveatId[],
): Value => ({ value, kind, unit, source, sample, observation_date, caveats, max_age_s, provenance, components });

/** What a value is that is a day. */
export const DATE = { kind: "date" } as const;

/** A reason in its two lengths: `short` for the cell, at most `MAX_REASON` characters; `full` wherever there is room. One text serves both if it fits a cell. */
export type ReasonText = string | { readonly short: string; readonly full: string };

/** The longer of the two lengths, or the one that there is. */
export const fullOf = (text: ReasonText): string => (typeof text === "string" ? text : text.full);

/** The ways in which a family says something, all with the same origin, lifetime and caveats. */
export interface Answering {
  /** A number in its unit. One that is not finite becomes a reason, never a value. */
  number(value: number, unit: Unit, observed: IsoDate, ...caveats: CaveatId[]): Answer;
  text(value: string, observed: IsoDate, ...caveats: CaveatId[]): Answer;
  date(value: IsoDate, observed: IsoDate, ...caveats: CaveatId[]): Answer;
  /** Why there is none; with the day that this is said of, where there is one. */
  reason(code: Code, text: ReasonText, observed?: IsoDate): Reason;
}

/** Answers of one origin. `max_age_s` is that of values; a reason may be asked again after an hour. */
export function answering(of: Origin, max_age_s: number, caveats: readonly CaveatId[] = []): Answering {
  const { source, sample, provenance } = of;
  // An origin may be a row with much beside it.
  const origin: Origin = { source, sample, provenance };
  const reason: Answering["reason"] = (code, text, observation_date) => ({
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
  const value = (of: number | string, what: Parameters<typeof valueOf>[1], observed: IsoDate, more: readonly CaveatId[]): Value =>
    valueOf(of, what, origin, observed, max_age_s, more.length > 0 ? [...caveats, ...more] : caveats);
  return {
    number: (n, unit, observed, ...more) =>
      Number.isFinite(n) ? value(n, { unit }, observed, more) : reason("inputs_missing", "An input of this figure cannot be read.", observed),
    text: (text, observed, ...more) => value(text, {}, observed, more),
    date: (day, observed, ...more) => value(day, DATE, observed, more),
    reason,
  };
}
