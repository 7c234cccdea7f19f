import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthNumber, monthsFrom, yearOf } from "../../time/calendar";
import { between, chance, integerBetween, logBetween } from "../../sample/random";
import { rounded } from "../../../contract/rounded";
import { wave } from "../../sample/waves";
import { BASE_RATES, decisionFigure, type ExpectedFigure, FIGURES, higherFigure, type MarketPeriod, recessionLogit } from "./figures";
import { EVENTS, type MarketEvent } from "./questions";
import type { Market } from "../../records/prediction";

/** First day of coverage. */
export const COVERED_FROM: IsoDate = "2020-01-01";
/** Days for which a closed market is still listed. */
const LISTED_DAYS_AFTER_CLOSE = 60;
/** Share of events that are decided before the scheduled close. Measured figures and scheduled decisions never are. */
const EARLY_SHARE = 0.12;
/** How strongly the last price leans to the outcome, in log-odds. */
const PULL = 2.4;
const MIN_PROBABILITY = 0.005;
/** Maximum log-odds from the distance between figure and threshold. */
const MAX_LOGIT = 4;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const logOdds = (p: number) => Math.log(p / (1 - p));

/** Trading of one event of one period, as of one day. */
interface Trading {
  readonly key: string;
  /** First day of the period. */
  readonly start: IsoDate;
  readonly opened: IsoDate;
  readonly end_date: IsoDate;
  readonly closed: IsoDate | null;
  /** True once the outcome is published. */
  readonly resolved: boolean;
  readonly last: IsoDate;
  /** Elapsed part of the trading time, 0 to 1. */
  readonly progress: number;
}

/** The probability of an outcome, and whether it comes true. */
interface Belief {
  readonly probability: number;
  readonly yes: boolean;
}

function daysOpen({ every, opensWithPeriod }: MarketEvent, key: string, days: number): number {
  if (opensWithPeriod) return days;
  if (every === "month") return integerBetween(60, 100, "opened", key);
  return integerBetween(330, 500, "opened", key);
}

/** The trading of an event; undefined before it opens and after it is no longer listed. */
function tradingOf(event: MarketEvent, key: string, start: IsoDate, end_date: IsoDate, date: IsoDate): Trading | undefined {
  const opened = typeof event.every === "object" ? COVERED_FROM : addDays(end_date, -daysOpen(event, key, daysBetween(start, end_date)));
  if (date < opened || date > addDays(end_date, LISTED_DAYS_AFTER_CLOSE)) return undefined;
  const early =
    event.relation === "single" && !event.slug.endsWith("-higher") && !event.releasedOn && typeof event.every !== "object" && chance(EARLY_SHARE, "early", key);
  const closes = early ? addDays(end_date, -integerBetween(3, 25, "early days", key)) : end_date;
  // Trading continues through the day of the close.
  const closed = date > closes ? closes : null;
  const published = addDays(closes, integerBetween(1, 4, "published", key));
  const last = closed ?? date;
  const progress = daysBetween(opened, last) / Math.max(1, daysBetween(opened, closes));
  return { key, start, opened, end_date, closed, resolved: closed !== null && date >= published, last, progress };
}

/** Random drift of the log-odds by the last day of trading. */
const drift = ({ key, last }: Trading, outcome = ""): number => 0.4 * wave(`market ${key}${outcome}`, last, 60);
const pull = ({ progress }: Trading): number => PULL * progress ** 4;
/** Rounds to thousandths, and keeps away from 0 and 1. */
const asPrice = (probability: number): number => Math.max(MIN_PROBABILITY, Math.min(1 - MIN_PROBABILITY, rounded(probability, 3)));
const periodOf = ({ start, end_date, last }: Trading): MarketPeriod => ({ start, end: end_date, last });

/** The traded probability: it leans towards the outcome as the close comes nearer. */
const traded = (trading: Trading, logit: number, yes: boolean): Belief => ({
  probability: asPrice(logistic(logit + drift(trading) + (yes ? 1 : -1) * pull(trading))),
  yes,
});

const byFigure = (trading: Trading, { expected, spread, outcome }: ExpectedFigure, level: number): Belief =>
  traded(trading, Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, (expected - level) / spread)), outcome >= level);

/** Rising thresholds: all are compared with one figure, so a higher threshold has a lower probability. */
function ladder(trading: Trading, { slug, outcomes }: MarketEvent): Belief[] {
  const figure = FIGURES[slug];
  if (!figure) throw new Error(`No figure is compared with the thresholds of ${slug}.`);
  const compared = figure(periodOf(trading));
  return outcomes.map(({ level = 0 }) => byFigure(trading, compared, level));
}

/** Outcomes of which exactly one comes true. Each has a minimum, and is rounded down so that the sum never exceeds 1. */
function exclusive(trading: Trading, { slug, outcomes }: MarketEvent): Belief[] {
  const figure = decisionFigure(slug, periodOf(trading));
  if (!figure) throw new Error(`No central bank decides on ${slug}.`);
  const { logits, winner } = figure;
  const odds = logits.map((logit, i) => Math.exp(logit + drift(trading, outcomes[i]!.slug) + (i === winner ? 2 * pull(trading) : 0)));
  const sum = odds.reduce((a, b) => a + b, 0);
  return odds.map((share, i) => ({
    probability: Math.floor(1000 * (MIN_PROBABILITY + (1 - odds.length * MIN_PROBABILITY) * (share / sum)) + 1e-9) / 1000,
    yes: i === winner,
  }));
}

