import { addDays, type IsoDate } from "../../../contract/dates";
import { rowsBySeries, type Check, type Finding, type ParsedDocument } from "./delivery";

/** A file that ends longer ago, with nothing newer stored, is history or an old copy. */
const LONG_AGO_DAYS = 2 * 366;

/** A part of a feed is measured by the document that it replaces: a revision that it does not know yet would be undone. */
function older({ newest, replaces }: ParsedDocument): Finding[] {
  const before = replaces?.newest;
  // A window of days that moves on may hold fewer of them, but never ends earlier.
  const shorter = before !== undefined && newest !== undefined && newest < before;
  if (!replaces?.isNewer && !shorter) return [];
  const ends = shorter ? ` (it ends on ${newest}, that one on ${before})` : "";
  const sentence = `this is an older document than the one that was taken before${ends}: the publisher may be serving an old copy, so it was left; it is asked again later. If the publisher has taken days back, import the file by hand`;
  return [{ sentence }];
}

/** A file has no part: old history is welcome, and who brings an old copy by mistake must hear of it. */
function endsLongAgo({ label, rows }: ParsedDocument, today: IsoDate, newestKnown: (series: string) => IsoDate | undefined): Finding[] {
  const limit = addDays(today, -LONG_AGO_DAYS);
  for (const [series, of] of rowsBySeries([{ rows }])) {
    const days = [...of.filter((r) => r.value !== null).map((r) => r.date), newestKnown(series) ?? ""];
    const newest = days.reduce((a, b) => (b > a ? b : a), "");
    if (newest !== "" && newest < limit)
      return [{ file: label, sentence: `${series} ends on ${newest}, and nothing newer is known of it; look whether there is a newer file` }];
  }
  return [];
}

/** An older document than the one that it replaces, or a file that ends long ago. */
export const age: Check = ({ documents, today, newest }) =>
  documents.flatMap((document) => (document.replaces ? older(document) : endsLongAgo(document, today, newest)));
