import type { CaveatId } from "../../contract/caveats";
import type { Code } from "../../contract/codes";
import type { IsoDate } from "../../contract/dates";
import type { Unit } from "../../contract/units";
import type { SourceId } from "../attribution";
import { datasetRows, seriesRows, type RowsName } from "../store/freshness";
import { HOUR, type Answer, type Reason } from "./family";

/** Where the rows of an answer came from. */
export interface Origin {
  readonly source: SourceId;
  readonly sample: boolean;
  /** The names of the real rows among them: the one that was confirmed longest ago dates the answer. */
  readonly rests?: readonly RowsName[];
}

/** Rows with where they came from: what a family's `rowsFor` gives. */
export interface Sourced<T> extends Origin {
  readonly rows: T;
}

export const SAMPLE: Origin = { source: "sample", sample: true };
export const sampled = <T>(rows: T): Sourced<T> => ({ rows, ...SAMPLE });

/** The origin of what is computed from several: sample as soon as one of them is. */
export function jointOrigin(of: readonly Origin[]): Origin {
  const { source, sample } = of.find((o) => o.sample) ?? of[0] ?? SAMPLE;
  return { source, sample, ...restsOf(of) };
}

/** All that several rest on, each name once; nothing where all of it is sample. */
export function restsOf(of: readonly Pick<Origin, "rests">[]): Pick<Origin, "rests"> {
  const names = new Set(of.flatMap(({ rests }) => rests ?? []));
  return names.size > 0 ? { rests: [...names] } : {};
}

/** Rows of one series of a source. */
export const ofSeries = (source: SourceId, series: string): Origin => ({ source, sample: false, rests: [seriesRows(source, series)] });

/** Rows of a dataset of a source: of one entity of it, where it goes by entities. */
export const ofDataset = (source: SourceId, dataset: Parameters<typeof datasetRows>[1], entity?: string): Origin => ({
  source,
  sample: false,
  rests: [datasetRows(source, dataset, entity)],
});

/** The ways in which a family says something, all with the same origin, lifetime and caveats. */
export interface Answering {
  /** A number in its unit. One that is not finite becomes a reason, never a value. */
  number(value: number, unit: Unit, observed: IsoDate, ...caveats: CaveatId[]): Answer;
  text(value: string, observed: IsoDate, ...caveats: CaveatId[]): Answer;
  date(value: IsoDate, observed: IsoDate, ...caveats: CaveatId[]): Answer;
  /** Why there is none; with the day that this is said of, where there is one. */
  reason(code: Code, reason: string, observed?: IsoDate): Reason;
}

/** Answers of one origin. `max_age_s` is that of values; a reason may be asked again after an hour. */
export function answering(origin: Origin, max_age_s: number, caveats: readonly CaveatId[] = []): Answering {
  // Member by member: an origin may be a row with much beside it.
  const { source, sample, rests } = origin;
  const from = rests ? { source, sample, rests } : { source, sample };
  const carried = (more: readonly CaveatId[]) => (caveats.length + more.length > 0 ? { caveats: [...caveats, ...more] } : {});
  const reason: Answering["reason"] = (code, text, observed) => ({
    code,
    reason: text,
    ...from,
    max_age_s: HOUR,
    ...carried([]),
    ...(observed ? { observation_date: observed } : {}),
  });
  return {
    number: (value, unit, observation_date, ...more) =>
      Number.isFinite(value)
        ? { value, unit, observation_date, ...from, max_age_s, ...carried(more) }
        : reason("inputs_missing", "an input of this figure cannot be read", observation_date),
    text: (value, observation_date, ...more) => ({ value, observation_date, ...from, max_age_s, ...carried(more) }),
    date: (value, observation_date, ...more) => ({ value, kind: "date", observation_date, ...from, max_age_s, ...carried(more) }),
    reason,
  };
}
