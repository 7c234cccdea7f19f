import { daysBetween, type IsoDate } from "../../../contract/dates";
import { BANKS, type Indicator } from "../../../contract/vocabulary";
import { ofSeries, type Sourced } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { ageOfIndicator, isStale } from "../../answers/maximum-age";
import type { PublishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";
import { ATTRIBUTION } from "../../records/attribution";
import { economySeries, SERIES_BASES, type SeriesBasis } from "../../records/economies";
import type { Observation } from "../../store/observations";
import { lastMonthEnd, monthEnd, monthsFrom } from "../../time/calendar";
import { newestRate, notYet, publishedBankRow } from "../central-banks/published";
import { type EconomyAnswerRow, type EconomyRow, INDICATOR_FACTS } from "./indicators";

/** Series with the country in their id: `ECON.gdp.US`, `ECON.cpi.DE.2015`, and the policy rates of CBRATE: `CBPOL.US`. */
const SERIES_OF_ECONOMY = /^(?:ECON\.[^.]+|CBPOL)\.([^.]+)/;

function readAreas({ store: { observations }, clock }: Context) {
  const areas = new Set<string>();
  let newest: IsoDate | undefined;
  for (const series of observations.series()) {
    const [, area] = SERIES_OF_ECONOMY.exec(series) ?? [];
    if (area === undefined) continue;
    areas.add(area);
    const last = observations.latest(series, clock.today(), 1)[0]?.date;
    if (last !== undefined && (newest === undefined || last > newest)) newest = last;
  }
  return { areas, newest };
}

const published = untilImport(readAreas);

/** Countries and country groups with any published series. */
export const publishedEconomies: PublishedRows = { names: (context) => published(context).areas, newest: (context) => published(context).newest };

/** The end of the same period a year earlier. */
const yearBefore = (end: IsoDate): IsoDate => monthEnd(monthsFrom(end, -12));

interface Published {
  readonly end: IsoDate;
  readonly now: Observation;
  /** Reads the same period a year earlier, from the same series. Only a change needs it. */
  readonly before: () => Observation | undefined;
  readonly basis: SeriesBasis;
  /** Id of the series of `now`. */
  readonly series: string;
}

function sourcedRow(country: string, indicator: Indicator, { end, now, before, basis, series }: Published): Sourced<EconomyRow> {
  const { frequency = INDICATOR_FACTS[indicator].frequency, note } = basis;
  const row: EconomyRow = {
    kind: "row",
    country,
    indicator,
    period_end: end,
    value: now.value ?? Number.NaN,
    get year_before() {
      return before()?.value ?? null;
    },
    attribution: ATTRIBUTION[now.source],
    frequency,
    ...(note ? { note } : {}),
  };
  return { rows: row, ...ofSeries(now.source, series) };
}

/** The policy rate at the end of the last complete month, from daily rates. */
function policyRate(context: Context, country: string): Sourced<EconomyAnswerRow> | undefined {
  const bank = BANKS.find((b) => b === country);
  const published = bank && publishedBankRow(context, bank);
  if (!bank || !published) return undefined;
  const { rows: row, ...origin } = published;
  if (row.kind !== "row") return { rows: row, ...origin };
  const { observations } = context.store;
  const series = newestRate(context, bank)?.series ?? [];
  /** The newest level of any of the series, of two on one day that of the first. */
  const newestOn = (day: IsoDate) => {
    const levels = series.flatMap((s) => observations.latest(s, day, 1).map((o) => ({ ...o, series: s })));
    return levels.reduce<(typeof levels)[number] | undefined>((a, b) => (a && a.date >= b.date ? a : b), undefined);
  };
  const inMonth = (end: IsoDate) => {
    const level = newestOn(end);
    return level?.date.slice(0, 7) === end.slice(0, 7) ? level : undefined;
  };
  const last = lastMonthEnd(row.date);
  // A month without any daily rate has no month-end rate: serves the newest month that has one.
  const newest = newestOn(last);
  const end = newest && monthEnd(newest.date);
  const now = end && inMonth(end);
  if (!now) return { rows: { kind: "not_yet", first: monthEnd(row.date), known: row.date }, ...origin };
  return sourcedRow(country, "policy_rate", { end, now, before: () => inMonth(yearBefore(end)), basis: { suffix: "" }, series: now.series });
}

/** A series this many days behind another one of the same indicator was discontinued by its publisher. */
const DISCONTINUED_DAYS = 100;

/**
 * The newest published observation of an indicator other than the policy rate, of the series that is served: the first in the order of the bases that is neither
 * discontinued nor too old.
 */
export function newestPublished(
  context: Context,
  country: string,
  indicator: Indicator,
): { readonly basis: SeriesBasis; readonly now: Observation } | undefined {
  const { observations } = context.store;
  const today = context.clock.today();
  const newestOfEach = publishedBases(context, country, indicator).flatMap((basis) =>
    observations.latest(economySeries(country, indicator, basis.suffix), today, 1).map((now) => ({ basis, now })),
  );
  const newest = newestOfEach.reduce((a, { now }) => (now.date > a ? now.date : a), "");
  const current = newestOfEach.filter(({ now }) => daysBetween(now.date, newest) <= DISCONTINUED_DAYS);
  return current.find(({ basis, now }) => !isStale(ageOfIndicator(indicator, basis.frequency), now.date, today)) ?? current[0];
}

/** The bases with published rows, public or not. */
export const publishedBases = ({ store }: Context, country: string, indicator: Indicator): readonly SeriesBasis[] =>
  SERIES_BASES[indicator].filter(({ suffix }) => store.observations.isPublished(economySeries(country, indicator, suffix)));

/** The newest published row of an indicator; `not_yet` if none of its rows is public; undefined if there are none. */
export function publishedEconomyRow(context: Context, country: string, indicator: Indicator): Sourced<EconomyAnswerRow> | undefined {
  if (indicator === "policy_rate") return policyRate(context, country);
  const { observations } = context.store;
  const chosen = newestPublished(context, country, indicator);
  if (chosen) {
    const { basis, now } = chosen;
    const day = yearBefore(now.date);
    const series = economySeries(country, indicator, basis.suffix);
    const before = (): Observation | undefined => observations.between(series, day, day)[0];
    return sourcedRow(country, indicator, { end: now.date, now, before, basis, series });
  }
  return notYet(
    SERIES_BASES[indicator].map(({ suffix }) => economySeries(country, indicator, suffix)),
    context,
  );
}

/** True if the economy has a published row of any indicator. */
export const isPublishedArea = (context: Context, country: string): boolean =>
  BANKS.some((b) => b === country && publishedBankRow(context, b) !== undefined) ||
  (Object.keys(SERIES_BASES) as Indicator[]).some((i) =>
    SERIES_BASES[i].some(({ suffix }) => context.store.observations.isPublished(economySeries(country, i, suffix))),
  );
