const written = "/* Written by scripts/generate.mjs from the declarations in src/service/records/series. Do not edit. */\n";

/** Source of contract/listed/series.ts: what clients know of each series, in groups that share all but id and title, in the order of the declarations. */
export function listedSeriesText(series) {
  const groups = new Map();
  for (const { id, title, unit, frequency, decimals, publisher, weekday } of series) {
    const [first, second] = [JSON.stringify([unit, frequency, decimals, publisher]).slice(1, -1), weekday === undefined ? "" : `, ${weekday}`];
    const [key, last] = [`${first}|${second}`, [...groups.keys()].at(-1)];
    // Only neighbours share a group, so that the order of the series stays.
    const name = last?.endsWith(key) ? last : `${groups.size} ${key}`;
    groups.set(name, { first, second, titles: { ...groups.get(name)?.titles, [id]: title } });
  }
  const lines = [...groups.values()].map(({ first, second, titles }) => `  [${first}, ${JSON.stringify(titles)}${second}],`);
  return `${written}import type { Unit } from "../units";

type Frequency = "daily" | "weekly" | "monthly" | "quarterly";

/** Groups of series: their unit, frequency, decimals and publisher, titles by id, and the weekday of weekly ones. */
export const LISTED_SERIES: readonly (readonly [
  unit: Unit,
  frequency: Frequency,
  decimals: number,
  publisher: string,
  titles: Readonly<Record<string, string>>,
  weekday?: number,
])[] = [
${lines.join("\n")}
];
`;
}

/** Source of contract/listed/series-search.ts: by which words each series is found, and in which group of results. */
export function seriesSearchText(series) {
  const lines = series
    .filter(({ search, words, isYield }) => search ?? words ?? isYield)
    .map(({ id, search: names, words, isYield }) => `  ${id}: ${JSON.stringify({ names, words, isYield })},`);
  return `${written}
/** How a series is found. */
interface SeriesSearch {
  /** Other names that mean exactly this series, separated by bars. */
  readonly names?: string;
  /** More words. */
  readonly words?: string;
  /** True if it is listed among Treasury yields. */
  readonly isYield?: true;
}

export const SERIES_SEARCH: Readonly<Record<string, SeriesSearch>> = {
${lines.join("\n")}
};
`;
}
