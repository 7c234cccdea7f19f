import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthOf, monthsFrom, yearOf } from "../../sample/calendar";
import { between, chance, hash, integerBetween, logBetween, rounded } from "../../sample/random";
import { wave } from "../../sample/waves";
import { EVENTS, type MarketEvent } from "./questions";
import type { Market } from "./rows";

/** First day of coverage. */
export const COVERED_FROM: IsoDate = "2020-01-01";
/** How long a closed market can still be asked for, in days. */
const REMEMBERED_DAYS = 60;
/** Share of events whose outcome is clear before the scheduled close. */
const EARLY = 0.12;
/** How strongly the last price leans to the outcome, in log-odds. */
const PULL = 2.4;
const LEAST = 0.005;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** One event of one period on one day: when it is traded, and how far its trading has come, 0 to 1. */
interface Course {
  readonly key: string;
  readonly opened: IsoDate;
  readonly end_date: IsoDate;
  readonly closed: IsoDate | null;
  /** True once the outcome is published. */
  readonly resolved: boolean;
  readonly last: IsoDate;
  readonly progress: number;
}

/** What an outcome is believed to be worth, and whether it comes true. */
interface Belief {
  readonly probability: number;
  readonly yes: boolean;
}

function daysOpen({ every }: MarketEvent, key: string): number {
  if (every === "month") return integerBetween(60, 100, "opened", key);
  return integerBetween(330, 500, "opened", key);
}

/** Undefined before the event opens and once it is forgotten. */
function courseOf(event: MarketEvent, key: string, end_date: IsoDate, date: IsoDate): Course | undefined {
  const opened = typeof event.every === "object" ? COVERED_FROM : addDays(end_date, -daysOpen(event, key));
  if (date < opened || date > addDays(end_date, REMEMBERED_DAYS)) return undefined;
  const early = typeof event.every !== "object" && chance(EARLY, "early", key);
  const closes = early ? addDays(end_date, -integerBetween(3, 25, "early days", key)) : end_date;
  // Trading goes on through the day of the close.
  const closed = date > closes ? closes : null;
  const published = addDays(closes, integerBetween(1, 4, "published", key));
  const last = closed ?? date;
  const progress = daysBetween(opened, last) / Math.max(1, daysBetween(opened, closes));
  return { key, opened, end_date, closed, resolved: closed !== null && date >= published, last, progress };
}

/** How the belief has moved by the last day of trading, in log-odds. */
const drift = ({ key, last }: Course, outcome = ""): number => 1.3 * wave(`market ${key}${outcome}`, last, 60);
const pull = ({ progress }: Course): number => PULL * progress ** 4;
/** In thousandths and never certain. */
const shown = (probability: number): number => Math.max(LEAST, Math.min(1 - LEAST, rounded(probability, 3)));

/** Outcomes of which each includes the next, of one belief: what lies beyond a higher threshold is believed less, and comes true only with all before it. */
function ladder(course: Course, slugs: readonly string[]): Belief[] {
  const believed = between(-1.2, 2.2, "belief", course.key);
  const drawn = hash("outcome", course.key);
  const today = believed + drift(course);
  let above = 0;
  return slugs.map((slug, i) => {
    above += i === 0 ? 0 : between(0.5, 1.2, "threshold", slug);
    const yes = drawn < logistic(believed - above);
    return { probability: shown(logistic(today - above + (yes ? 1 : -1) * pull(course))), yes };
  });
}

/** Outcomes of which exactly one comes true. Rounded down, with a little for each: the sum is never more than 1. */
function exclusive(course: Course, slugs: readonly string[]): Belief[] {
  const beliefs = slugs.map((slug) => between(-1.4, 1.4, "belief", course.key, slug));
  const shares = (logits: readonly number[]): number[] => {
    const odds = logits.map(Math.exp);
    const sum = odds.reduce((a, b) => a + b, 0);
    return odds.map((o) => o / sum);
  };
  let left = hash("outcome", course.key);
  const drawn = shares(beliefs).findIndex((share) => (left -= share) < 0);
  const winner = drawn < 0 ? slugs.length - 1 : drawn;
  const today = slugs.map((slug, i) => beliefs[i]! + drift(course, slug) + (i === winner ? 2 * pull(course) : 0));
  return shares(today).map((share, i) => ({
    probability: Math.floor(1000 * (LEAST + (1 - slugs.length * LEAST) * share) + 1e-9) / 1000,
    yes: i === winner,
  }));
}

function single(course: Course): Belief[] {
  const belief = between(-2.2, 2.2, "belief", course.key);
  const yes = chance(logistic(belief), "outcome", course.key);
  return [{ probability: shown(logistic(belief + drift(course) + (yes ? 1 : -1) * pull(course))), yes }];
}

const BELIEFS = { single, exclusive, ladder } as const;

/** The markets of one event and one period as they stand on `date`; none before it opens and once it is forgotten. */
function marketsOf(event: MarketEvent, periodStart: IsoDate, date: IsoDate): Market[] {
  const monthly = event.every === "month";
  const period = periodStart.slice(0, monthly ? 7 : 4);
  const end_date = monthly ? monthEnd(periodStart) : isoOfParts(yearOf(periodStart), 12, 31);
  const course = courseOf(event, `${event.slug}-${period}`, end_date, date);
  if (!course) return [];
  const name = monthly ? `${MONTHS[monthOf(periodStart) - 1]} ${yearOf(periodStart)}` : period;
  const slugs = event.outcomes.map((o) => o.slug);
  const beliefs = BELIEFS[event.relation](course, slugs);
  return event.outcomes.map(({ slug, ask }, i): Market => {
    const id = `${slug}-${period}`;
    const { probability, yes } = beliefs[i]!;
    return {
      id,
      slug: id,
      question: ask(name),
      category: event.category,
      event: event.title(name),
      opened: course.opened,
      end_date,
      closed: course.closed,
      outcome: course.resolved ? (yes ? "Yes" : "No") : null,
      yes_probability: probability,
      volume_usd: Math.round(logBetween(2e4, 3e7, "volume", id) * (0.05 + 0.95 * course.progress)),
    };
  });
}

/** The first days of the periods whose markets may be open or remembered on `date`. */
function periodsAround({ every, since = COVERED_FROM }: MarketEvent, date: IsoDate): IsoDate[] {
  if (typeof every === "object") return [isoOfParts(every.once, 1, 1)];
  const around =
    every === "year"
      ? [-1, 0, 1].map((years) => isoOfParts(yearOf(date) + years, 1, 1))
      : [-3, -2, -1, 0, 1, 2, 3, 4].map((months) => monthsFrom(date, months));
  return around.filter((start) => start >= since);
}

/** Every market that is open on `date` or closed a short while before it. */
export const sampleMarkets = (date: IsoDate): Market[] =>
  EVENTS.flatMap((event) => periodsAround(event, date).flatMap((period) => marketsOf(event, period, date)));
