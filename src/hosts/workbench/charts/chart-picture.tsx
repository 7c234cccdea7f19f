import { format } from "numfmt";
import { isoOfSerial } from "../../../contract/dates";
import { largest, smallest } from "../../../contract/lists";
import { shortened } from "../../../contract/reason";
import { SERIES_COLORS } from "../../../workbook/xlsx/chart-parts";
import { counted } from "../../../contract/counted";
import type { SheetChart } from "../../../workbook/book";

/** A chart with the numbers of its cells. */
export interface DrawnChart {
  readonly chart: SheetChart;
  readonly categories: readonly string[];
  /** The day of each category, earliest first, if they are days. */
  readonly days?: readonly number[];
  /** null is a gap. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

/** Values of a series that are read out one by one. A longer series has its ends, its lowest and its highest value read out. */
const READ_OUT = 60;

/** What a screen reader says of a chart. */
export function chartInWords({ chart, categories, series }: DrawnChart): string {
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

const TOP = 34;
const RIGHT = 16;
const LEGEND = 22;
const LABELS = 20;
/** Width of a character of the labels. */
const CHARACTER = 6;
const LONGEST_LABEL = 18;
/** Width of the label of a day, with the space beside it. */
const DAY_LABEL = 100;
/** Width of a character of the title. */
const TITLE_CHARACTER = 7.5;

/** Values of the grid lines: about five, at round numbers, from the lowest to the highest value, with 0 for columns and bars. */
export function ticksOf(values: readonly number[], withZero: boolean): readonly number[] {
  const all = withZero ? [...values, 0] : values;
  const [low, high] = [smallest(all), largest(all)];
  const range = high - low || Math.abs(high) || 1;
  const rough = range / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** Most decimals that are added to labels so that they differ. */
const MOST_DECIMALS = 12;

/** Labels of these grid lines in a number format, with as many more decimals as it takes that no label appears twice. */
export function tickLabelsOf(ticks: readonly number[], pattern: string): readonly string[] {
  for (let more = 0; ; more++) {
    // The last digit of each section, with its decimals.
    const finer = pattern.replace(/0(\.0+)?(?=[^0;]*(;|$))/g, (digit, decimals?: string) => (more === 0 ? digit : `0${decimals ?? "."}${"0".repeat(more)}`));
    const labels = ticks.map((tick) => format(finer, tick));
    if (more === MOST_DECIMALS || new Set(labels).size === labels.length) return labels;
  }
}

/** Pieces of a line between its gaps, as the points of an SVG polyline. */
export function linePieces(points: readonly (readonly [number, number] | null)[]): readonly string[] {
  const pieces: string[][] = [[]];
  for (const point of points)
    if (point) pieces.at(-1)!.push(point.map((n) => n.toFixed(1)).join(","));
    else pieces.push([]);
  return pieces.filter((piece) => piece.length > 0).map((piece) => piece.join(" "));
}

const longestOf = (texts: readonly string[]): number => largest([1, ...texts.map(({ length }) => length)]);

/** Labels of an axis of days, at equal distances, as many as have room. */
export function dayLabelsOf(days: readonly number[], width: number): readonly { readonly share: number; readonly text: string }[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const most = Math.max(1, Math.floor(width / DAY_LABEL));
  const steps = Math.min(most, last - first);
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = steps === 0 ? 0.5 : i / steps;
    const day = Math.round(first + share * (last - first));
    return { share: last === first ? 0.5 : (day - first) / (last - first), text: isoOfSerial(day) ?? String(day) };
  });
}

/** Where a chart's values and categories are in its picture. */
interface Plot {
  readonly isBar: boolean;
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
  /** The place of a value along its axis. */
  readonly along: (value: number) => number;
  /** The middle of a category along the other axis. */
  readonly middle: (category: number) => number;
  /** Space for a category. */
  readonly room: number;
  /** The values at the ends of the axis. */
  readonly ends: readonly [low: number, high: number];
}

function plotOf({ chart, categories, days, series }: DrawnChart, ticks: readonly number[], labels: readonly string[], width: number, height: number): Plot {
  const isBar = chart.kind === "bar";
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const left = 14 + longestOf(isBar ? categories.map((category) => shortened(category, LONGEST_LABEL)) : labels) * CHARACTER;
  const bottom = height - LABELS - (series.length > 1 ? LEGEND : 4);
  const size = { width: Math.max(1, width - left - RIGHT), height: Math.max(1, bottom - TOP) };
  const share = (value: number): number => (value - low) / (high - low);
  const room = (isBar ? size.height : size.width) / Math.max(1, categories.length);
  const [firstDay = 0, lastDay = 0] = days ? [days[0], days.at(-1)] : [];
  const dayShare = (i: number): number => (lastDay > firstDay ? ((days?.[i] ?? firstDay) - firstDay) / (lastDay - firstDay) : 0.5);
  return {
    ...{ isBar, left, bottom, room, width: size.width, ends: [low, high] },
    along: (value) => (isBar ? left + share(value) * size.width : TOP + (1 - share(value)) * size.height),
    middle: (i) => (days ? left + dayShare(i) * size.width : (isBar ? TOP : left) + (i + 0.5) * room),
  };
}

const colorOf = (series: number): string => `#${SERIES_COLORS[series % SERIES_COLORS.length]}`;

/** The grid lines of the values, with their labels. */
function ValueAxis({ plot, ticks, labels }: { readonly plot: Plot; readonly ticks: readonly number[]; readonly labels: readonly string[] }) {
  const { isBar, left, width, bottom } = plot;
  return ticks.map((tick, i) => {
    const at = plot.along(tick);
    const [line, label] = isBar
      ? [{ x1: at, x2: at, y1: TOP, y2: bottom }, { x: at, y: bottom + 15, "text-anchor": "middle" } as const]
      : [{ x1: left, x2: left + width, y1: at, y2: at }, { x: left - 6, y: at + 4, "text-anchor": "end" } as const];
    return (
      <>
        <line class="chart-grid" {...line} />
        <text {...label}>{labels[i]}</text>
      </>
    );
  });
}

/** The labels of the categories: days at equal distances, each bar's name, or as many columns' names as have room. */
function CategoryAxis({
  plot: { isBar, left, width, bottom, middle, room },
  drawn: { categories, days },
}: {
  readonly plot: Plot;
  readonly drawn: DrawnChart;
}) {
  if (days)
    return dayLabelsOf(days, width).map(({ share, text }) => (
      <text x={left + share * width} y={bottom + 15} text-anchor={share === 0 ? "start" : share === 1 ? "end" : "middle"}>
        {text}
      </text>
    ));
  const every = Math.ceil((longestOf(categories) * CHARACTER + 6) / room);
  return categories.map((category, i) =>
    isBar ? (
      <text x={left - 6} y={middle(i) + 4} text-anchor="end">
        {shortened(category, LONGEST_LABEL)}
      </text>
    ) : (
      i % every === 0 && (
        <text x={middle(i)} y={bottom + 15} text-anchor="middle">
          {category}
        </text>
      )
    ),
  );
}

/** The columns or bars of a series, the `place`th of several. */
function Bars({ plot, values, place, of }: { readonly plot: Plot; readonly values: readonly (number | null)[]; readonly place: number; readonly of: number }) {
  const { isBar, along, middle, ends, room } = plot;
  const thickness = (room * 0.62) / Math.max(1, of);
  return values.map((value, i) => {
    if (value === null) return null;
    const [from, to] = [along(Math.max(ends[0], Math.min(0, ends[1]))), along(value)];
    const side = middle(i) + (place - of / 2) * thickness;
    const [at, size] = [Math.min(from, to), Math.abs(to - from)];
    const shape = isBar ? { x: at, y: side, width: size, height: thickness } : { x: side, y: at, width: thickness, height: size };
    return <rect {...shape} fill={colorOf(place)} />;
  });
}

/** The names of several series, with their colours. */
function Legend({ plot, series, height }: { readonly plot: Plot; readonly series: DrawnChart["series"]; readonly height: number }) {
  return series.map(({ name }, i) => {
    const x = plot.left + (i * plot.width) / series.length;
    return (
      <>
        <rect x={x} y={height - 17} width="14" height="4" fill={colorOf(i)} />
        <text x={x + 20} y={height - 11}>
          {name}
        </text>
      </>
    );
  });
}

/** A picture of a chart, as Excel draws it. */
export function ChartPicture({ drawn, width, height }: { readonly drawn: DrawnChart; readonly width: number; readonly height: number }) {
  const { chart, series } = drawn;
  const numbers = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const ticks = ticksOf(numbers.length > 0 ? numbers : [0, 1], chart.kind !== "line");
  const labels = tickLabelsOf(ticks, chart.format);
  const plot = plotOf(drawn, ticks, labels, width, height);
  return (
    <svg role="img" aria-label={chartInWords(drawn)} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      <rect class="chart-ground" x="0.5" y="0.5" width={width - 1} height={height - 1} />
      <text class="chart-title" x={width / 2} y="22" text-anchor="middle">
        {shortened(chart.title, Math.floor((width - RIGHT) / TITLE_CHARACTER))}
      </text>
      <ValueAxis plot={plot} ticks={ticks} labels={labels} />
      <CategoryAxis plot={plot} drawn={drawn} />
      {series.map(({ values }, s) =>
        chart.kind === "line" ? (
          linePieces(values.map((value, i) => (value === null ? null : [plot.middle(i), plot.along(value)]))).map((points) => (
            <polyline class="chart-line" points={points} stroke={colorOf(s)} />
          ))
        ) : (
          <Bars plot={plot} values={values} place={s} of={series.length} />
        ),
      )}
      {series.length > 1 && <Legend plot={plot} series={series} height={height} />}
    </svg>
  );
}
