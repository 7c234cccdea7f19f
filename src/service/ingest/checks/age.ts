import { addDays, type IsoDate } from "../../../contract/dates";
import { rowsBySeries, type Check, type Finding, type ParsedDocument } from "./delivery";

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
