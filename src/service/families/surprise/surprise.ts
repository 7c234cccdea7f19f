import { addDays } from "../../../contract/dates";
import type { CaveatId } from "../../../contract/caveats";
import { answering, sampled, type Sourced } from "../answering";
import { sessionOnOrBefore } from "../../sample/calendar";
import { rounded } from "../../sample/random";
import { HOUR, type Context, type Evaluate, type Family } from "../family";
import type { ScoredRelease } from "./rows";
import { COVERED_FROM, sampleReleases } from "./sample";

const MAX_AGE_S = 6 * HOUR;
const WINDOW_DAYS = 90;
const CLIP = 4;
const WEIGHTS = { high: 1, medium: 0.5, low: 0.2 } as const;
/** Fewer scored releases than this are a small sample. */
const THIN_BELOW = 30;
const CAVEATS: readonly CaveatId[] = ["esi_event_count_is_the_sample", "esi_is_derived_not_the_calendar", "esi_surprise_is_relative_to_forecast"];

/** The scored releases of the trailing window, from wherever they are held. */
export const rowsFor = (context: Context): Sourced<readonly ScoredRelease[]> => {
  const today = context.clock.today();
  return sampled(sampleReleases(addDays(today, -WINDOW_DAYS), today));
};

/** Weighted average of the clipped surprises; undefined without a release, which is not the same as no surprise. */
function average(releases: readonly ScoredRelease[]): number | undefined {
  const weight = releases.reduce((sum, r) => sum + WEIGHTS[r.importance], 0);
  if (weight === 0) return undefined;
  const total = releases.reduce((sum, r) => sum + WEIGHTS[r.importance] * Math.max(-CLIP, Math.min(CLIP, r.surprise)), 0);
  return total / weight;
}

/**
 * The economic surprise index over the trailing 90 days, in standard deviations; positive means better than expected.
 * `event_count` is the number of scored releases behind the headline and `thin` is true where it is small. Fails with
 * `no_data_yet` before coverage begins. Source: generated sample rows.
 */
const esi: Evaluate = ([field], context) => {
  const today = context.clock.today();
  const { rows, ...origin } = rowsFor(context);
  const say = answering(origin, MAX_AGE_S, CAVEATS);
  if (today < COVERED_FROM) return say.reason("no_data_yet", `the economic surprise index begins on ${COVERED_FROM}`);
  const date = sessionOnOrBefore(today) < COVERED_FROM ? today : sessionOnOrBefore(today);
  const headline = rows.filter((r) => !r.inflation);
  const reading = (releases: readonly ScoredRelease[], what: string) => {
    const value = average(releases);
    return value === undefined
      ? say.reason("no_data_yet", `no ${what} release has been scored in the ${WINDOW_DAYS} days to ${today}; see event_count`, date)
      : say.number(rounded(value, 3), "idx", date);
  };
  switch (field) {
    case "index":
      return reading(headline, "growth");
    case "inflation":
      return reading(
        rows.filter((r) => r.inflation),
        "inflation",
      );
    case "event_count":
      return say.number(headline.length, "count", date);
    case "thin":
      return { value: headline.length < THIN_BELOW, observation_date: date, max_age_s: MAX_AGE_S, caveats: CAVEATS, ...origin };
    case "date":
      return say.date(date, date);
    default:
      return say.reason("bad_argument", `ESI has no field ${field}`);
  }
};

export const surprise: Family = { name: "surprise", functions: { ESI: esi } };
