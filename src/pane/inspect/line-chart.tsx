import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { onColours } from "../colours";

const DAY_S = 86_400;

const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** The same label twice says that two different places are one: the later ones are left out. */
const once = (labels: readonly string[]): string[] => labels.map((label, i) => (labels.indexOf(label) < i ? "" : label));

/** Labels of an axis of dates, in UTC: years, months or days, by the distance between labels. Each once. */
export function dateLabels(splits: readonly number[]): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  return once(
    splits.map((s) => {
      const d = new Date(s * 1000);
      const month = `${d.getUTCFullYear()}-${twoDigits(d.getUTCMonth() + 1)}`;
      if (step > 300 * DAY_S) return String(d.getUTCFullYear());
      return step > 26 * DAY_S ? month : `${isOverYears(splits) ? month : month.slice(5)}-${twoDigits(d.getUTCDate())}`;
    }),
  );
}

/** True if two labels without their year would be the same. */
const isOverYears = (splits: readonly number[]): boolean => (splits[splits.length - 1] ?? 0) - (splits[0] ?? 0) > 364 * DAY_S;

const SCALES = [
  [1e9, "B"],
  [1e6, "M"],
  [1e4, "k"],
] as const;
const SIZES: Readonly<Record<string, number>> = { B: 1e9, M: 1e6, k: 1e3 };

function numberLabel(value: number, digits: number): string {
  const [, suffix = ""] = SCALES.find(([least]) => Math.abs(value) >= least) ?? [];
  return `${(value / (SIZES[suffix] ?? 1)).toLocaleString("en-US", { maximumSignificantDigits: digits })}${suffix}`;
}

/** Labels of an axis of numbers, shortened, because the pane is narrow: 7.2M for 7,200,000. They have as many digits as it takes to differ. */
export function numberLabels(splits: readonly number[]): string[] {
  for (let digits = 6; digits < 15; digits += 3) {
    const labels = splits.map((value) => numberLabel(value, digits));
    if (new Set(labels).size === labels.length) return labels;
  }
  return once(splits.map((value) => numberLabel(value, 15)));
}

/**
 * The page's colours for a canvas. Each is read as the computed colour of an element, because a canvas cannot draw with the system colours of forced
 * colours mode.
 */
function chartColours(within: Element) {
  const probe = document.createElement("span");
  probe.hidden = true;
  within.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = { line: read("--inspect-line"), text: read("--inspect-text"), grid: read("--inspect-grid"), mark: read("--inspect-mark") };
  probe.remove();
  return colours;
}

export interface LineChartProps {
  /** Ascending: seconds if `time`, else 0, 1, 2 …. */
  readonly xs: readonly number[];
  /** null is a gap: no point, and no line across it. */
  readonly ys: readonly (number | null)[];
  readonly time: boolean;
  /** Names the chart for screen readers. */
  readonly label: string;
  readonly unit: string;
  /** A point in words: `2024-06-19: 4.25 %`. */
  readonly pointWords: (at: number) => string;
  /** Labels of the x axis if `time` is false. */
  readonly names?: readonly string[];
  /** Index of the point that the cell shows. */
  readonly marked: number | undefined;
}

const HEIGHT = 190;
const FONT = '11px "Segoe UI", -apple-system, BlinkMacSystemFont, Roboto, Arial, sans-serif';
/** Up to this many points, each has a dot. */
const MAX_DOTS = 40;

/** The ends of an axis; a single value gets `room` on both sides. */
const spread = (min: number, max: number, room: number): [number, number] => (min === max ? [min - room, max + room] : [min, max]);