/** One question: from the sample figure if there is one, else by its base rate. */
function single(trading: Trading, { slug }: MarketEvent): Belief[] {
  const figure = higherFigure(slug, periodOf(trading));
  if (figure) return [byFigure(trading, figure, 0)];
  const baseRate = BASE_RATES[slug];
  const logit = (date: IsoDate): number =>
    slug === "us-recession" ? recessionLogit(date) : baseRate === undefined ? between(-0.5, 0.5, "belief", trading.key) : logOdds(baseRate);
  return [traded(trading, logit(trading.last), chance(logistic(logit(trading.start)), "outcome", trading.key))];
}

const BELIEFS = { single, exclusive, ladder } as const;

/** The markets of one event and one period on `date`; none before it opens and after it is no longer listed. */
function marketsOf(event: MarketEvent, periodStart: IsoDate, date: IsoDate): Market[] {
  const monthly = event.every === "month";
  const period = periodStart.slice(0, monthly ? 7 : 4);
  const end_date = event.releasedOn ? event.releasedOn(periodStart) : monthly ? monthEnd(periodStart) : isoOfParts(yearOf(periodStart), 12, 31);
  const trading = tradingOf(event, `${event.slug}-${period}`, periodStart, end_date, date);
  if (!trading) return [];
  const name = monthly ? `${MONTHS[monthNumber(periodStart) - 1]} ${yearOf(periodStart)}` : period;
  const beliefs = BELIEFS[event.relation](trading, event);
  return event.outcomes.map(({ slug, ask }, i): Market => {
    const id = `${slug}-${period}`;
    const { probability, yes } = beliefs[i]!;
    const volume_usd = Math.round(logBetween(2e4, 3e7, "volume", id) * (0.05 + 0.95 * trading.progress));
    return {
      id,
      slug: id,
      question: ask(name),
      category: event.category,
      event: event.title(name),
      opened: trading.opened,
      end_date,
      closed: trading.closed,
      outcome: trading.resolved ? (yes ? "Yes" : "No") : null,
      yes_probability: probability,
      volume_usd,
      // No orders wait after the close.
      liquidity_usd: trading.closed === null ? Math.round(volume_usd * between(0.02, 0.1, "liquidity", id)) : 0,
    };
  });
}

/** The first days of the periods whose markets may be listed on `date`. */
function periodsAround({ every, since = COVERED_FROM }: MarketEvent, date: IsoDate): IsoDate[] {
  if (typeof every === "object") return [isoOfParts(every.once, 1, 1)];
  const around =
    every === "year"
      ? [-1, 0, 1].map((years) => isoOfParts(yearOf(date) + years, 1, 1))
      : [-3, -2, -1, 0, 1, 2, 3, 4].map((months) => monthsFrom(date, months));
  return around.filter((start) => start >= since);
}

/** Every sample market that is open on `date` or closed shortly before. */
export const sampleMarkets = (date: IsoDate): Market[] =>
  EVENTS.flatMap((event) => periodsAround(event, date).flatMap((period) => marketsOf(event, period, date)));

const ID = /^(?<slug>.+)-(?<year>\d{4})(?:-(?<month>\d\d))?$/;

/** One sample market on a day; undefined if its id is unknown, before it opens, and after it is no longer listed. */
export function sampleMarket(id: string, date: IsoDate): Market | undefined {
  const { slug, year, month } = ID.exec(id)?.groups ?? {};
  const event = EVENTS.find(({ outcomes }) => outcomes.some((outcome) => outcome.slug === slug));
  if (!event || year === undefined) return undefined;
  return marketsOf(event, isoOfParts(Number(year), Number(month ?? 1), 1), date).find((market) => market.id === id);
}

/** Days after its close by which every sample market is resolved. */
const RESOLVED_DAYS_AFTER_CLOSE = 4;

/** A resolved sample market, and its state some days before its close; undefined if it was not open then. */
interface ResolvedSample {
  readonly market: Market;
  readonly before: Market | undefined;
}

/** Every sample market whose outcome is published by `date` and whose period began on or after `from`, with its state `days` before its close. */
export function resolvedSample(date: IsoDate, from: IsoDate, days: number): ResolvedSample[] {
  const found: ResolvedSample[] = [];
  for (const event of EVENTS) {
    if (typeof event.every === "object") continue;
    const step = event.every === "year" ? 12 : 1;
    const first = event.since !== undefined && event.since > from ? event.since : from;
    for (let start = isoOfParts(yearOf(first), step === 12 ? 1 : monthNumber(first), 1); start <= date; start = monthsFrom(start, step)) {
      if (start < first) continue;
      // A year may be resolved up to a month before its end, and a figure is published up to a month after its month.
      const last = addDays(monthsFrom(start, step + 1), RESOLVED_DAYS_AFTER_CLOSE);
      const markets = marketsOf(event, start, last < date ? last : date);
      const closed = markets[0]?.closed;
      if (closed == null || markets[0]?.outcome == null) continue;
      const earlier = marketsOf(event, start, addDays(closed, -days));
      for (const [i, market] of markets.entries()) found.push({ market, before: earlier[i] });
    }
  }
  return found;
}
