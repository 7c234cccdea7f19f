import { addDays, weekdayOf, type IsoDate } from "../../contract/dates";
import { largest, smallest } from "../../contract/lists";
import { memoized } from "../../contract/memoized";
import { seriesOf, type Frequency } from "../../contract/series";
import type { SourceId } from "../records/attribution";
import { UNDATED, type Dataset, type RecordRow } from "../records/record";
import type { Calendar, ReleaseBasis, ReleaseRule, StatedMoment, Timing } from "../records/release-rule";
import { declaredSeries } from "../records/series/declared";
import { firstDay, isoOfParts, monthEnd, monthsFrom, quarterEnd, yearOf } from "../time/calendar";
import { HOUR_MS } from "../time/durations";
import { dayAt, endOfDay, instantOf } from "../time/time-zone";
import { isOpen, publicationDay } from "./calendars";
import { RECORD_RULES } from "./record-rules";
import { SERIES_RULES } from "./series-rules";

/** When something became public, in milliseconds since 1970, and how that is known. */
export interface ReleaseMoment {
  readonly at: number;
  readonly basis: ReleaseBasis;
}

/** All rules: of series, then of records. The first that applies counts. */
export const RELEASE_RULES: readonly ReleaseRule[] = [...SERIES_RULES, ...RECORD_RULES];

const NEW_YORK = "America/New_York";

const MOST_DATES = 40_000;

const STATED: ReadonlySet<string> = new Set<StatedMoment["kind"]>(["known", "moment", "day", "latest", "series"]);
const isStated = (when: Timing | StatedMoment): when is StatedMoment => STATED.has(when.kind);

/** True if the Board published on an earlier day, should it have worked while other federal offices were closed. */
const isMaybeEarlier = (when: Timing, date: IsoDate, day: IsoDate): boolean =>
  "calendar" in when && when.calendar === "board" && publicationDay({ ...when, calendar: "board at the earliest" }, date) !== day;

const momentOf = (day: IsoDate, at: string | undefined): number => (at === undefined ? endOfDay(day) : instantOf(day, at, NEW_YORK));

/** When a rule publishes the observation of a date. Null if it does not apply to the date. */
function computed(rule: ReleaseRule, date: IsoDate): ReleaseMoment | null {
  const { when, at, basis, from, until } = rule;
  if (isStated(when) || (from !== undefined && date < from) || (until !== undefined && date > until)) return null;
  const day = publicationDay(when, date);
  if (day === undefined) return null;
  return { at: momentOf(day, at), basis: isMaybeEarlier(when, date, day) ? "late bound" : basis };
}

const momentsOf = memoized((rule: ReleaseRule) => memoized((date: IsoDate) => computed(rule, date), { most: MOST_DATES }));
const releaseBy = (rule: ReleaseRule, date: IsoDate): ReleaseMoment | null => momentsOf(rule)(date);

/** True if a rule publishes the observation of a date. As `releaseBy`, without computing the moment. */
const appliesTo = ({ when, from, until }: ReleaseRule, date: IsoDate): boolean =>
  !isStated(when) &&
  (from === undefined || date >= from) &&
  (until === undefined || date <= until) &&
  (when.kind !== "listed" || when.days[date] !== undefined);

/** True for an observation that the publisher has never published. `releaseOfObservation` then gives the release that shows that there is none. */
export const isUnpublished = (series: string, date: IsoDate): boolean =>
  declaredSeries(series)?.released.some(({ never, when }) => never && when.kind === "listed" && when.days[date] !== undefined) === true;

const pattern = (id: string): RegExp => (id === "*" ? /^/ : new RegExp(`^${id.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`));
const PATTERNS = SERIES_RULES.map((rule) => ({ rule, ids: (rule.series ?? []).map(pattern) }));
const MOST_SERIES = 20_000;

const rulesFrom = memoized((source: SourceId) => {
  const patterns = PATTERNS.filter(({ rule }) => rule.sources?.includes(source) ?? true);
  const rulesOf = (series: string): readonly ReleaseRule[] => patterns.filter(({ ids }) => ids.some((id) => id.test(series))).map(({ rule }) => rule);
  return memoized(rulesOf, { most: MOST_SERIES });
});

