import type { PublishedRow } from "../../records/published-row";
import type { Check } from "./delivery";

const say = (value: number | null): string => (value === null ? "missing" : String(value));

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
        return [{ sentence: `${row.series} on ${row.date} is ${say(before.row.value)} in ${before.label} and ${say(row.value)} in ${label}${where}` }];
      }
      if (!before || before.row.value === null) taken.set(key, { row, label });
    }
  return [];
};
