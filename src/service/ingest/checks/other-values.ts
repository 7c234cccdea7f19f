import { counted } from "../../../contract/counted";
import { rowsBySeries, type Check, type Finding } from "./delivery";

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
    return [
      { ...(file === undefined ? {} : { file }), sentence: `${changed} of ${counted(after.size, "stored value")} of ${series} differ from the new ones` },
    ];
  });
