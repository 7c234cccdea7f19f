import type { CaveatId } from "../../../contract/caveats";
import type { IsoDate } from "../../../contract/dates";
import type { Frequency, Series } from "../../../contract/series";
import type { Calendar, ReleaseRule } from "../release-rule";
import type { SeriesAge } from "./ages";

/** A release rule of declared series. `series` are the ids of others that it applies to. */
export interface SeriesRule extends ReleaseRule {
  /** True if the observations that it lists were never published: the listed day is that of the release that shows this. */
  readonly never?: true;
}

/** How sample rows are made. Without `levels`, `sample/series.ts` computes them from the model of interest rates. */
interface Sample {
  /** First day. */
  readonly from?: IsoDate;
  /** A period without observations: its first day, and the first day after it. */
  readonly gap?: readonly [IsoDate, IsoDate];
  /** Rounded public levels at known days in the series' own unit, the last ones assumptions. */
  readonly levels?: string;
  /** The standard deviation of a weekday's step around the levels. */
  readonly noise?: number;
  readonly scale?: "log";
}

/** How a release counts in the surprise index. */
export interface Surprise {
  readonly importance: "high" | "medium" | "low";
  /** 1 if a higher figure means a stronger economy, -1 if a weaker one. For inflation: 1 if it means more inflation. */
  readonly sign: 1 | -1;
  /** Counts for the inflation figure, not for the headline. */
  readonly inflation?: true;
}

type Aged =
  | { readonly frequency: "daily" | "weekly"; readonly age?: SeriesAge }
  | { readonly frequency: Exclude<Frequency, "daily" | "weekly">; readonly age: SeriesAge };
type Bounds = readonly [low: number, high: number];
type Bounded = { readonly unit: "%"; readonly bounds?: Bounds } | { readonly unit: Exclude<Series["unit"], "%">; readonly bounds: Bounds };

/**
 * One macro series. Its functions, release calendar, checks, sample rows, search and docs are made of this declaration.
 *
 * - `age`: how long its newest observation counts as the latest; by default that of its frequency.
 * - `bounds`: possible values in its own unit; by default those of yields. Wide enough for every published year, narrow enough to exclude the same figures in
 *   thousands, millions or billions.
 */
export type DeclaredSeries = Series &
  Aged &
  Bounded & {
    /** The rules of its publication. The first that applies to an observation counts; the last applies to all. */
    readonly released: readonly SeriesRule[];
    readonly sample: Sample;
    /** Other names that mean exactly this series, separated by bars. A name that several figures share belongs to the first. */
    readonly search?: string;
    /** More words by which it is found. */
    readonly words?: string;
    /** True if search lists it among Treasury yields, not among macro series. */
    readonly isYield?: true;
    /** The days with an observation, if it is daily: `all` includes weekends. By default days on which banks are open. */
    readonly days?: Extract<Calendar, "bonds" | "exchange" | "reserve banks"> | "all";
    /** Most days that a rate is set ahead of the first day on which it applies. */
    readonly setAhead?: number;
    /** True if a month's figure is published before the month ends. */
    readonly withinMonth?: true;
    /** One series less another, by definition of its publisher. */
    readonly difference?: readonly [string, string];
    readonly surprise?: Surprise;
    readonly caveats?: readonly CaveatId[];
    /** True if FRED has stated it in different units, and the values do not say which. */
    readonly uncertainUnit?: true;
  };
