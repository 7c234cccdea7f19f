import { wordList } from "../contract/text";
import { isNumeric } from "./numeric";
import type { Block } from "./block";
import type { CellStyle, Color } from "./cell";

/** What an operator of a file says of two values, by their order. */
export const BY_ORDER = {
  lessThan: (order: number): boolean => order < 0,
  lessThanOrEqual: (order: number): boolean => order <= 0,
  equal: (order: number): boolean => order === 0,
  notEqual: (order: number): boolean => order !== 0,
  greaterThanOrEqual: (order: number): boolean => order >= 0,
  greaterThan: (order: number): boolean => order > 0,
} as const;
export type OrderOperator = keyof typeof BY_ORDER;
/** The signs of the operators in formulas. */
export const OPERATOR_SIGNS: Readonly<Record<OrderOperator, string>> = {
  lessThan: "<",
  lessThanOrEqual: "<=",
  equal: "=",
  notEqual: "<>",
  greaterThanOrEqual: ">=",
  greaterThan: ">",
};
export type CellOperator = OrderOperator | "between" | "notBetween";
export const CELL_OPERATORS: readonly CellOperator[] = [...(Object.keys(BY_ORDER) as OrderOperator[]), "between", "notBetween"];

export const TEXT_RULES = ["containsText", "notContainsText", "beginsWith", "endsWith"] as const;
type TextRule = (typeof TEXT_RULES)[number];

export const STATE_RULES = ["containsBlanks", "notContainsBlanks", "containsErrors", "notContainsErrors"] as const;
type StateRule = (typeof STATE_RULES)[number];

export const PERIODS = wordList("today yesterday tomorrow last7Days thisWeek lastWeek nextWeek thisMonth lastMonth nextMonth");
export type Period = (typeof PERIODS)[number];

/** A point of a scale. `formula` is displayed, without its equals sign; the other kinds with a value have a number there, or a formula that gives it. */
export interface ScalePoint {
  readonly kind: "min" | "max" | "autoMin" | "autoMax" | "num" | "percent" | "percentile" | "formula";
  readonly value?: string;
  /** The icon begins above the point, not at it. */
  readonly above?: true;
}

/** One icon: its set, and its number there from the lowest. */
export interface Icon {
  readonly set: string;
  readonly place: number;
}

/** When cells are formatted, as Excel's files say it. Formulas are displayed, without their equals sign, and written for the first cell of the areas. */
export type FormatRule =
  | { readonly kind: "cell"; readonly operator: CellOperator; readonly formulas: readonly string[] }
  | { readonly kind: "formula"; readonly formula: string }
  | { readonly kind: "text"; readonly operator: TextRule; readonly text: string }
  | { readonly kind: "state"; readonly state: StateRule }
  | { readonly kind: "period"; readonly period: Period }
  | { readonly kind: "count"; readonly repeated: boolean }
  | { readonly kind: "top"; readonly rank: number; readonly percent?: true; readonly bottom?: true }
  | { readonly kind: "average"; readonly below?: true; readonly orEqual?: true; readonly deviations?: number }
  | { readonly kind: "scale"; readonly points: readonly (ScalePoint & { readonly color: Color })[] }
  | {
      readonly kind: "bar";
      readonly from: ScalePoint;
      readonly to: ScalePoint;
      readonly color: Color;
      /** Of values below zero; missing: the same. */
      readonly negative?: Color;
      readonly solid?: true;
      readonly hidesValue?: true;
      /** Shortest and longest bar, in percent of the cell. */
      readonly lengths: readonly [least: number, most: number];
      /** Bars begin at an axis at zero. Missing for bars of Excel 2007, which all begin at the left. */
      readonly axis?: true;
    }
  | {
      readonly kind: "icons";
      readonly set: string;
      readonly points: readonly ScalePoint[];
      /** The icon of each point, where they are not those of the set; undefined for no icon. */
      readonly icons?: readonly (Icon | null)[];
      readonly reversed?: true;
      readonly hidesValue?: true;
    };

/** What a rule changes of a cell's look. `false` takes a property of the cell away. */
export interface FormatLook extends Pick<CellStyle, "color" | "fill" | "top" | "right" | "bottom" | "left"> {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** Number format in en-US form. */
  readonly format?: string;
}

/** A conditional format of a sheet. */
export interface ConditionalFormat {
  /** Which rule of the sheet's file it is; missing for a new one. */
  readonly source?: string;
  readonly areas: readonly Block[];
  readonly rule: FormatRule;
  /** Missing for scales, bars and icons, and for a rule that only ends the formatting of a cell. */
  readonly look?: FormatLook;
  /** Rules after this one do not format a cell that it formats. */
  readonly stops?: true;
}

/** The first cell of areas, for which the formulas of a rule are written. */
export function firstCell(areas: readonly Block[]): { readonly row: number; readonly column: number } {
  let [row, column] = [Infinity, Infinity];
  for (const area of areas) [row, column] = [Math.min(row, area.row), Math.min(column, area.column)];
  return { row, column };
}

const mapPoint = <P extends ScalePoint>(point: P, change: (formula: string) => string): P =>
  point.value === undefined || point.kind === "percent" || isNumeric(point.value) ? point : { ...point, value: change(point.value) };

/** A rule with each of its formulas changed. */
export function withFormulas(rule: FormatRule, change: (formula: string) => string): FormatRule {
  switch (rule.kind) {
    case "cell":
      return { ...rule, formulas: rule.formulas.map(change) };
    case "formula":
      return { ...rule, formula: change(rule.formula) };
    case "scale":
      return { ...rule, points: rule.points.map((point) => mapPoint(point, change)) };
    case "bar":
      return { ...rule, from: mapPoint(rule.from, change), to: mapPoint(rule.to, change) };
    case "icons":
      return { ...rule, points: rule.points.map((point) => mapPoint(point, change)) };
    default:
      return rule;
  }
}

/** The formulas of a rule. */
export function formulasOf(rule: FormatRule): string[] {
  const found: string[] = [];
  withFormulas(rule, (formula) => {
    found.push(formula);
    return formula;
  });
  return found;
}
