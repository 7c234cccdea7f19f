import type { CaveatId } from "../../contract/caveats";
import type { Code } from "../../contract/codes";
import type { IsoDate } from "../../contract/dates";
import type { Unit } from "../../contract/units";
import type { SourceId } from "../attribution";
import { HOUR, type Answer, type Reason } from "./family";

/** Where the rows of an answer came from. */
export interface Origin {
  readonly source: SourceId;
  readonly sample: boolean;
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
  return { source, sample };
}

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
  const { source, sample } = origin;
  const carried = (more: readonly CaveatId[]) => (caveats.length + more.length > 0 ? { caveats: [...caveats, ...more] } : {});
  const reason: Answering["reason"] = (code, text, observed) => ({
    code,
    reason: text,
    source,
    sample,
    max_age_s: HOUR,
    ...carried([]),
    ...(observed ? { observation_date: observed } : {}),
  });
  return {
    number: (value, unit, observation_date, ...more) =>
      Number.isFinite(value)
        ? { value, unit, observation_date, source, sample, max_age_s, ...carried(more) }
        : reason("inputs_missing", "an input of this figure cannot be read", observation_date),
    text: (value, observation_date, ...more) => ({ value, observation_date, source, sample, max_age_s, ...carried(more) }),
    date: (value, observation_date, ...more) => ({ value, kind: "date", observation_date, source, sample, max_age_s, ...carried(more) }),
    reason,
  };
}
