import { isNumeric } from "../../workbook/numeric";
import type { Block } from "../../workbook/block";
import { type CellValue, isError } from "../../workbook/cell";
import { channelsOf, colorOfChannels } from "../../workbook/color-channels";
import { hasCell } from "../../workbook/cell-reference";
import { BY_ORDER, type CellOperator, type ConditionalFormat, type FormatRule, type Icon, type ScalePoint } from "../../workbook/conditional-format";
import { topTest } from "../../workbook/filter-cells";
import { wildcardSource } from "../../workbook/find-text";
import { readLiteral } from "../../workbook/formulas/literal";
import { compare } from "../functions/compare";
import { generalText } from "../general-text";
import { iconAt } from "./grid-rule";
import { periodTest } from "./periods";

/** A bar as Univer draws it: its length from the axis, below zero to the left, and where the axis is, in percent. */
interface Bar {
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
function pointValue({ kind, value = "" }: ScalePoint, sorted: readonly number[], resultOf: (formula: string) => number | undefined): number | undefined {
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  if (kind === "min") return least;
  if (kind === "max") return most;
  if (kind === "autoMin") return Math.min(0, least);
  if (kind === "autoMax") return Math.max(0, most);
  const given = isNumeric(value) ? Number(value) : resultOf(value);
  if (given === undefined) return undefined;
  if (kind === "percent") return least + ((most - least) * given) / 100;
  return kind === "percentile" ? percentile(sorted, given / 100) : given;
}

/** The colour of a value between the points of a scale. */
function colorAt(value: number, points: readonly { readonly color: string; readonly at: number }[]): string {
  const next = points.findIndex(({ at }) => value <= at);
  if (next < 0) return points.at(-1)!.color;
  if (next === 0) return points[0]!.color;
  const [a, b] = [points[next - 1]!, points[next]!];
  const share = b.at === a.at ? 1 : (value - a.at) / (b.at - a.at);
  const to = channelsOf(b.color);
  return colorOfChannels(channelsOf(a.color).map((channel, i) => channel + (to[i]! - channel) * share));
}

/** The bar of a value between the ends of a rule; undefined for none. */
function barOf(
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

/** What a conditional format reads. */
export interface FormatSources {
  readonly valueAt: (row: number, column: number) => CellValue;
  /** Today's serial number of the 1900 system. */
  readonly today: () => number;
  /** What makes a day of the workbook one of the 1900 system. */
  readonly daysTo1900: number;
  /** The result of the rule's formula for a cell; undefined while it is not known. */
  readonly isTrueAt: (row: number, column: number) => boolean | undefined;
  /** The result of the formula of a point of a scale; undefined while it is not known, and for one that is not a number. */
  readonly pointAt: (formula: string) => number | undefined;
  /** The used part of the sheet. */
  readonly used: Block;
}

/** What a conditional format does to a cell. */
export type CellFormat =
  | { readonly kind: "look" }
  | { readonly kind: "color"; readonly color: string }
  | { readonly kind: "bar"; readonly bar: Bar }
  | { readonly kind: "icon"; readonly icon: Icon | null };

const LOOK: CellFormat = { kind: "look" };
type CellTest = (row: number, column: number) => CellFormat | undefined;

const textOf = (value: CellValue): string =>
  value === null || isError(value) ? "" : typeof value === "number" ? generalText(value) : typeof value === "boolean" ? String(value).toUpperCase() : value;

type Constant = number | string | boolean;

/** The constants of a rule about the cell's value; undefined if one is a formula. */
export function constantsOf(formulas: readonly string[]): Constant[] | undefined {
  const values = formulas.map((formula) => readLiteral(formula.trim()));
  return values.every((value) => typeof value === "number" || typeof value === "string" || typeof value === "boolean") ? values : undefined;
}

/** As `A1<5` in a cell: a blank is 0 or "", a text is greater than any number, an error is nothing. */
function isOfCell(value: CellValue, operator: CellOperator, [a = 0, b = 0]: readonly Constant[]): boolean {
  if (isError(value)) return false;
  if (operator !== "between" && operator !== "notBetween") return BY_ORDER[operator](compare(value, a));
  const [least, most] = compare(a, b) <= 0 ? [a, b] : [b, a];
  const isInside = compare(value, least) >= 0 && compare(value, most) <= 0;
  return isInside === (operator === "between");
}

/** Excel calculates SEARCH, LEFT or RIGHT: only a text that is looked for anywhere has wildcards. */
function hasRuleText(operator: Extract<FormatRule, { kind: "text" }>["operator"], text: string): (value: CellValue) => boolean {
  const pattern = new RegExp(wildcardSource(text), "iu");
  const isSame = (part: string): boolean => compare(part, text) === 0;
  switch (operator) {
    case "containsText":
      return (value) => !isError(value) && pattern.test(textOf(value));
    case "notContainsText":
      return (value) => isError(value) || !pattern.test(textOf(value));
    case "beginsWith":
      return (value) => !isError(value) && isSame(textOf(value).slice(0, text.length));
    case "endsWith":
      return (value) => !isError(value) && isSame(text === "" ? "" : textOf(value).slice(-text.length));
  }
}

const STATES: Readonly<Record<string, (value: CellValue) => boolean>> = {
  containsBlanks: (value) => !isError(value) && textOf(value).trim() === "",
  notContainsBlanks: (value) => !isError(value) && textOf(value).trim() !== "",
  containsErrors: isError,
  notContainsErrors: (value) => !isError(value),
};

/** What counts as the same value: a text that is a number is that number, and case does not count. */
function keyOf(value: CellValue): string | undefined {
  if (value === null || value === "") return undefined;
  if (isError(value)) return `error ${value.error}`;
  if (typeof value === "boolean") return `flag ${value}`;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? `number ${Number(number.toPrecision(15))}` : `text ${String(value).toUpperCase()}`;
}

/** The values in areas of a sheet. */
function valuesIn(areas: readonly Block[], { valueAt, used }: FormatSources): CellValue[] {
  const values: CellValue[] = [];
  const seen = areas.length > 1 ? new Set<string>() : undefined;
  for (const area of areas) {
    const [lastRow, lastColumn] = [Math.min(area.row + area.rows, used.rows), Math.min(area.column + area.columns, used.columns)];
    for (let row = area.row; row < lastRow; row++)
      for (let column = area.column; column < lastColumn; column++) {
        // A cell of two areas counts once.
        if (seen?.has(`${row},${column}`)) continue;
        seen?.add(`${row},${column}`);
        values.push(valueAt(row, column));
      }
  }
  return values;
}
const isNumber = (value: CellValue): value is number => typeof value === "number";

function countTest({ repeated }: Extract<FormatRule, { kind: "count" }>, values: readonly CellValue[]): (value: CellValue) => boolean {
  const counts = new Map<string, number>();
  for (const value of values) {
    const key = keyOf(value);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (value) => {
    const count = counts.get(keyOf(value) ?? "") ?? 0;
    return repeated ? count > 1 : count === 1;
  };
}

function averageTest({ below, orEqual, deviations = 0 }: Extract<FormatRule, { kind: "average" }>, numbers: readonly number[]): (value: CellValue) => boolean {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const deviation = numbers.length < 2 ? 0 : Math.sqrt(numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (numbers.length - 1));
  const limit = mean + (below ? -1 : 1) * deviations * deviation;
  return (value) => {
    if (!isNumber(value) || numbers.length === 0) return false;
    const order = compare(value, limit);
    return order === 0 ? orEqual === true : order < 0 === (below === true);
  };
}

/** The test of a rule that looks at the values of all its cells, or of the cell alone. */
function lookTest(rule: FormatRule, areas: readonly Block[], sources: FormatSources): ((value: CellValue, row: number, column: number) => boolean) | undefined {
  switch (rule.kind) {
    case "cell": {
      const constants = constantsOf(rule.formulas);
      return constants ? (value) => isOfCell(value, rule.operator, constants) : (_, row, column) => sources.isTrueAt(row, column) === true;
    }
    case "formula":
      return (_, row, column) => sources.isTrueAt(row, column) === true;
    case "text":
      return hasRuleText(rule.operator, rule.text);
    case "state":
      return STATES[rule.state]!;
    case "period": {
      const isIn = periodTest(rule.period, sources.today());
      return (value) => isNumber(value) && isIn(Math.floor(value) + sources.daysTo1900);
    }
    case "count":
      return countTest(rule, valuesIn(areas, sources));
    case "top":
      return topTest(valuesIn(areas, sources).filter(isNumber), rule.rank, rule.percent, rule.bottom);
    case "average":
      return averageTest(rule, valuesIn(areas, sources).filter(isNumber));
    default:
      return undefined;
  }
}

/** The test of a rule that draws: scales, bars and icons are for numbers only. */
function drawTest(rule: FormatRule, areas: readonly Block[], sources: FormatSources): ((value: number) => CellFormat | undefined) | undefined {
  const numbers = valuesIn(areas, sources).filter(isNumber);
  const sorted = numbers.sort((a, b) => a - b);
  const valueOf = (point: Parameters<typeof pointValue>[0]): number | undefined => pointValue(point, sorted, sources.pointAt);
  if (rule.kind === "scale") {
    const points = rule.points.map((point) => ({ color: point.color, at: valueOf(point) }));
    if (points.some(({ at }) => at === undefined)) return undefined;
    return (value) => ({ kind: "color", color: colorAt(value, points as { color: string; at: number }[]) });
  }
  if (rule.kind === "bar") {
    const [from, to] = [valueOf(rule.from), valueOf(rule.to)];
    if (from === undefined || to === undefined) return undefined;
    return (value) => {
      const bar = barOf(value, from, to, rule);
      return bar && { kind: "bar", bar };
    };
  }
  if (rule.kind !== "icons") return undefined;
  const limits = rule.points.map((point, i) => (i === 0 ? Number.NEGATIVE_INFINITY : valueOf(point)));
  if (limits.includes(undefined)) return undefined;
  return (value) => {
    let place = limits.length - 1;
    while (place > 0 && !(rule.points[place]!.above ? value > limits[place]! : value >= limits[place]!)) place--;
    return { kind: "icon", icon: iconAt(rule, place) };
  };
}

/** Says what a conditional format does to each cell, as Excel does, until one of the cells that it reads changes. */
export function formatCells({ areas, rule }: Pick<ConditionalFormat, "areas" | "rule">, sources: FormatSources): CellTest {
  let look: ReturnType<typeof lookTest>;
  let draw: ReturnType<typeof drawTest>;
  let isReady = false;
  return (row, column) => {
    if (!areas.some((area) => hasCell(area, row, column))) return undefined;
    if (!isReady) {
      isReady = true;
      look = lookTest(rule, areas, sources);
      draw = look ? undefined : drawTest(rule, areas, sources);
    }
    const value = sources.valueAt(row, column);
    if (look) return look(value, row, column) ? LOOK : undefined;
    return draw && isNumber(value) ? draw(value) : undefined;
  };
}