/** The rules of a series from a source, in order. The last applies to every date. */
export const releaseRules = (series: string, source: SourceId): readonly ReleaseRule[] => rulesFrom(source)(series);

/** The first rule that applies to an observation. The table's last rule applies to every series and date. */
export const ruleOfObservation = (series: string, date: IsoDate, source: SourceId): ReleaseRule | undefined =>
  releaseRules(series, source).find((rule) => releaseBy(rule, date) !== null);

/** The rule that gives the moment of an observation of this basis. Undefined if the table gives it another basis. */
export function ruleOfSeries(series: string, date: IsoDate, source: SourceId, basis: ReleaseBasis): ReleaseRule | undefined {
  for (const rule of releaseRules(series, source)) if (appliesTo(rule, date)) return rule.basis === basis ? rule : undefined;
  return undefined;
}

/** When the observation of a series for a date was first published. A series without a rule, such as the operator's own, has a late bound. */
export function releaseOfObservation(series: string, date: IsoDate, source: SourceId): ReleaseMoment {
  for (const rule of releaseRules(series, source)) {
    const release = releaseBy(rule, date);
    if (release) return release;
  }
  throw new Error(`no release rule for ${series} of ${date}`);
}

type PublishedRecord = Pick<RecordRow, "entity" | "date" | "key" | "known" | "body" | "source">;

const memberOf = (body: object, name: string): unknown => (body as Readonly<Record<string, unknown>>)[name] ?? undefined;

/** The moment that a record states. Undefined if it does not. */
function statedBy(when: Timing | StatedMoment, row: PublishedRecord): number | undefined {
  switch (when.kind) {
    case "known":
      return endOfDay(row.known);
    case "moment": {
      const stated = memberOf(row.body, when.member);
      const moment = typeof stated === "string" ? Date.parse(stated) : typeof stated === "number" ? stated : Number.NaN;
      return Number.isNaN(moment) ? endOfDay(row.date) : moment + (when.plusHours ?? 0) * HOUR_MS;
    }
    case "day": {
      const stated = memberOf(row.body, when.member);
      return typeof stated === "string" ? endOfDay(stated) : undefined;
    }
    case "latest":
      return when.of.reduce<number | undefined>((latest, one) => {
        const at = statedBy(one, row);
        return at === undefined || (latest !== undefined && latest > at) ? latest : at;
      }, undefined);
    case "series":
      return undefined;
    default: {
      const day = publicationDay(when, row.date);
      return day === undefined ? undefined : endOfDay(day);
    }
  }
}

function releaseOfRow(rule: ReleaseRule, row: PublishedRecord): ReleaseMoment | undefined {
  const { when, basis } = rule;
  if (rule.having !== undefined && memberOf(row.body, rule.having) === undefined) return undefined;
  if (when.kind === "series") return releaseOfObservation(row.entity, row.date, row.source);
  if (!isStated(when)) return releaseBy(rule, row.date) ?? undefined;
  const at = statedBy(when, row);
  return at === undefined ? undefined : { at, basis };
}

type Kind = Dataset | "holdings";
const rulesOfDataset = memoized((dataset: Kind): readonly ReleaseRule[] => RECORD_RULES.filter((rule) => rule.datasets?.includes(dataset)));

function releaseIn(dataset: Kind, row: PublishedRecord): ReleaseMoment {
  for (const rule of rulesOfDataset(dataset)) {
    const release = releaseOfRow(rule, row);
    if (release) return release;
  }
  throw new Error(`no release rule for ${dataset} of ${row.date}`);
}

/** The first rule that applies to a record. Undefined for datasets that map names. */
export const ruleOfRecord = (row: PublishedRecord & Pick<RecordRow, "dataset">): ReleaseRule | undefined =>
  rulesOfDataset(row.dataset).find((rule) => releaseOfRow(rule, row) !== undefined);

/** The rule that gives the moment of a record of this basis. Undefined if the table gives it another basis. */
export function ruleOfDataset(dataset: Dataset, entity: string, date: IsoDate, source: SourceId, basis: ReleaseBasis): ReleaseRule | undefined {
  const rule = rulesOfDataset(dataset).find((one) => one.when.kind === "series" || (one.basis === basis && (isStated(one.when) || appliesTo(one, date))));
  return rule?.when.kind === "series" ? ruleOfSeries(entity, date, source, basis) : rule;
}

