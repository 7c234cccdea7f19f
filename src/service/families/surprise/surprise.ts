import { daysBetween, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { rounded } from "../../../contract/rounded";
import { answering, jointOrigin, NO_ROWS, ofDataset, ofSeries, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type AbsentComponent, type FamilyAnswer, type Component, DAY, type EvaluateField, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { newestDay, publishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";
import { varianceOf } from "../statistics";
import { type ForecastRelease, releasesOf, SURPRISE_INDICATORS } from "./releases-against-forecasts";

/** How many earlier surprises of the same indicator a surprise is compared with. */
const MOST_PRIOR = 40;
const LEAST_PRIOR = 8;
/** The largest score, in either direction: one release must not be the whole index. */
const LARGEST = 4;

/** A release with its surprise in standard deviations of the earlier ones. */
interface Scored {
  readonly release: ForecastRelease;
  /** Above zero if the economy did better than forecast; for inflation, if there was more of it. */
  readonly score: number;
  readonly deviation: number;
  /** The number of earlier surprises. */
  readonly prior: number;
}

/** Scores one release against those before it, of one indicator and oldest first; or says why it has no score. */
function scoreOf(release: ForecastRelease, all: readonly ForecastRelease[]): Scored | string {
  const prior = all
    .filter(({ at }) => at < release.at)
    .slice(-MOST_PRIOR)
    .map(({ surprise }) => surprise);
  if (prior.length < LEAST_PRIOR) return `not scored: ${prior.length} earlier surprises are known, and ${LEAST_PRIOR} are needed`;
  // Equal surprises have no deviation: their mean may differ from them by a rounding error.
  if (new Set(prior).size === 1) return `not scored: all ${prior.length} earlier surprises are equal, so they have no standard deviation`;
  const deviation = Math.sqrt(varianceOf(prior));
  const score = (release.indicator.sign * release.surprise) / deviation;
  return { release, score: Math.max(-LARGEST, Math.min(LARGEST, score)), deviation, prior: prior.length };
}

/** The service's date and the 89 days before it. */
const WINDOW_DAYS = 90;
/** A headline of fewer releases is thin. */
const ENOUGH = 10;
const DECIMALS = 4;
const CAVEATS = ["esi_event_count_is_the_sample", "esi_is_derived_not_the_calendar", "esi_surprise_is_relative_to_forecast"] as const;

/** One figure of the index, and what it was computed from. */
interface Figure {
  /** Undefined if no release of the window is scored. */
  readonly value: number | undefined;
  readonly count: number;
  /** The day of the newest scored release. */
  readonly day: IsoDate | undefined;
  readonly origin: Origin;
  readonly components: readonly (Component | AbsentComponent)[];
}

const originOf = ({ release: { indicator, source } }: Scored): Origin =>
  jointOrigin([ofDataset("user", "forecast", indicator.series), ofSeries(source, indicator.series)]);

const plain = (n: number): string => Number(n.toPrecision(8)).toLocaleString("en-US", { maximumFractionDigits: 8 });

function componentOf({ release, score, deviation, prior }: Scored, total: number): Component {
  const { indicator, period, source, actual, day, forecast, made, surprise } = release;
  return {
    name: `${indicator.series} ${period}`,
    source,
    sample: false,
    observation_date: period,
    value: rounded(score, DECIMALS),
    unit: "idx",
    weight: rounded(indicator.weight / total, DECIMALS),
    contribution: rounded((indicator.weight * score) / total, DECIMALS),
    evidence: `actual ${plain(actual)} on ${day}, forecast ${plain(forecast)} of ${made}, surprise ${plain(surprise)}, ${prior} earlier surprises with a standard deviation of ${plain(deviation)}, importance ${indicator.weight}`,
  };
}

function figureOf(context: Context, inflation: boolean): Figure {
  const today = context.clock.today();
  const isInWindow = ({ day }: { readonly day: IsoDate }): boolean => daysBetween(day, today) < WINDOW_DAYS;
  const scored: Scored[] = [];
  const absent: AbsentComponent[] = [];
  for (const indicator of SURPRISE_INDICATORS.filter((i) => i.inflation === inflation)) {
    const { compared, uncompared } = releasesOf(indicator, context);
    const name = (period: IsoDate): string => `${indicator.series} ${period}`;
    for (const { period, why } of uncompared.filter(isInWindow)) absent.push({ name: name(period), absent: why });
    for (const release of compared.filter(isInWindow)) {
      const score = scoreOf(release, compared);
      if (typeof score === "string") absent.push({ name: name(release.period), absent: score });
      else scored.push(score);
    }
  }
  const total = scored.reduce((sum, { release }) => sum + release.indicator.weight, 0);
  const weighted = scored.reduce((sum, { release, score }) => sum + release.indicator.weight * score, 0);
  return {
    value: scored.length === 0 ? undefined : rounded(weighted / total, DECIMALS),
    count: scored.length,
    day: newestDay(scored.map(({ release }) => release.day)),
    origin: scored.length === 0 ? { source: "user", sample: false } : jointOrigin(scored.map(originOf)),
    components: [...scored.map((one) => componentOf(one, total)), ...absent],
  };
}

const figuresFor = untilImport((context) => ({ headline: figureOf(context, false), inflation: figureOf(context, true) }));

/** The days, from one on, of the releases that have a forecast to compare with, oldest first. */
export function surpriseDays(context: Context, from: IsoDate): readonly IsoDate[] {
  const days = SURPRISE_INDICATORS.flatMap((indicator) => releasesOf(indicator, context).compared.map(({ day }) => day));
  return [...new Set(days)].filter((day) => day >= from).sort();
}

/** The first reasons why releases of the window are not scored. */
function whyNone({ components }: Figure): string {
  const [first, ...others] = components.flatMap((c) => ("absent" in c ? [`${c.name}: ${c.absent}`] : []));
  return first === undefined
    ? `No indicator has a forecast of a release in the last ${WINDOW_DAYS} days.`
    : `${first}${others.length > 0 ? `; and ${others.length} more, listed with the answer` : ""}.`;
}

const withoutForecasts = (): FamilyAnswer =>
  answering(NO_ROWS, DAY, CAVEATS).reason("proprietary_forecasts", {
    short: "No surprise index: no forecasts are imported.",
    full: "An economic surprise index compares figures with forecasters' consensus, which is proprietary. Import forecasts of your own source with npm run data -- import forecasts FILE, or use FRED for the figures, or REGIME for their overall direction.",
  });

/** The economic surprise index: first published figures less the last forecasts before them, from the operator's own file. There is no sample data. */
const esi: EvaluateField<FieldName<"ESI">> = (_args, context, field) => {
  const { store, clock } = context;
  if (!store.records.any("forecast")) return withoutForecasts();
  const today = clock.today();
  const figures = figuresFor(context);
  const figure = field === "inflation" ? figures.inflation : figures.headline;
  const { value, count, day, components } = figure;
  const say = answering(figure.origin, DAY, CAVEATS);
  const none = (): FamilyAnswer =>
    say.reason("inputs_missing", {
      short: `No ${field === "inflation" ? "inflation " : ""}release of the last ${WINDOW_DAYS} days is scored.`,
      full: `No release of the ${WINDOW_DAYS} days to ${today} is scored. ${whyNone(figure)} Import forecasts, and figures as first published.`,
    });
  const index = (): FamilyAnswer => (value === undefined || day === undefined ? none() : say.number(value, "idx", day));
  const answers: Readonly<Record<typeof field, () => FamilyAnswer>> = {
    index,
    inflation: index,
    event_count: () => say.number(count, "count", day ?? today),
    thin: () => say.truth(count < ENOUGH, day ?? today),
    date: () => (day === undefined ? none() : say.date(day, day)),
  };
  return { ...answers[field](), components };
};

export const surprise: Family = {
  name: "surprise",
  functions: { ESI: { evaluate: esi, ages: { fields: all("window", "index", "inflation", "event_count", "thin", "date") } } },
  rows: publishedRows(["forecast"]),
  basis: "none",
};
