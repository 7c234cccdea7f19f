import { addDays, type IsoDate } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import type { StatedForecast } from "../../records/macro";
import type { Check, IncomingDelivery, Finding } from "./delivery";

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
    const other = new Map<string, { readonly sentence: string; count: number }>();
    for (const { dataset, entity: series, date, body } of records) {
      if (dataset !== "forecast") continue;
      const { value } = body as StatedForecast;
      const near = valueNear(series, date, delivery);
      if (!near || !isOtherUnit(series, value, near.value)) continue;
      const found = other.get(series);
      if (found) found.count++;
      else
        other.set(series, {
          sentence: `the forecast of ${series} for ${date} is ${value}, and its stored value of ${near.date} is ${near.value} (${seriesOf(series)?.unit})`,
          count: 1,
        });
    }
    return [...other.values()].map(({ sentence, count }) => ({
      file: label,
      sentence: `${sentence}${count > 1 ? `; ${count - 1} more of its forecasts differ ten times or more` : ""}. ESI does not count a forecast in another unit; convert it to the unit of the series, and import the file again`,
    }));
  });
