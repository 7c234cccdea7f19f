import type { SheetChart } from "../../workbook/book";

/** A chart with the numbers of its cells. */
export interface DrawnChart {
  readonly chart: SheetChart;
  readonly categories: readonly string[];
  /** The day of each category, earliest first, if they are days. */
  readonly days?: readonly number[];
  /** null is a gap. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}
