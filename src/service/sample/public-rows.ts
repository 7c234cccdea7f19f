import { addDays, type IsoDate, isoOf } from "../../contract/dates";
import type { Dataset, StoredRecord } from "../records/record";
import { allReleasedBefore, releaseOfHoldings, releaseOfObservation, releaseOfRecord } from "../releases/releases";
import { firstDay } from "../time/calendar";
import type { Clock } from "../time/clock";

/** A sample row in the shape of an imported one, so that the same code reads both. */
export const sampleRow = <T>(entity: string, date: IsoDate, known: IsoDate, key: string, body: T): StoredRecord<T> => ({
  entity,
  date,
  known,
  key,
  body,
  source: "sample",
});

/**
 * Which sample rows are public at a moment, by the release rules of published rows. Sample rows exist for every day, so a family that shows them asks here first:
 * else a cell would show a figure on the day that it describes. Moments are in milliseconds since 1970.
 */

/** The service's day and moment. */
export type Now = Pick<Clock, "today" | "moment">;

/** True if an observation of a series is public at a moment. */
export const isPublicObservation = (series: string, date: IsoDate, moment: number): boolean => releaseOfObservation(series, date, "sample").at <= moment;

/** A day before which every observation of a series is public at a moment. */
export const allPublicBefore = (series: string, moment: number): IsoDate => allReleasedBefore(series, moment, "sample");

/** True if a record is public at a moment. */
export function isPublicRecord(dataset: Dataset, row: StoredRecord<object>, moment: number): boolean {
  const release = releaseOfRecord({ ...row, dataset });
  return release === undefined || release.at <= moment;
}

/** True if the institutions' reports for a quarter are public at a moment. Sample quarters have no filing day. */
export const isPublicQuarter = (period: IsoDate, moment: number): boolean => releaseOfHoldings({ period, filed: null }).at <= moment;

const earlier = (a: IsoDate, b: IsoDate): IsoDate => (a < b ? a : b);

/** The newest day for which `isPublic` is true, up to the day of a moment in UTC. */
const newestDay = (moment: number, isPublic: (day: IsoDate) => boolean): IsoDate => firstDay(isoOf(moment), -1, isPublic);

/** The answer for each dataset at the moment that was asked last: all cells of a batch have the same moment. */
const newestDays = new Map<Dataset, { readonly moment: number; readonly day: IsoDate }>();

/** The newest day up to which records are public that are dated by a day and, if they are filings, were filed on it. */
export function newestPublicDay(dataset: Dataset, now: Now): IsoDate {
  const moment = now.moment();
  let known = newestDays.get(dataset);
  if (known?.moment !== moment) {
    const rowOf = (day: IsoDate) => ({ entity: "", date: day, known: day, key: "", body: { filed: day }, source: "sample" }) as const;
    known = { moment, day: newestDay(moment, (day) => isPublicRecord(dataset, rowOf(day), moment)) };
    newestDays.set(dataset, known);
  }
  return earlier(known.day, now.today());
}

/** The newest day on which an observation of a series would be public. */
export function newestPublicObservation(series: string, now: Now): IsoDate {
  const moment = now.moment();
  const newest = newestDay(moment, (day) => isPublicObservation(series, day, moment));
  return earlier(newest, now.today());
}

/** The end of the last period whose observation is public, of the periods that `endOnOrBefore` returns. */
export function newestPublicPeriod(series: string, { moment }: Now, endOnOrBefore: (day: IsoDate) => IsoDate): IsoDate {
  const at = moment();
  let end = endOnOrBefore(isoOf(at));
  while (!isPublicObservation(series, end, at)) end = endOnOrBefore(addDays(end, -1));
  return end;
}
