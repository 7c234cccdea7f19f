import type { Area } from "./areas";
import type { Block } from "./block";

/** The cells of a line chart: a line of headings, then the rows. */
export interface ChartCells {
  /** Adjacent columns: first those with the labels, then those with the values. */
  readonly cells: Area;
  /** The number of columns with labels. The first has days. */
  readonly labels: number;
  /** `down`: a row for each label; `across`: a column for each. */
  readonly orientation: "down" | "across";
  /** Number format of the values. */
  readonly format: string;
}

/** A line chart to draw. */
export interface NewChart extends ChartCells {
  readonly title: string;
  /** The cells of the same sheet that it covers. */
  readonly at: Block;
}
