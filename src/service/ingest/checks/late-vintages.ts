import { counted } from "../../../contract/counted";
import { seriesOf } from "../../../contract/series";
import type { PublishedRow } from "../../records/published-row";
import { rowsBySeries, type Check, type Finding } from "./delivery";

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
    return [{ ...(file === undefined ? {} : { file }), sentence }];
  });
