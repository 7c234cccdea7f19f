import { counted } from "../../../contract/counted";
import { addDays, weekdayOf, type IsoDate } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import { doubtsOf } from "../../doubts/doubts";
import { outsideBounds } from "../../publishers/reading/rows-of";
import type { PublishedRow } from "../../records/record";
import { declaredSeries } from "../../records/series/declared";
import { rowsBySeries, type Check, type Finding, type ParsedDocument } from "./delivery";

/** Finds a value that a curated series cannot have in its own unit. */
export const unit: Check = ({ documents }) =>
  documents.flatMap(({ label, rows }): Finding[] => {
    for (const { series, date, value } of rows) {
      const sentence = outsideBounds(series, date, value);
      if (sentence !== undefined) return [{ file: label, sentence }];
    }
    return [];
  });

const shown = (value: number | null): string => (value === null ? "missing" : String(value));

/**
 * Finds two values for one day of one series, in one document or in two that are imported together: their order must not decide. A blank beside another
 * source's value is not a conflict: the value stays. Nor are two values that were published at different moments.
 */
export const disagreement: Check = ({ documents }) => {
  const taken = new Map<string, { readonly row: PublishedRow; readonly label: string }>();
  for (const { label, rows } of documents)
    for (const row of rows) {
      const key = `${row.series} ${row.date} ${row.published ?? ""}`;
      const before = taken.get(key);
      const blankElsewhere = before && before.row.source !== row.source && (before.row.value === null || row.value === null);
      if (before && before.row.value !== row.value && !blankElsewhere) {
        const where = before.label === label ? `; keep the right one` : `; import them one after the other, the right one last`;
        return [{ sentence: `${row.series} on ${row.date} is ${shown(before.row.value)} in ${before.label} and ${shown(row.value)} in ${label}${where}` }];
      }
      if (!before || before.row.value === null) taken.set(key, { row, label });
    }
  return [];
};

const CHECK_FILE = "Check that it is the right file";

/** Finds days without possible observations: future days, and weekends of daily series. They reveal a wrong file. */
export const impossibleDays: Check = ({ documents, today }) =>
  documents.flatMap(({ label, rows }): Finding[] => {
    for (const { series, date, value } of rows) {
      if (value === null) continue;
      const declared = declaredSeries(series);
      // A rate that is set ahead is listed up to the next business day, beyond a long weekend. A value is served from its own day on.
      if (date > today && date > addDays(today, declared?.setAhead ?? 0))
        return [{ file: label, sentence: `${series} has a value for ${date}, which is in the future. ${CHECK_FILE}` }];
      const weekday = weekdayOf(date);
      if ([0, 6].includes(weekday) && declared?.frequency === "daily" && declared.days !== "all")
        return [{ file: label, sentence: `the daily series ${series} has a value for ${date}, a ${weekday === 6 ? "Saturday" : "Sunday"}. ${CHECK_FILE}` }];
    }
    return [];
  });

/** A file that ends longer ago, with nothing newer stored, is history or an old copy. */
const LONG_AGO_DAYS = 2 * 366;

/** Compares a part of a feed with the document that it replaces. Importing an older one would undo a revision. */
function older({ newest, replaces }: ParsedDocument): Finding[] {
  const before = replaces?.newest;
  // A moving window of days may have fewer days, but never ends earlier.
  const shorter = before !== undefined && newest !== undefined && newest < before;
  if (!replaces?.isNewer && !shorter) return [];
  const ends = shorter ? ` (it ends on ${newest}, the stored one on ${before})` : "";
  const sentence = `this document is older than the stored one${ends}, so it was not imported; the next update tries again. If the publisher has removed days, import the file by hand`;
  return [{ sentence }];
}

