import type { CaveatId } from "../../../contract/caveats";
import { whyUnknown } from "../../names/unknown";
import { RATE_KEYS, type RateKey } from "../../../contract/vocabulary";
import type { Unit } from "../../../contract/units";
import { daysBetween, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { edgeOfLoaded, gapReason, noneUpTo, type Obs, seriesReader } from "../macro/series-reader";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { answering, jointOrigin, NO_ROWS, ofDataset, ofSeries, sampled, type Origin, type Sourced, unknownReason } from "../../answers/answering";
import { HOUR, type FamilyAnswer, type Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { publishedRows } from "../../answers/published-rows";
import type { MoneyRate, RateRow } from "../../records/macro";
import { sampleRows } from "./sample";

const CAVEATS: readonly CaveatId[] = ["mm_volume_nyfed_only", "mm_administered_effective_dating", "mm_stress_is_width_not_level"];

/** The newest rows of a rate, at most `count`, newest first. An imported series has only the rate; volume and percentiles are not filled from sample data. */
export function ratesUpTo(key: RateKey, count: number, context: Context): Sourced<readonly RateRow[]> {
  const today = context.clock.today();
  if (context.store.records.isPublished("money_rate", key)) {
    const published = context.store.records.latest<MoneyRate>("money_rate", key, today, count);
    return { rows: published.map(({ date, body }) => ({ date, ...body })), ...ofDataset(published[0]?.source ?? "nyfed", "money_rate", key) };
  }
  if (context.store.observations.isPublished(key)) {
    const observations = seriesReader(key, context)?.latest(today, count) ?? [];
    return {
      rows: observations.map((o) => ({ date: o.date, rate: o.value, volume_bn: null, percentile_1: null, percentile_99: null })),
      ...(observations[0] ? jointOrigin(observations) : ofSeries("user", key)),
    };
  }
  return sampled(sampleRows(key, count, context.clock));
}

/** Rates and the target range are published on every business day. A range that ends more days before the rate may have changed since. */
const MAX_DAYS_BEHIND = MAXIMUM_AGES.daily_series.days;

/** Both ends of the target range on the last day up to `day` that has both: after a move an end of another day makes a range that never was. */
function rangeOn(day: IsoDate, context: Context): readonly [lower: Obs | undefined, upper: Obs | undefined] {
  const [lower, upper] = [seriesReader("DFEDTARL", context)!.latest(day, 1)[0], seriesReader("DFEDTARU", context)!.latest(day, 1)[0]];
  if (!lower || !upper || lower.date === upper.date) return [lower, upper];
  return rangeOn(lower.date < upper.date ? lower.date : upper.date, context);
}

const bps = (value: number): number => Number((value * 100).toFixed(2));

/** An end of the Federal Reserve's target range, or the place of a rate in it. */
function targetFigure(field: "target_lower" | "target_upper" | "corridor_position_pct", row: RateRow, origin: Origin, context: Context): FamilyAnswer {
  const { reason } = answering(origin, HOUR, CAVEATS);
  const [lower, upper] =
    field === "corridor_position_pct"
      ? rangeOn(row.date, context)
      : [seriesReader("DFEDTARL", context)!.latest(row.date, 1)[0], seriesReader("DFEDTARU", context)!.latest(row.date, 1)[0]];
  if (!lower || !upper || upper.value <= lower.value) {
    const edge = ["DFEDTARL", "DFEDTARU"].map((id) => edgeOfLoaded(id, "0001-01-01", row.date, context)).find((e) => e);
    return reason("corridor_unknown", {
      short: `The target range of ${row.date} is not known.`,
      full: `The target range of ${row.date} is not known${edge ? `; the loaded range begins on ${edge.date}` : ""}. Import the New York Fed's EFFR file to get it.`,
    });
  }
  const limits = lower.sample || upper.sample;
  const known = lower.date < upper.date ? lower.date : upper.date;
  if (!limits && daysBetween(known, row.date) > MAX_DAYS_BEHIND)
    return reason("corridor_unknown", {
      short: `The target range ends on ${known}.`,
      full: `The loaded target range ends on ${known}, more than ${MAX_DAYS_BEHIND} days before the rate of ${row.date}. To load EFFR up to that day: npm run -s data -- update nyfed`,
    });
  if (field !== "corridor_position_pct") {
    const limit = field === "target_lower" ? lower : upper;
    return answering(limit, HOUR, CAVEATS).number(limit.value, "%", limit.date);
  }
  const percent = Number((((row.rate - lower.value) / (upper.value - lower.value)) * 100).toFixed(2));
  const answer = answering(jointOrigin([origin, lower, upper]), HOUR, CAVEATS).number(percent, "%", row.date, "mm_corridor_position_unclamped");
  return limits || known === row.date ? answer : { ...answer, note: `the target range is from ${known}` };
}

function mmrate([keyIn]: readonly unknown[], context: Context, field: FieldName<"MMRATE">): FamilyAnswer {
  const key = keyIn as RateKey;
  if (!RATE_KEYS.includes(key)) return unknownReason(answering(NO_ROWS, 24 * HOUR), whyUnknown("rate", String(keyIn), RATE_KEYS));
  const { rows, ...origin } = ratesUpTo(key, field === "change_bps" ? 2 : 1, context);
  const { sample } = origin;
  const [row, before] = rows;
  const say = answering(origin, HOUR, CAVEATS);
  const { reason } = say;
  if (!row) {
    const today = context.clock.today();
    const none = noneUpTo(key, today, context);
    if (none) return reason("no_data_yet", none);
    return reason("no_data_yet", sample ? `${key} was not published by ${today}.` : `No ${key} is loaded on or before ${today}.`);
  }
  const number = (value: number | null, unit: Unit): FamilyAnswer =>
    value === null
      ? reason(
          "volume_not_published",
          sample
            ? {
                short: `No volume or percentiles are published for ${key}.`,
                full: `No volume or percentiles are published for ${key}. Only the five overnight rates computed from transactions have them.`,
              }
            : {
                short: `The imported ${key} has only the rate.`,
                full: `The imported series ${key} has only the rate, no volume or percentiles. Import the New York Fed's own file to get them.`,
              },
        )
      : say.number(value, unit, row.date);

  switch (field) {
    case "rate":
      return say.number(row.rate, "%", row.date);
    case "date":
      return say.date(row.date, row.date);
    case "volume_bn":
      return number(row.volume_bn, "$B");
    case "percentile_1":
      return number(row.percentile_1, "%");
    case "percentile_99":
      return number(row.percentile_99, "%");
    case "percentile_width_bps":
      return number(row.percentile_1 === null || row.percentile_99 === null ? null : bps(row.percentile_99 - row.percentile_1), "bps");
    case "change_bps":
      if (!before) return reason("no_observation", `Only one observation of ${key} is known: ${row.date}.`);
      return daysBetween(before.date, row.date) > MAX_DAYS_BEHIND
        ? say.reasonOn(row.date, "no_observation", gapReason(key, `MMRATE ${key} change_bps`, [before.date, row.date], context))
        : say.number(bps(row.rate - before.rate), "bps", row.date);
    case "target_lower":
    case "target_upper":
    case "corridor_position_pct":
      return targetFigure(field, row, origin, context);
  }
}

/** Six US money-market rates, with the Federal Reserve's target range. */
export const moneyMarket: Family = {
  name: "money-market",
  series: [...RATE_KEYS, "DFEDTARL", "DFEDTARU"],
  functions: {
    MMRATE: {
      evaluate: mmrate,
      ages: {
        fields: {
          ...all("latest", "rate", "volume_bn", "percentile_1", "percentile_99", "percentile_width_bps"),
          ...all("latest", "target_lower", "target_upper", "corridor_position_pct", "change_bps"),
          date: "day",
        },
        age: () => "daily_series",
        dayField: "date",
      },
      universe: () => RATE_KEYS.length,
      asOf: "name",
    },
  },
  rows: publishedRows(["money_rate"]),
};
