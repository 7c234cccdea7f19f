import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthOf, monthsFrom, yearOf } from "../../time/calendar";
import { between, chance, integerBetween, logBetween, rounded } from "../../sample/random";
import { wave } from "../../sample/waves";
import { decisionFigure, FIGURES, higherFigure, recessionLogit, USUAL, type Asked, type Figure } from "./figures";
import { EVENTS, type MarketEvent } from "./questions";
import type { Market } from "../../records/market";

/** First day of coverage. */
export const COVERED_FROM: IsoDate = "2020-01-01";
/** How long a closed market can still be asked for, in days. */
const REMEMBERED_DAYS = 60;
/** Share of events whose outcome is clear before the scheduled close; what is measured or decided by its end is not. */
const EARLY = 0.12;
/** How strongly the last price leans to the outcome, in log-odds. */
const PULL = 2.4;
const LEAST = 0.005;
/** However far a figure is from a threshold, this much in log-odds is the most that it says. */
const MOST = 4;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logOdds = (p: number) => Math.log(p / (1 - p));

/** One event of one period on one day: when it is traded, and how far its trading has come, 0 to 1. */
interface Course {
  readonly key: string;
  /** First day of the period. */
  readonly start: IsoDate;
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

function daysOpen({ every, opensWithPeriod }: MarketEvent, key: string, days: number): number {
  if (opensWithPeriod) return days;
  if (every === "month") return integerBetween(60, 100, "opened", key);
  return integerBetween(330, 500, "opened", key);
}

/** Undefined before the event opens and once it is forgotten. */
function courseOf(event: MarketEvent, key: string, start: IsoDate, end_date: IsoDate, date: IsoDate): Course | undefined {
  const opened = typeof event.every === "object" ? COVERED_FROM : addDays(end_date, -daysOpen(event, key, daysBetween(start, end_date)));
  if (date < opened || date > addDays(end_date, REMEMBERED_DAYS)) return undefined;
  const early =
    event.relation === "single" && !event.slug.endsWith("-higher") && !event.releasedOn && typeof event.every !== "object" && chance(EARLY, "early", key);
  const closes = early ? addDays(end_date, -integerBetween(3, 25, "early days", key)) : end_date;
  // Trading goes on through the day of the close.
  const closed = date > closes ? closes : null;
  const published = addDays(closes, integerBetween(1, 4, "published", key));
  const last = closed ?? date;
  const progress = daysBetween(opened, last) / Math.max(1, daysBetween(opened, closes));
  return { key, start, opened, end_date, closed, resolved: closed !== null && date >= published, last, progress };
}

/** How the belief has moved by the last day of trading, in log-odds. */
const drift = ({ key, last }: Course, outcome = ""): number => 0.4 * wave(`market ${key}${outcome}`, last, 60);
const pull = ({ progress }: Course): number => PULL * progress ** 4;
/** In thousandths and never certain. */
const shown = (probability: number): number => Math.max(LEAST, Math.min(1 - LEAST, rounded(probability, 3)));
const askedOf = ({ start, end_date, last }: Course): Asked => ({ start, end: end_date, last });

/** A belief in log-odds as it is traded: it leans to the outcome the nearer the close is. */
const traded = (course: Course, logit: number, yes: boolean): Belief => ({
  probability: shown(logistic(logit + drift(course) + (yes ? 1 : -1) * pull(course))),
  yes,
});

const byFigure = (course: Course, { expected, spread, outcome }: Figure, level: number): Belief =>
  traded(course, Math.max(-MOST, Math.min(MOST, (expected - level) / spread)), outcome >= level);

/** Outcomes of which each includes the next: all are compared with one figure, so what lies beyond a higher threshold is believed less. */
function ladder(course: Course, { slug, outcomes }: MarketEvent): Belief[] {
  const figure = FIGURES[slug];
  if (!figure) throw new Error(`No figure is compared with the thresholds of ${slug}.`);
  const compared = figure(askedOf(course));
  return outcomes.map(({ level = 0 }) => byFigure(course, compared, level));
}

/** Outcomes of which exactly one comes true. Rounded down, with a little for each: the sum is never more than 1. */
function exclusive(course: Course, { slug, outcomes }: MarketEvent): Belief[] {
  const figure = decisionFigure(slug, askedOf(course));
  if (!figure) throw new Error(`No central bank decides on ${slug}.`);
  const { logits, winner } = figure;
  const odds = logits.map((logit, i) => Math.exp(logit + drift(course, outcomes[i]!.slug) + (i === winner ? 2 * pull(course) : 0)));
  const sum = odds.reduce((a, b) => a + b, 0);
  return odds.map((share, i) => ({
    probability: Math.floor(1000 * (LEAST + (1 - odds.length * LEAST) * (share / sum)) + 1e-9) / 1000,
    yes: i === winner,
  }));
}

/** One question: of the sample's own figure where there is one, else as often true as is usual for it. */
function single(course: Course, { slug }: MarketEvent): Belief[] {
  const figure = higherFigure(slug, askedOf(course));
  if (figure) return [byFigure(course, figure, 0)];
  const usual = USUAL[slug];
  const logit = (date: IsoDate): number =>
    slug === "us-recession" ? recessionLogit(date) : usual === undefined ? between(-0.5, 0.5, "belief", course.key) : logOdds(usual);
  return [traded(course, logit(course.last), chance(logistic(logit(course.start)), "outcome", course.key))];
}

const BELIEFS = { single, exclusive, ladder } as const;

/** The markets of one event and one period as they stand on `date`; none before it opens and once it is forgotten. */
function marketsOf(event: MarketEvent, periodStart: IsoDate, date: IsoDate): Market[] {
  const monthly = event.every === "month";
  const period = periodStart.slice(0, monthly ? 7 : 4);
  const end_date = event.releasedOn ? event.releasedOn(periodStart) : monthly ? monthEnd(periodStart) : isoOfParts(yearOf(periodStart), 12, 31);
  const course = courseOf(event, `${event.slug}-${period}`, periodStart, end_date, date);
  if (!course) return [];
  const name = monthly ? `${MONTHS[monthOf(periodStart) - 1]} ${yearOf(periodStart)}` : period;
  const beliefs = BELIEFS[event.relation](course, event);
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
