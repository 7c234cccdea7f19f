import { addDays, type IsoDate } from "../../../contract/dates";
import { seriesOf } from "../../../contract/series";
import type { PublishedRow } from "../../records/record";
import { COMPARED_DAYS, rowsBySeries, type Check, type IncomingDelivery, type Finding } from "./delivery";

/** Factors between a file in fractions, percent, thousands or millions and the series' own unit. */
const FACTORS: readonly (readonly [factor: number, words: string])[] = [
  [0.01, "a hundredth of"],
  [100, "a hundred times"],
  [0.001, "a thousandth of"],
  [1_000, "a thousand times"],
  [0.000_001, "a millionth of"],
  [1_000_000, "a million times"],
];
/** Tolerance of the factor, because a rate moves between two days. */
const TOLERANCE = 0.25;
/** Fewer restated days of a publisher prove nothing: a repo operation may truly be a thousand times another. */
const FEWEST_RESTATED = 3;

/**
 * True for an index, which may be rebased: all values are divided by one number, by a hundred or more after high inflation. That is not another scale. The
 * bounds of curated indices are still checked.
 */
const isRebased = (series: string): boolean => seriesOf(series)?.unit === "idx" || /^ECON\.(cpi|reer|house_prices)\./.test(series);

interface Compared {
  readonly date: IsoDate;
  readonly value: number;
  readonly ratio: number;
}

/** Compares each value with the last stored one, at most `COMPARED_DAYS` older, or of the same day if `sameDayOnly`. `known` and the rows may be in any order. */
function comparedOf(rows: readonly PublishedRow[], known: ReturnType<IncomingDelivery["known"]>, sameDayOnly: boolean): Compared[] {
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
 * Finds a series in another scale than the stored one, such as yields as fractions or dollars instead of billions: all comparable values differ by the same
 * power of ten. An operator's file is compared with all stored values; a publisher's document only with publishers' values of the same days, because an
 * operator's file proves nothing against it.
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
      const sentence = `${series} is ${first.value} on ${first.date}, ${found[1]} the stored value, and so is every other value that can be compared; convert the file to the unit of the series, or forget the stored series first`;
      return [{ file: label, sentence }];
    }
    return [];
  });
