import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { whyUnknown } from "../../names/unknown";
import { TENOR_SERIES } from "../../../contract/series";
import { TENOR_CHOICES, TENORS, type Tenor } from "../../../contract/vocabulary";
import { sampleLatest } from "../../sample/series";
import { MAXIMUM_AGES, staleText } from "../../answers/maximum-age";
import { dueIn, LOAD_OR_ASK_LATER, nextStep, notPublicText, whenPublic, type Due } from "../awaited";
import { seriesReader, type Obs, type SeriesReader } from "../macro/series-reader";
import { answering, DATE_KIND, NO_ROWS, SAMPLE, valueOf, type Origin, unknownReason } from "../../answers/answering";
import { DAY, HOUR, type FamilyAnswer, type Family } from "../../answers/family";
import { only } from "../../answers/field-ages";
import type { Context } from "../../answers/context";

/** A date without a curve resolves to the last curve at most this many days before it. */
const MAX_DAYS_BACK = MAXIMUM_AGES.daily_series.days;

const PERCENT = { unit: "%" } as const;
const CAVEATS = ["yield_curve_partial_is_partial"] as const;

/** The 10-year comes first: it has a yield on every session, so most searches end with it. */
const SEARCH_ORDER: readonly Tenor[] = ["10Y", ...TENORS.filter((t) => t !== "10Y")];

const readerOf = (tenor: Tenor, context: Context): SeriesReader => seriesReader(TENOR_SERIES[tenor], context)!;

/** The last session of the published curve on or before the day: a day on which any imported tenor has a yield. */
function publishedSession(date: IsoDate, context: Context): Obs | undefined {
  let newest: Obs | undefined;
  for (const tenor of SEARCH_ORDER) {
    const reader = readerOf(tenor, context);
    const last = reader.imported ? reader.latest(date, 1)[0] : undefined;
    if (last && (!newest || last.date > newest.date)) newest = last;
    if (newest?.date === date) break;
  }
  return newest;
}

/** Readers of the imported tenors; empty if the whole curve is sample data. */
const publishedReaders = (context: Context): SeriesReader[] => SEARCH_ORDER.map((t) => readerOf(t, context)).filter((r) => r.imported);

/** The first day of any imported tenor, even if it is after the service's date. */
const beginningOf = (context: Context): IsoDate | undefined =>
  publishedReaders(context)
    .flatMap(({ series }) => context.store.observations.loaded(series.id)?.first ?? [])
    .sort()[0];

/** The last session of the sample curve: that of the 10-year tenor, which has values from the curve's first day. */
function sampleSession(upTo: IsoDate, moment: number): Obs | undefined {
  const row = sampleLatest(TENOR_SERIES["10Y"], upTo, 1, moment)[0];
  return row && { ...row, sample: true };
}

function yieldOf([tenorIn, dateIn]: readonly unknown[], context: Context): FamilyAnswer {
  const tenor = tenorIn as string;
  const today = context.clock.today();
  const requested = (dateIn as IsoDate | null) ?? today;
  const isTenor = (TENORS as readonly string[]).includes(tenor);
  if (!isTenor && tenor !== "AS_OF") return unknownReason(answering(NO_ROWS, DAY, CAVEATS), whyUnknown("tenor", tenor, TENOR_CHOICES));

  const tenorReader = isTenor ? readerOf(tenor as Tenor, context) : undefined;
  const fromPublished = tenorReader ? tenorReader.imported : publishedReaders(context).length > 0;
  const upTo = requested < today ? requested : today;
  // A day on which this tenor has a yield is a session, so the other tenors are not searched.
  const onDay = tenorReader?.imported ? tenorReader.on(upTo) : undefined;
  const session = onDay ?? (fromPublished ? publishedSession(upTo, context) : sampleSession(upTo, context.clock.moment()));
  const first = session ?? (fromPublished ? publishedReaders(context)[0]?.next("0001-01-01") : undefined);
  const origin: Origin = first ?? (fromPublished ? { source: "treasury", sample: false } : SAMPLE);
  const { reason, reasonOn } = answering(origin, HOUR, CAVEATS);

  const isOld = session !== undefined && daysBetween(session.date, requested) > MAX_DAYS_BACK;
  // Without a date the question is about the latest curve. AS_OF gives its day even if it is too old for a yield.
  if (isOld && dateIn === null) {
    if (!tenorReader) return valueOf(session.date, DATE_KIND, session, session.date, HOUR, CAVEATS);
    const load = "Load newer data; AS_OF as the tenor gives the last day.";
    const then = nextStep("The curve", [tenorReader.series.id], session.date, today, context, load);
    return reasonOn(session.date, "stale", staleText("daily_series", `YIELD ${tenor}`, session.date, today, then));
  }
  if (!session || isOld) {
    const earliest = addDays(requested, -MAX_DAYS_BACK);
    const begins = session || !fromPublished ? undefined : beginningOf(context);
    // If the loaded curve begins after the day, its own curve is not loaded, public or not.
    const isLoaded = fromPublished && (begins === undefined || begins <= requested);
    const rule: Due = isLoaded ? dueIn(publishedReaders(context)[0]!.series.id, earliest, upTo, context) : { awaited: [] };
    const [last, next] = [rule.awaited.at(-1), rule.awaited[0]];
    if (last && rule.due === undefined) return reason("no_curve", notPublicText({ ...last, of: "The curve" }, session?.date));
    if (next && rule.due !== undefined)
      return reason("no_curve", {
        short: `No curve is loaded on or before ${rule.due}.`,
        full: `No curve is loaded from ${earliest} to ${rule.due}. ${whenPublic({ ...next, of: "The curve" })}. ${LOAD_OR_ASK_LATER}`,
      });
    const nearestBefore = session ? ` The last one is from ${session.date}.` : begins ? ` The loaded curve begins on ${begins}.` : "";
    const future = requested > today ? ` (the service's date is ${today})` : "";
    return reason("no_curve", {
      short: session ? `No curve for ${requested}: the last one is ${session.date}.` : `No curve is loaded for ${requested}.`,
      full: `No curve is loaded for ${requested}${future} or the ${MAX_DAYS_BACK} days before.${nearestBefore}`,
    });
  }
  const max_age_s = daysBetween(session.date, today) > MAX_DAYS_BACK ? DAY : HOUR;
  if (!tenorReader) return valueOf(session.date, DATE_KIND, session, session.date, max_age_s, CAVEATS);
  const point = onDay ?? tenorReader.on(session.date);
  if (!point) {
    const before = tenorReader.latest(addDays(session.date, -1), 1)[0];
    const after = tenorReader.next(addDays(session.date, 1));
    const known = before ? ` The last ${tenor} is from ${before.date}.` : after ? ` The loaded ${tenor} begins on ${after.date}.` : "";
    return reasonOn(session.date, "tenor_missing", {
      short: `The curve of ${session.date} has no ${tenor}.`,
      full: `The curve of ${session.date} has no ${tenor}, and tenors are not interpolated.${known}`,
    });
  }
  return valueOf(point.value, PERCENT, point, session.date, max_age_s, CAVEATS);
}

/** The Treasury's constant-maturity curve: eleven tenors, neither interpolated nor carried forward. */
export const curve: Family = {
  name: "curve",
  series: Object.values(TENOR_SERIES),
  functions: {
    YIELD: {
      evaluate: yieldOf,
      ages: { fields: only("last before"), age: () => "daily_series" },
      universe: () => TENORS.length,
      asOf: "name",
    },
  },
};