function optionsOf(props: LineChartProps, width: number, element: Element, moved: (at: number | null) => void): uPlot.Options {
  const { time, names, xs, marked, unit } = props;
  const colour = chartColours(element);
  const axis = {
    stroke: colour.text,
    font: FONT,
    grid: { stroke: colour.grid, width: 1 },
    ticks: { stroke: colour.text, width: 1, size: 4 },
  } satisfies uPlot.Axis;
  const every = width < 330 ? 2 : 1;
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 9, fill: colour.line, stroke: colour.line } },
    scales: {
      x: { time, range: () => (time ? spread(xs[0] ?? 0, xs[xs.length - 1] ?? 0, 15 * 86_400) : [-0.4, xs.length - 0.6]) },
      y: { range: (_, min, max) => (min === max ? spread(min, max, Math.abs(min) / 20 || 1) : uPlot.rangeNum(min, max, 0.1, true)) },
    },
    series: [{}, { stroke: colour.line, width: 1.5, spanGaps: false, points: { show: xs.length <= MAX_DOTS, size: 5, fill: colour.line } }],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    axes: [
      {
        ...axis,
        size: 26,
        ...(time
          ? { space: 62, values: (_, splits) => dateLabels(splits) }
          : { splits: () => xs.filter((_, i) => i % every === 0), values: (_, splits) => splits.map((s) => names?.[s] ?? "") }),
      },
      { ...axis, size: 48, values: (_, splits) => numberLabels(splits), label: unit, labelSize: 18, labelFont: FONT },
    ],
    hooks: {
      setCursor: [(u) => moved(u.cursor.idx ?? null)],
      draw: [
        (u) => {
          const [x, y] = marked === undefined ? [] : [props.xs[marked], props.ys[marked]];
          if (x === undefined || y == null) return;
          const [px, py] = [u.valToPos(x, "x", true), u.valToPos(y, "y", true)];
          const ratio = uPlot.pxRatio;
          u.ctx.save();
          u.ctx.strokeStyle = colour.mark;
          u.ctx.lineWidth = 2 * ratio;
          u.ctx.beginPath();
          u.ctx.arc(px, py, 6 * ratio, 0, 2 * Math.PI);
          u.ctx.stroke();
          u.ctx.restore();
        },
      ],
    },
  };
}

/** The next point with a value in that direction, or `from` if there is none. */
function step(ys: LineChartProps["ys"], from: number, by: number): number {
  const direction = Math.sign(by);
  let at = Math.min(Math.max(from + by, 0), ys.length - 1);
  while (at >= 0 && at < ys.length && ys[at] === null) at += direction;
  return ys[at] == null ? from : at;
}

/** Draws the chart into the element, again for other data, another width and other colours. */
function usePlot(props: LineChartProps, setAt: (at: number) => void) {
  const { xs, ys, marked } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let width = 0;
    const draw = () => {
      plot.current?.destroy();
      const moved = (to: number | null) => {
        if (to !== null && latest.current.ys[to] != null) setAt(to);
      };
      plot.current = new uPlot(optionsOf(latest.current, width, element, moved), [[...xs], [...ys]] as uPlot.AlignedData, element);
    };
    const resized = () => {
      const now = Math.floor(element.clientWidth);
      if (now === width || now === 0) return;
      width = now;
      draw();
    };
    const observer = new ResizeObserver(resized);
    observer.observe(element);
    resized();
    const ignoreColours = onColours(() => {
      if (width > 0) draw();
    });
    return () => {
      observer.disconnect();
      ignoreColours();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [xs, ys, marked]);
  return { box, plot };
}

/** A line chart. The point under the pointer, or chosen with the arrow keys, is written below and announced to screen readers. */
export function LineChart(props: LineChartProps) {
  const { xs, ys, label, pointWords, marked } = props;
  const last = ys.reduce<number>((found, y, i) => (y === null ? found : i), 0);
  const initial = marked ?? last;
  const [at, setAt] = useState(initial);
  const { box, plot } = usePlot(props, setAt);
  useEffect(() => setAt(initial), [xs, ys, initial]);

  const goTo = (to: number) => {
    setAt(to);
    const u = plot.current;
    const [x, y] = [xs[to], ys[to]];
    if (u && x !== undefined && y != null) u.setCursor({ left: u.valToPos(x, "x"), top: u.valToPos(y, "y") }, false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.round(ys.length / 12));
    const moves: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page, Home: 0, End: 0 };
    const by = moves[event.key];
    if (by === undefined) return;
    event.preventDefault();
    goTo(event.key === "Home" ? step(ys, -1, 1) : event.key === "End" ? last : step(ys, at, by));
  };
  return (
    <figure class="inspect-figure">
      <div
        class="inspect-chart"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(ys.length - 1, 0)}
        aria-valuenow={at}
        aria-valuetext={`${pointWords(at)}${at === marked ? ", this cell" : ""}`}
        onKeyDown={onKeyDown}
        ref={box}
      />
      <figcaption aria-hidden="true">
        <strong>{pointWords(at)}</strong>
        {at === marked ? " – this cell" : marked === undefined ? "" : <span class="quiet"> (ring: this cell)</span>}
      </figcaption>
    </figure>
  );
}
