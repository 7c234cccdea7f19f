import { format } from "numfmt";
import { counted } from "../../contract/counted";
import type { DrawnChart } from "./drawn-chart";

/** Values of a series that are read out one by one. A longer series has its ends, its lowest and its highest value read out. */
const READ_OUT = 60;

/** What a screen reader says of a chart. */
export function inWords({ chart, categories, series }: DrawnChart): string {
  const shown = (value: number): string => format(chart.format, value);
  const wordsOf = (values: readonly (number | null)[]): string => {
    if (values.length <= READ_OUT) return values.map((value, i) => `${categories[i] ?? ""} ${value === null ? "no value" : shown(value)}`).join(", ");
    const known = values.flatMap((value, i) => (value === null ? [] : [{ value, at: categories[i] ?? "" }]));
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) return "no values";
    const lowest = known.reduce((a, b) => (b.value < a.value ? b : a));
    const highest = known.reduce((a, b) => (b.value > a.value ? b : a));
    return `${counted(known.length, "value")}, from ${first.at} ${shown(first.value)} to ${last.at} ${shown(last.value)}, lowest ${lowest.at} ${shown(lowest.value)}, highest ${highest.at} ${shown(highest.value)}`;
  };
  return `Chart: ${chart.title}. ${series.map(({ name, values }) => `${name}: ${wordsOf(values)}`).join(". ")}.`;
}
