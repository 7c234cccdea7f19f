import { addDays, type IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { seriesOf } from "../../../contract/series";
import type { StatedForecast } from "../../records/macro";
import type { PublishedRow } from "../../records/record";
import { type Check, COMPARED_DAYS, type Finding, type IncomingDelivery, rowsBySeries } from "./delivery";

/** A forecast this many times the value that it is compared with, or less than its reciprocal, is in another unit, or is a change. */
const MOST_TIMES = 10;
/** A forecast is compared with a stored value at most this many days before its period. */
const MOST_DAYS_BEFORE = 366;
/** Rates near zero may be ten times each other within a percentage point. */
const LEAST_POINTS = 1;

/** The stored value of a period, or the last one before it. Undefined if none is near, and for 0. */
function valueNear(series: string, period: IsoDate, { newestUntil }: IncomingDelivery): { readonly date: IsoDate; readonly value: number } | undefined {
  const near = newestUntil(series, period);
  return near && near.value !== 0 && near.date >= addDays(period, -MOST_DAYS_BEFORE) ? near : undefined;
}

function isOtherUnit(series: string, forecast: number, value: number): boolean {
  if (seriesOf(series)?.unit === "%" && Math.abs(forecast - value) < LEAST_POINTS) return false;
  const times = Math.abs(forecast / value);
  return times >= MOST_TIMES || times <= 1 / MOST_TIMES;
}

/** Finds forecasts that are ten or more times the stored values of their series, such as claims in thousands, or less than a tenth. */
export const forecastUnit: Check = (delivery) =>
  delivery.documents.flatMap(({ label, records = [] }): Finding[] => {
    const other = records.flatMap(({ dataset, entity: series, date, body }) => {
      if (dataset !== "forecast") return [];
      const { value } = body as StatedForecast;
      const near = valueNear(series, date, delivery);
      return near && isOtherUnit(series, value, near.value) ? [{ series, date, value, near }] : [];
    });
    return [...groupedBy(other, ({ series }) => series).values()].map((of) => {
      const { series, date, value, near } = of[0]!;
      const first = `the forecast of ${series} for ${date} is ${value}, and its stored value of ${near.date} is ${near.value} (${seriesOf(series)?.unit})`;
      const more = of.length > 1 ? `; ${of.length - 1} more of its forecasts differ ten times or more` : "";
      return {
        file: label,
        sentence: `${first}${more}. ESI does not count a forecast in another unit; convert it to the unit of the series, and import the file again`,
      };
    });
  });

/** Factors between a file in fractions, percent, thousands or millions and the series' own unit. */
const FACTORS: readonly (readonly [factor: number, words: string])[] = [
  [0.01, "a hundredth of"],
  [100, "a hundred times"],
  [0.001, "a thousandth of"],
  [1_000, "a thousand times"],
  [0.000_001, "a millionth of"],
  [1_000_000, "a million times"],
];
/** Tolerance of the factor, because a rate moves between two days. */
const TOLERANCE = 0.25;
/** Fewer restated days of a publisher prove nothing: a repo operation may truly be a thousand times another. */
const FEWEST_RESTATED = 3;

/**
 * True for an index, which may be rebased: all values are divided by one number, by a hundred or more after high inflation. That is not another scale. The
 * bounds of curated indices are still checked.
 */
const isRebased = (series: string): boolean => seriesOf(series)?.unit === "idx" || /^ECON\.(cpi|reer|house_prices)\./.test(series);

/** Compares each value with the last stored one, at most `COMPARED_DAYS` older, or of the same day if `sameDayOnly`. `known` and the rows may be in any order. */
function comparedOf(rows: readonly PublishedRow[], known: ReturnType<IncomingDelivery["known"]>, sameDayOnly: boolean) {
  const values = known.flatMap(({ date, value }) => (value === null || value === 0 ? [] : [{ date, value }]));
  const ordered = [...rows].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  let at = -1;
  return ordered.flatMap(({ date, value }) => {
    while (at + 1 < values.length && (values[at + 1]?.date ?? "") <= date) at++;
    const before = values[at];
    if (!before || value === null || value === 0 || before.date < (sameDayOnly ? date : addDays(date, -COMPARED_DAYS))) return [];
    return [{ date, value, ratio: value / before.value }];
  });
}

/**
 * Finds a series in another scale than the stored one, such as yields as fractions or dollars instead of billions: all comparable values differ by the same
 * power of ten. An operator's file is compared with all stored values; a publisher's document only with publishers' values of the same days, because an
 * operator's file proves nothing against it.
 */
export const scale: Check = ({ documents, known }) =>
  documents.flatMap(({ label, ...document }): Finding[] => {
    for (const [series, rows] of rowsBySeries([document])) {
      const own = rows.every((r) => r.source === "user");
      if (!own && isRebased(series)) continue;
      const stored = own ? known(series) : known(series).filter((o) => o.source !== "user");
      const compared = comparedOf(rows, stored, !own);
      const [first] = compared;
      if (!first || compared.length < (own ? 1 : FEWEST_RESTATED)) continue;
      const found = FACTORS.find(([factor]) => compared.every(({ ratio }) => Math.abs(ratio / factor - 1) <= TOLERANCE));
      if (!found) continue;
      const sentence = `${series} is ${first.value} on ${first.date}, ${found[1]} the stored value, and so is every other value that can be compared; convert the file to the unit of the series, or forget the stored series first`;
      return [{ file: label, sentence }];
    }
    return [];
  });
