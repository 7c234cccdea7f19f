import { addDays, type IsoDate } from "../../contract/dates";
import type { Observations } from "../store/observations";
import type { ReadFile } from "../publishers/refuse-disagreement";
import { RefusedFile } from "../publishers/refused-file";

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
/** Days without a known value are compared with the last known one before them, if that is no older. */
const MOST_DAYS = 45;

/** The file's value for a day beside what is known of that day, or of one shortly before it. */
function ratioOf(observations: Pick<Observations, "latest">, series: string, date: IsoDate, value: number): number | undefined {
  const known = observations.latest(series, date, 1)[0];
  return known && known.date >= addDays(date, -MOST_DAYS) && known.value !== null && known.value !== 0 && value !== 0 ? value / known.value : undefined;
}

/**
 * A person's own file in another scale than what is known already: yields as fractions, dollars in place of billions.
 *
 * @throws RefusedFile where all of a series' values that can be compared differ from the known ones by the same power of ten.
 */
export function refuseOtherScale(files: readonly ReadFile[], observations: Pick<Observations, "latest">): void {
  for (const { name, rows } of files)
    for (const series of new Set(rows.filter((r) => r.source === "user").map((r) => r.series))) {
      const compared = rows.flatMap(({ series: of, date, value }) => {
        const ratio = of === series && value !== null ? ratioOf(observations, series, date, value) : undefined;
        return ratio === undefined || value === null ? [] : [{ date, value, ratio }];
      });
      const [first] = compared;
      const scale = first && FACTORS.find(([factor]) => compared.every(({ ratio }) => Math.abs(ratio / factor - 1) <= TOLERANCE));
      if (scale)
        throw new RefusedFile(
          `${name}: ${series} is ${first.value} on ${first.date}, ${scale[1]} of what is known, and so are all values that can be compared; bring the file to the unit of the series, or forget what is known of it first.`,
        );
    }
}