/** When a record became public. Undefined for datasets that map names. */
export const releaseOfRecord = (row: PublishedRecord & Pick<RecordRow, "dataset">): ReleaseMoment | undefined =>
  UNDATED.has(row.dataset) ? undefined : releaseIn(row.dataset, row);

/** When an institution's report of holdings became public. Without a filing day: when it was due. */
export const releaseOfHoldings = ({ period, filed }: { readonly period: IsoDate; readonly filed: IsoDate | null }): ReleaseMoment =>
  releaseIn("holdings", { entity: "", date: period, key: "", known: period, body: { filed }, source: "sec" });

/** The times of day of publication; undefined for the end of the day. */
const TIMES_OF_DAY: readonly (string | undefined)[] = [...new Set(RELEASE_RULES.map(({ at }) => at))];

let releaseTimes: readonly [last: number, next: number] | undefined;

/**
 * The last time of day, up to a moment, at which a rule publishes. Between two of them the rules publish nothing, except records that state a moment of their
 * own.
 */
export function lastReleaseTime(moment: number): number {
  if (releaseTimes && releaseTimes[0] <= moment && moment < releaseTimes[1]) return releaseTimes[0];
  const today = dayAt(moment, NEW_YORK);
  const times = [-1, 0, 1].flatMap((days) => TIMES_OF_DAY.map((at) => momentOf(addDays(today, days), at)));
  releaseTimes = [largest(times.filter((time) => time <= moment)), smallest(times.filter((time) => time > moment))];
  return releaseTimes[0];
}

/** The days of a series' observations. */
interface Observed {
  readonly frequency: Frequency | "yearly";
  /** Weekly series only. */
  readonly weekday: number;
  /** Monthly series only: dated by the last day of the month, not the first. */
  readonly atEnd: boolean;
  /** Daily series only. */
  readonly isDay: (date: IsoDate) => boolean;
}

function daysOf(series: string): (date: IsoDate) => boolean {
  const days = series.startsWith("CBPOL.") ? "all" : (declaredSeries(series)?.days ?? "bonds");
  return days === "all" ? () => true : (date) => isOpen(days, date);
}

/** Undefined for a series that this service does not know, and for one that has ended: prices with the base 2015 end with 2025. */
function observed(series: string): Observed | undefined {
  const of = (frequency: Observed["frequency"], weekday = 0, atEnd = false): Observed => ({ frequency, weekday, atEnd, isDay: daysOf(series) });
  const curated = seriesOf(series);
  if (curated) return of(curated.frequency, curated.weekday);
  if (/^(BGCR|TGCR|CBPOL\..+)$/.test(series)) return of("daily");
  if (series.startsWith("TIC.")) return of("monthly");
  const [, indicator, suffix] = /^ECON\.(\w+)\.\w+(\.\w+)?$/.exec(series) ?? [];
  if (indicator === undefined || suffix === ".HICP15") return undefined;
  if (suffix === ".Q" || ["house_prices", "credit_to_gdp", "credit_gap"].includes(indicator)) return of("quarterly");
  return indicator === "gdp" ? of("yearly") : of("monthly", 0, true);
}

/** The first observation date on or after a day. */
function dateFrom(day: IsoDate, { frequency, weekday, atEnd, isDay }: Observed): IsoDate {
  switch (frequency) {
    case "daily":
      return firstDay(day, 1, isDay);
    case "weekly":
      return addDays(day, (weekday - weekdayOf(day) + 7) % 7);
    case "monthly":
      return atEnd ? monthEnd(day) : day.endsWith("-01") ? day : monthsFrom(day, 1);
    case "quarterly":
      return quarterEnd(day);
    case "yearly":
      return isoOfParts(yearOf(day), 12, 31);
  }
}

/** Unless it names one day for many observations, no rule publishes later than this many days after the observation. */
const LONGEST_DAYS = 800;

/** The publication of the observation or the row of a date. */
type DatedRelease = ReleaseMoment & { readonly date: IsoDate };

/** Observations or rows by whether their rules have published them by a moment: the newest that is public, and those after it, oldest first. */
interface Published {
  readonly due?: IsoDate;
  readonly awaited: readonly DatedRelease[];
}