/** A file replaces nothing. Old history is accepted, but an old copy by mistake must be reported. */
function endsLongAgo({ label, rows }: ParsedDocument, today: IsoDate, newestKnown: (series: string) => IsoDate | undefined): Finding[] {
  const limit = addDays(today, -LONG_AGO_DAYS);
  for (const [series, of] of rowsBySeries([{ rows }])) {
    const days = [...of.filter((r) => r.value !== null).map((r) => r.date), newestKnown(series) ?? ""];
    const newest = days.reduce((a, b) => (b > a ? b : a), "");
    if (newest !== "" && newest < limit) return [{ file: label, sentence: `${series} ends on ${newest}, and nothing newer is stored; check for newer data` }];
  }
  return [];
}

/** Finds a document older than the one it replaces, or a file that ends long ago. */
export const age: Check = ({ documents, today, newest }) =>
  documents.flatMap((document) => (document.replaces ? older(document) : endsLongAgo(document, today, newest)));

/** This many replaced values of one series are rarely a revision: it is the wrong file, or another base. */
const FEWEST = 10;

/** Finds series of which most stored values would change. */
export const otherValues: Check = ({ documents, known }) =>
  [...rowsBySeries(documents)].flatMap(([series, rows]): Finding[] => {
    const before = new Map(known(series).map((o) => [o.date, o]));
    const after = new Map<string, boolean>();
    for (const { date, value, source } of rows) {
      const then = before.get(date);
      // A blank never removes another source's value.
      if (then) after.set(date, then.value !== value && (value !== null || then.source === source));
    }
    const changed = [...after.values()].filter(Boolean).length;
    if (changed < FEWEST || changed <= after.size - changed) return [];
    const file = documents.find((d) => d.rows.some((r) => r.series === series))?.label;
    return [{ file, sentence: `${changed} of ${counted(after.size, "stored value")} of ${series} differ from the new ones` }];
  });

/** Doubts about one document that a message lists. `data -- check` lists all. */
const LISTED = 3;

/** Finds values that the checks of plausibility doubt. They are imported, and their answers carry the doubt. */
export const plausibility: Check = ({ documents, storedBefore }) =>
  documents.flatMap(({ label, records = [], reports = [] }) => {
    const doubts = [...reports.flatMap(({ doubt }) => doubt ?? []), ...records.flatMap((row) => doubtsOf(row, storedBefore))];
    const more = doubts.length - LISTED;
    const listed = doubts.slice(0, LISTED).map((sentence) => ({ file: label, sentence: sentence.replace(/\.$/, "") }));
    return more > 0 ? [...listed, { file: label, sentence: `${counted(more, "more doubt")}; to list them, type: npm run -s data -- check` }] : listed;
  });

const PERIODS: Readonly<Record<string, string>> = { daily: "day", weekly: "week", monthly: "month", quarterly: "quarter" };

/** Finds dates whose oldest vintage, also of the stored ones, came after their release: their first published value is unknown. */
export const lateVintages: Check = ({ documents, hasEarlierVintage }) =>
  [...rowsBySeries(documents)].flatMap(([series, rows]): Finding[] => {
    const oldest = new Map<string, PublishedRow>();
    for (const row of rows) {
      const before = oldest.get(row.date);
      if (row.published !== undefined && (before?.published === undefined || row.published < before.published)) oldest.set(row.date, row);
    }
    const late = [...oldest.values()].filter((row) => row.olderThanFile && !hasEarlierVintage(row)).map(({ date }) => date);
    if (late.length === 0) return [];
    const { id = series, frequency = "" } = seriesOf(series) ?? {};
    const file = documents.find((d) => d.rows.some((r) => r.series === series))?.label;
    const first = late.reduce((a, date) => (date < a ? date : a));
    const sentence = `the first vintage of ${late.length} of ${counted(oldest.size, PERIODS[frequency] ?? "date")} of ${id} came after the release, the first for ${frequency === "monthly" ? first.slice(0, 7) : first}. As of days in between they have the value that other files bring, if any, and what was published first is unknown. Load earlier vintages, or leave the file out`;
    return [{ file, sentence }];
  });
