import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { isoOfParts, monthEnd, monthOf, monthsFrom, yearOf } from "../../sample/calendar";
import { between, chance, integerBetween, logBetween, rounded } from "../../sample/random";
import { wave } from "../../sample/waves";
import { QUESTIONS, type Question } from "./questions";
import type { Market } from "./rows";

/** First day of coverage. */
export const COVERED_FROM: IsoDate = "2020-01-01";
/** How long a closed market can still be asked for, in days. */
const REMEMBERED_DAYS = 60;
/** Share of markets whose outcome is clear before the scheduled close. */
const EARLY = 0.12;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const logistic = (x: number) => 1 / (1 + Math.exp(-x));

/** The market of one question and one period as it stands on `date`; undefined before it opens and once it is forgotten. */
function marketOf(question: Question, periodStart: IsoDate, date: IsoDate): Market | undefined {
  const monthly = question.every === "month";
  const end_date = monthly ? monthEnd(periodStart) : isoOfParts(yearOf(periodStart), 12, 31);
  const id = `${question.slug}-${periodStart.slice(0, monthly ? 7 : 4)}`;
  const opened = addDays(end_date, monthly ? -integerBetween(60, 100, "opened", id) : -integerBetween(330, 500, "opened", id));
  if (date < opened || date > addDays(end_date, REMEMBERED_DAYS)) return undefined;

  const closes = chance(EARLY, "early", id) ? addDays(end_date, -integerBetween(3, 25, "early days", id)) : end_date;
  // Trading goes on through the day of the close.
  const closed = date > closes ? closes : null;
  const belief = between(-2.2, 2.2, "belief", id);
  const yes = chance(logistic(belief), "outcome", id);
  const published = addDays(closes, integerBetween(1, 4, "published", id));
  const last = closed ?? date;
  const progress = daysBetween(opened, last) / Math.max(1, daysBetween(opened, closes));
  const leaning = belief + 1.3 * wave(`market ${id}`, last, 60) + (yes ? 2.4 : -2.4) * progress ** 4;
  return {
    id,
    question: question.ask(monthly ? `${MONTHS[monthOf(periodStart) - 1]} ${yearOf(periodStart)}` : String(yearOf(periodStart))),
    category: question.category,
    opened,
    end_date,
    closed,
    outcome: closed !== null && date >= published ? (yes ? "Yes" : "No") : null,
    yes_probability: Math.max(0.005, Math.min(0.995, rounded(logistic(leaning), 3))),
    volume_usd: Math.round(logBetween(2e4, 3e7, "volume", id) * (0.05 + 0.95 * progress)),
  };
}

/** The first days of the periods whose markets may be open or remembered on `date`. */
function periodsAround(question: Question, date: IsoDate): IsoDate[] {
  if (question.every === "year") return [-1, 0, 1].map((years) => isoOfParts(yearOf(date) + years, 1, 1));
  return [-3, -2, -1, 0, 1, 2, 3, 4].map((months) => monthsFrom(date, months));
}

/** Every market that is open on `date` or closed a short while before it. */
export const sampleMarkets = (date: IsoDate): Market[] =>
  QUESTIONS.flatMap((question) => periodsAround(question, date).flatMap((period) => marketOf(question, period, date) ?? []));
