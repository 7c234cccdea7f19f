import { addDays, type IsoDate } from "../../contract/dates";
import type { AskedKeyword } from "../publishers/publisher";
import type { Store } from "../store/store";

/** Longer than the longest window of a cell. */
const LOOKED_AT_DAYS = 45;

/** The keywords that are to be fetched, with the days that are kept of each: those named, or those that cells have asked for. */
export const askedKeywords = (
  { keywords, records }: Pick<Store, "keywords" | "records">,
  named: readonly string[] | undefined,
  today: IsoDate,
): AskedKeyword[] =>
  (named ?? keywords.list()).map((keyword) => ({
    keyword,
    kept: new Set(records.between("report_count", keyword, addDays(today, -LOOKED_AT_DAYS), today, today).map((row) => row.date)),
  }));