/** Goes back from a day to the newest date that is published, at most to `from` or the longest time that a rule takes. */
function publishedUntil(
  from: IsoDate,
  to: IsoDate,
  moment: number,
  releaseOf: (date: IsoDate) => ReleaseMoment | undefined,
  isNever: (date: IsoDate) => boolean,
): Published {
  const longest = addDays(to, -LONGEST_DAYS);
  const awaited: DatedRelease[] = [];
  for (let date = to; date >= from && date >= longest; date = addDays(date, -1)) {
    const release = releaseOf(date);
    if (!release) continue;
    if (release.at > moment) awaited.push({ date, ...release });
    else if (!isNever(date)) return { due: date, awaited: awaited.reverse() };
  }
  return { awaited: awaited.reverse() };
}

/**
 * The observations of a series from one day to another, at most those of the last 800 days. Nothing is due or awaited of a series that this service does not know.
 * An observation that is never published is awaited until the release that shows that there is none.
 */
export function observationsDue(series: string, from: IsoDate, to: IsoDate, moment: number, source: SourceId): Published {
  const days = observed(series);
  if (!days) return { awaited: [] };
  const releaseOf = (date: IsoDate): ReleaseMoment | undefined => (dateFrom(date, days) === date ? releaseOfObservation(series, date, source) : undefined);
  return publishedUntil(from, to, moment, releaseOf, (date) => isUnpublished(series, date));
}

/** The same for the rows of a dataset that has one on every working day of a calendar, and a rule that needs no more than the day. */
export function rowsDue(dataset: Dataset, calendar: Calendar, from: IsoDate, to: IsoDate, moment: number, source: SourceId): Published {
  const releaseOf = (date: IsoDate): ReleaseMoment | undefined =>
    isOpen(calendar, date) ? releaseIn(dataset, { entity: "", date, key: "", known: date, body: {}, source }) : undefined;
  return publishedUntil(from, to, moment, releaseOf, () => false);
}

/** A day before which every observation of a series was public at a moment. */
export function allReleasedBefore(series: string, moment: number, source: SourceId): IsoDate {
  const isPending = releaseRules(series, source).some(({ when, at }) => when.kind === "on" && momentOf(when.day, at) > moment);
  return isPending ? "0001-01-01" : addDays(dayAt(moment, NEW_YORK), -LONGEST_DAYS);
}

/** The publications of a series' observations from a day on, by date, without end. Publication is never before the observation. */
function* releasesFrom(series: string, from: IsoDate, days: Observed, source: SourceId): Generator<DatedRelease, never> {
  for (let date = dateFrom(from, days); ; date = dateFrom(addDays(date, 1), days))
    if (!isUnpublished(series, date)) yield { date, ...releaseOfObservation(series, date, source) };
}

/**
 * The next publication of a series after a moment, with the newest observation that it brings. Undefined for a series that this service does not know.
 */
export function nextRelease(series: string, after: number, source: SourceId): DatedRelease | undefined {
  const days = observed(series);
  let next: DatedRelease | undefined;
  for (const release of days ? releasesFrom(series, addDays(dayAt(after, NEW_YORK), -LONGEST_DAYS), days, source) : []) {
    // A later observation cannot come before one that is found.
    if (next && endOfDay(addDays(release.date, -1)) > next.at) break;
    if (release.at > after && (next === undefined || release.at <= next.at)) next = release;
  }
  return next;
}

/** The first release of a later observation after a moment. Undefined for a series that this service does not know. */
function laterRelease(series: string, date: IsoDate, after: number, source: SourceId): number | undefined {
  const days = observed(series);
  for (const { at } of days ? releasesFrom(series, addDays(date, 1), days, source) : []) if (at > after) return at;
  return undefined;
}

/**
 * True if a value that was published at a moment may be a revision: it came with the next release of its series or later. If the day of its own release is unknown: it
 * came after the late bound.
 */
export function mayBeRevised(series: string, date: IsoDate, source: SourceId, published: number): boolean {
  const { at, basis } = releaseOfObservation(series, date, source);
  if (published <= at || basis === "late bound") return published > at;
  const next = laterRelease(series, date, at, source);
  return next !== undefined && published >= next;
}
