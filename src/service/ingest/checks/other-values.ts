import { counted } from "../../../contract/counted";
import { rowsBySeries, type Check, type Finding } from "./delivery";

/** So many known values of one series replaced by others is rarely a revision: somebody took the wrong file, or the publisher has set another base. */
const FEWEST = 10;

/** Most of the known values of a series are others in the documents. */
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
    return [
      { ...(file === undefined ? {} : { file }), sentence: `Of ${counted(after.size, "value")} of ${series} that were known, ${changed} are others in it` },
    ];
  });
