import { addDays, type IsoDate } from "../../../contract/dates";
import { monthsFrom, sessionOnOrAfter } from "../../sample/calendar";
import { integerBetween, normal } from "../../sample/random";
import { wave } from "../../sample/waves";
import type { ScoredRelease } from "./rows";

type Kind = Pick<ScoredRelease, "importance" | "inflation">;
const high: Kind = { importance: "high", inflation: false };
const medium: Kind = { importance: "medium", inflation: false };
const low: Kind = { importance: "low", inflation: false };

/** Monthly releases; each keeps about its own day of the month. */
const INDICATORS: Readonly<Record<string, Kind>> = {
  "nonfarm payrolls": high,
  "unemployment rate": high,
  "retail sales": high,
  "GDP, latest estimate": high,
  "manufacturing purchasing managers": high,
  "services purchasing managers": high,
  "industrial production": medium,
  "durable goods orders": medium,
  "housing starts": medium,
  "building permits": medium,
  "existing home sales": medium,
  "new home sales": medium,
  "consumer confidence": medium,
  "consumer sentiment": medium,
  "personal income": medium,
  "personal spending": medium,
  "job openings": medium,
  "trade balance": low,
  "factory orders": low,
  "wholesale inventories": low,
  "leading index": low,
  "construction spending": low,
  "business inventories": low,
  "consumer prices": { importance: "high", inflation: true },
  "core consumer prices": { importance: "high", inflation: true },
  "producer prices": { importance: "medium", inflation: true },
  "import prices": { importance: "low", inflation: true },
  "average hourly earnings": { importance: "medium", inflation: true },
};

/** First day of coverage. */
export const COVERED_FROM: IsoDate = "2015-01-01";
const MOOD_DAYS = 420;

/** The release of one indicator in the month that begins on `month`. */
function release(indicator: string, kind: Kind, month: IsoDate): ScoredRelease {
  const date = sessionOnOrAfter(addDays(month, integerBetween(0, 26, "release day", indicator)));
  // Surprises come in runs, because forecasters adjust slowly; without a common mood the index would hug zero.
  const mood = 0.8 * wave(kind.inflation ? "inflation surprise" : "growth surprise", date, MOOD_DAYS);
  return { date, indicator, ...kind, surprise: mood + normal("surprise", indicator, month) };
}

const months = new Map<IsoDate, readonly ScoredRelease[]>();

/** The releases of one month; made once, as every day of a window asks for the same few months. */
function releasesOf(month: IsoDate): readonly ScoredRelease[] {
  const known = months.get(month);
  if (known) return known;
  const made = Object.entries(INDICATORS).map(([indicator, kind]) => release(indicator, kind, month));
  months.set(month, made);
  return made;
}

/** Every scored release after `after` and up to `upTo`, within the coverage. */
export function sampleReleases(after: IsoDate, upTo: IsoDate): ScoredRelease[] {
  const found: ScoredRelease[] = [];
  // A release that falls on a holiday may slip into the month after its own.
  for (let month = monthsFrom(after, -1); month <= upTo; month = monthsFrom(month, 1))
    found.push(...releasesOf(month).filter((row) => row.date > after && row.date <= upTo && row.date >= COVERED_FROM));
  return found;
}
