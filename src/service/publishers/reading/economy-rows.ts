import { shown } from "../../../contract/arguments";
import { periodEnd } from "../../records/economy-series";
import { economyOf } from "../../records/economies";
import type { SourceId } from "../../records/attribution";
import type { PublishedRow } from "../../records/published-row";
import { RefusedFile } from "./text";
import type { SdmxLine } from "./sdmx-csv";

/** How the lines of a table of economies are read. */
interface EconomyReading {
  readonly source: SourceId;
  /** The column that names the economy. */
  readonly area: string;
  readonly frequency: "monthly" | "quarterly";
  /** The series of an economy, by this service's code. */
  readonly series: (economy: string) => string;
  /** Bounds in the unit of the values. A value outside means that columns or the decimal point have shifted. */
  readonly from: number;
  readonly to: number;
}

const PERIODS = {
  monthly: { form: /^\d{4}-\d{2}$/, words: "a month as YYYY-MM" },
  quarterly: { form: /^\d{4}-Q[1-4]$/, words: "a quarter as YYYY-Q1" },
};

/**
 * Reads the rows of a table of economies, dated by the last day of each period. Economies that are not served, such as most groups of countries, are left out.
 *
 * @throws RefusedFile for another kind of period, a value out of bounds, two values for one period of one economy, and a table without any served economy.
 */
export function economyRows(lines: readonly SdmxLine[], { source, area, frequency, series, from, to }: EconomyReading): PublishedRow[] {
  const { form, words } = PERIODS[frequency];
  const taken = new Map<string, PublishedRow>();
  for (const { number, period, value, cell } of lines) {
    const date = form.test(period) ? periodEnd(period) : undefined;
    if (date === undefined) throw new RefusedFile(`expected ${words} under TIME_PERIOD, got ${shown(period)}; download it again`, number);
    if (value !== null && (value < from || value > to))
      throw new RefusedFile(`expected a value from ${from} to ${to} under OBS_VALUE, got ${value}; the decimal point may have shifted: check the file`, number);
    const economy = economyOf(cell(area));
    if (economy === undefined) continue;
    const row: PublishedRow = { series: series(economy), date, value, source };
    const key = `${row.series} ${date}`;
    const before = taken.get(key);
    if (before && before.value !== value)
      throw new RefusedFile(`${cell(area)} appears twice for ${period} with different values; download one kind of figure at a time`, number);
    taken.set(key, row);
  }
  if (taken.size === 0) throw new RefusedFile("the file has no economy that this service serves; download all areas");
  return [...taken.values()];
}
