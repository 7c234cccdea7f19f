import { addDays, type IsoDate } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import type { PublishedRow } from "../../records/published-row";
import { COMPARED_DAYS, rowsBySeries, type Check, type Delivery, type Finding } from "./delivery";

/** What a file in fractions, percent, thousands or millions comes to beside the same series in its own unit. */
const FACTORS: readonly (readonly [factor: number, words: string])[] = [
  [0.01, "a hundredth"],
  [100, "a hundred times"],
  [0.001, "a thousandth"],
  [1_000, "a thousand times"],
  [0.000_001, "a millionth"],
  [1_000_000, "a million times"],
];
/** A rate moves between two days, though not by a factor: so much may be between what is known and what is new, times the factor. */
const TOLERANCE = 0.25;
/** Fewer restated days of a publisher say nothing: a repo operation of one day may truly be a thousand times that of another. */
const FEWEST_RESTATED = 3;

/**
 * An index may be set to another base year, which divides all of its values by one number: by a hundred and more where inflation was high. That
 * is no other scale. The bounds of curated indices are checked all the same.
 */
const isRebased = (series: string): boolean => seriesOf(series)?.unit === "idx" || /^ECON\.(cpi|reer|house_prices)\./.test(series);

interface Compared {
  readonly date: IsoDate;
  readonly value: number;
  readonly ratio: number;
}

/** The last stored value on or before each day, if it is near. `known` and the rows may come in any order of days. */
function comparedOf(rows: readonly PublishedRow[], known: ReturnType<Delivery["known"]>, sameDayOnly: boolean): Compared[] {
  const values = known.flatMap(({ date, value }) => (value === null || value === 0 ? [] : [{ date, value }]));
  const ordered = [...rows].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  let at = -1;
  return ordered.flatMap(({ date, value }): Compared[] => {
    while (at + 1 < values.length && (values[at + 1]?.date ?? "") <= date) at++;
    const before = values[at];
    if (!before || value === null || value === 0 || before.date < (sameDayOnly ? date : addDays(date, -COMPARED_DAYS))) return [];
    return [{ date, value, ratio: value / before.value }];
  });
}

/**
 * A series in another scale than what is known of it: yields as fractions, dollars in place of billions. All values that can be compared differ from the known
 * ones by the same power of ten. A person's own file is compared with all that is known; a publisher's document with what publishers said of the same days,
 * for what a person brought before is no evidence against it.
 */
export const scale: Check = ({ documents, known }) =>
  documents.flatMap(({ label, ...document }): Finding[] => {
    for (const [series, rows] of rowsBySeries([document])) {
      const own = rows.every((r) => r.source === "user");
      if (!own && isRebased(series)) continue;
      const compared = own
        ? comparedOf(rows, known(series), false)
        : comparedOf(
            rows,
            known(series).filter((o) => o.source !== "user"),
            true,
          );
      const [first] = compared;
      if (!first || compared.length < (own ? 1 : FEWEST_RESTATED)) continue;
      const found = FACTORS.find(([factor]) => compared.every(({ ratio }) => Math.abs(ratio / factor - 1) <= TOLERANCE));
      if (!found) continue;
      const sentence = `${series} is ${first.value} on ${first.date}, ${found[1]} of what is known, and so are all values that can be compared; bring the file to the unit of the series, or forget what is known of it first`;
      return [{ file: label, sentence }];
    }
    return [];
  });
