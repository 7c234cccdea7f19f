import type { FormatRule, ScalePoint } from "../../workbook/conditional-format";

/** A bar as Univer draws it: its length from the axis, below zero to the left, and where the axis is, in percent. */
export interface Bar {
  readonly color: string;
  readonly value: number;
  readonly startPoint: number;
}

/** The value between numbers at a share of their count, as PERCENTILE gives it. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const place = (sorted.length - 1) * Math.min(Math.max(share, 0), 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

/**
 * The value of a point; undefined if it has none.
 *
 * @param sorted the numbers of all cells of the rule
 */
export function pointValue({ kind, value = "" }: ScalePoint, sorted: readonly number[], resultOf: (formula: string) => number | undefined): number | undefined {
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  if (kind === "min") return least;
  if (kind === "max") return most;
  if (kind === "autoMin") return Math.min(0, least);
  if (kind === "autoMax") return Math.max(0, most);
  const given = value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : resultOf(value);
  if (given === undefined) return undefined;
  if (kind === "percent") return least + ((most - least) * given) / 100;
  return kind === "percentile" ? percentile(sorted, given / 100) : given;
}

const channels = (color: string): number[] => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));

/** The colour of a value between the points of a scale. */
export function colorAt(value: number, points: readonly { readonly color: string; readonly at: number }[]): string {
  const next = points.findIndex(({ at }) => value <= at);
  if (next < 0) return points.at(-1)!.color;
  if (next === 0) return points[0]!.color;
  const [a, b] = [points[next - 1]!, points[next]!];
  const share = b.at === a.at ? 1 : (value - a.at) / (b.at - a.at);
  const [from, to] = [channels(a.color), channels(b.color)];
  return `#${from
    .map((channel, i) =>
      Math.round(channel + (to[i]! - channel) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")
    .toUpperCase()}`;
}

/** The bar of a value between the ends of a rule; undefined for none. */
export function barOf(
  value: number,
  from: number,
  to: number,
  { color, negative = color, lengths: [least, most], axis }: Extract<FormatRule, { kind: "bar" }>,
): Bar | undefined {
  const share = (part: number, whole: number): number => Math.min(Math.max(whole === 0 ? 1 : part / whole, 0), 1);
  const bar = (length: number, startPoint: number): Bar | undefined =>
    length === 0 ? undefined : { color: length < 0 ? negative : color, value: length, startPoint };
  if (axis && from < 0 && to > 0) {
    const zero = (-from / (to - from)) * 100;
    return bar(value < 0 ? -share(value, from) * most : share(value, to) * most, zero);
  }
  if (axis && from < 0 && to <= 0) return bar(-(least + share(to - value, to - from) * (most - least)), 100);
  return bar(least + share(value - from, to - from) * (most - least), 0);
}
