import type { IRange, IStyleData } from "@univerjs/core";
import { quoted } from "../../contract/text";
import { isNumeric } from "../../workbook/numeric";
import type { Block } from "../../workbook/block";
import { fixedText, refOf } from "../../workbook/cell-address";
import {
  CELL_OPERATORS,
  firstCell,
  OPERATOR_SIGNS,
  PERIODS,
  STATE_RULES,
  TEXT_RULES,
  type CellOperator,
  type ConditionalFormat,
  type FormatRule,
  type Icon,
  type ScalePoint,
} from "../../workbook/conditional-format";
import { colorText } from "../book/cell-style";

/* Between a rule of a file and the form in which Univer's panel edits it. */

const NONE = "EMPTY_ICON_TYPE";
/** Sets that Univer lists from the lowest icon; all others begin with the highest. */
const FROM_LOWEST = new Set(["4Rating", "5Rating"]);

const size = (set: string): number => Number(set[0]);
const numberIn = (set: string, place: number): number => (FROM_LOWEST.has(set) ? place : size(set) - 1 - place);

/** An icon in Univer's form. */
export const gridIcon = (icon: Icon | null): { readonly iconType: string; readonly iconId: string } =>
  icon ? { iconType: icon.set, iconId: String(numberIn(icon.set, icon.place)) } : { iconType: NONE, iconId: "0" };

/** An icon of Univer; null for none, and for one that Excel does not have. */
const iconOfGrid = (set: string, id: string): Icon | null => (/^[345]/.test(set) ? { set, place: numberIn(set, Number(id)) } : null);

/** Icons, from the lowest, as a set, or each for itself if they are not those of one. */
function setOfIcons(icons: readonly (Icon | null)[]): { readonly set: string; readonly icons?: readonly (Icon | null)[]; readonly reversed?: true } {
  const set = icons[0]?.set ?? "";
  const last = icons.length - 1;
  const is = (placeOf: (i: number) => number): boolean =>
    size(set) === icons.length && icons.every((icon, i) => icon?.set === set && icon.place === placeOf(i));
  if (is((i) => i)) return { set };
  if (is((i) => last - i)) return { set, reversed: true };
  return { set: `${icons.length}Arrows`, icons };
}

interface GridValue {
  readonly type: string;
  readonly value?: number | string;
}

/** A rule as Univer has it; which members it has depends on its type. */
interface GridConfig {
  readonly type: string;
  readonly subType?: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly style?: IStyleData;
  readonly isBottom?: boolean;
  readonly isPercent?: boolean;
  readonly isShowValue?: boolean;
  readonly config?: unknown;
}

/** A conditional format as Univer keeps it. */
export interface GridRule {
  readonly cfId: string;
  readonly ranges: IRange[];
  readonly stopIfTrue: boolean;
  readonly rule: GridConfig;
  /** What Univer's form does not say, for as long as nobody changes the rule there. */
  readonly own?: OwnFormat;
  /** Of the sheet in the grid, which is smaller than in a file. */
  readonly size?: GridSize;
}
export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}
type OwnFormat = Pick<ConditionalFormat, "areas" | "rule" | "look">;

const unquoted = (formula: string): string | undefined => /^"((?:[^"]|"")*)"$/.exec(formula)?.[1]?.replaceAll('""', '"');

/** A rule about the cell's value as a formula for the first cell. */
export function cellFormula(operator: CellOperator, formulas: readonly string[], at: { readonly row: number; readonly column: number }): string {
  const cell = refOf(at);
  const [a = "0", b = "0"] = formulas.map((formula) => (isNumeric(formula) || unquoted(formula) !== undefined ? formula : `(${formula})`));
  if (operator !== "between" && operator !== "notBetween") return `${cell}${OPERATOR_SIGNS[operator]}${a}`;
  const inside = `AND(${cell}>=MIN(${a},${b}),${cell}<=MAX(${a},${b}))`;
  return operator === "between" ? inside : `NOT(${inside})`;
}

const valueOfPoint = ({ kind, value }: ScalePoint): GridValue => {
  const type = kind === "autoMin" ? "min" : kind === "autoMax" ? "max" : kind;
  if (value === undefined) return { type };
  return isNumeric(value) ? { type, value: Number(value) } : { type: "formula", value: `=${value}` };
};
const pointOfValue = ({ type, value }: GridValue): ScalePoint => {
  if (type === "min" || type === "max") return { kind: type };
  const text = String(value ?? "0").replace(/^=/, "");
  return { kind: type as ScalePoint["kind"], value: text === "" ? "0" : text };
};

function highlight(rule: FormatRule, areas: readonly Block[]): Omit<GridConfig, "type"> {
  const at = firstCell(areas);
  switch (rule.kind) {
    case "cell": {
      const { operator, formulas } = rule;
      if (formulas.every(isNumeric)) return { subType: "number", operator, value: formulas.length > 1 ? formulas.map(Number) : Number(formulas[0]) };
      const text = formulas.length === 1 ? unquoted(formulas[0]!) : undefined;
      if (text !== undefined && (operator === "equal" || operator === "notEqual")) return { subType: "text", operator, value: text };
      return { subType: "formula", value: `=${cellFormula(operator, formulas, at)}` };
    }
    case "formula":
      return { subType: "formula", value: `=${rule.formula}` };
    case "text":
      return { subType: "text", operator: rule.operator, value: rule.text };
    case "state":
      return { subType: "text", operator: rule.state, value: "" };
    case "period":
      return { subType: "timePeriod", operator: rule.period };
    case "count":
      return { subType: rule.repeated ? "duplicateValues" : "uniqueValues" };
    case "top":
      return { subType: "rank", isBottom: rule.bottom ?? false, isPercent: rule.percent ?? false, value: rule.rank };
    case "average":
      return { subType: "average", operator: `${rule.below ? "less" : "greater"}Than${rule.orEqual ? "OrEqual" : ""}` };
    default:
      throw new Error(`Expected a rule with a look, got ${rule.kind}.`);
  }
}

/** A rule in Univer's form. */
export function configOf({ areas, rule }: Pick<ConditionalFormat, "areas" | "rule">, style: IStyleData): GridConfig {
  if (rule.kind === "scale")
    return { type: "colorScale", config: rule.points.map((point, index) => ({ index, color: point.color, value: valueOfPoint(point) })) };
  if (rule.kind === "bar") {
    const { from, to, color, negative = color, solid, hidesValue } = rule;
    const config = { min: valueOfPoint(from), max: valueOfPoint(to), isGradient: !solid, positiveColor: color, nativeColor: negative };
    return { type: "dataBar", isShowValue: !hidesValue, config };
  }
  if (rule.kind === "icons") {
    const config = rule.points.map((point, i) => ({
      operator: point.above ? "greaterThan" : "greaterThanOrEqual",
      value: valueOfPoint(point),
      ...gridIcon(iconAt(rule, i)),
    }));
    return { type: "iconSet", isShowValue: !rule.hidesValue, config: config.reverse() };
  }
  return { type: "highlightCell", ...highlight(rule, areas), style };
}

/** The icon of a point; null for no icon. */
export function iconAt({ set, points, icons, reversed }: Extract<FormatRule, { kind: "icons" }>, i: number): Icon | null {
  const place = reversed ? points.length - 1 - i : i;
  return icons ? icons[place]! : { set, place };
}

function highlighted({ subType, operator = "", value, isBottom, isPercent }: GridConfig, areas: readonly Block[]): FormatRule {
  const cell = refOf(firstCell(areas));
  if (subType === "number") {
    const numbers = (Array.isArray(value) ? value : [value]).map((one) => String(Number(one ?? 0) || 0));
    const known = CELL_OPERATORS.find((one) => one === operator) ?? "equal";
    return { kind: "cell", operator: known, formulas: known === "between" || known === "notBetween" ? [numbers[0]!, numbers[1] ?? "0"] : [numbers[0]!] };
  }
  if (subType === "text") {
    const text = typeof value === "string" ? value : "";
    if (operator === "equal" || operator === "notEqual") return { kind: "cell", operator, formulas: [quoted(text)] };
    const state = STATE_RULES.find((one) => one === operator);
    if (state) return { kind: "state", state };
    return { kind: "text", operator: TEXT_RULES.find((one) => one === operator) ?? "containsText", text };
  }
  if (subType === "timePeriod") return { kind: "period", period: PERIODS.find((one) => one === operator) ?? "today" };
  if (subType === "duplicateValues" || subType === "uniqueValues") return { kind: "count", repeated: subType === "duplicateValues" };
  if (subType === "rank")
    return { kind: "top", rank: Math.max(1, Math.floor(Number(value) || 1)), ...(isPercent ? { percent: true } : {}), ...(isBottom ? { bottom: true } : {}) };
  if (subType === "average") {
    // Excel has no rule for what is exactly average.
    if (operator === "equal" || operator === "notEqual")
      return { kind: "formula", formula: `${cell}${OPERATOR_SIGNS[operator]}AVERAGE(${areas.map(fixedText).join(",")})` };
    return { kind: "average", ...(operator.startsWith("less") ? { below: true } : {}), ...(operator.endsWith("OrEqual") ? { orEqual: true } : {}) };
  }
  return { kind: "formula", formula: (typeof value === "string" ? value : "").replace(/^=/, "") || "FALSE" };
}

/** The rule that Univer's form says. */
export function ruleOfConfig(given: GridConfig, areas: readonly Block[]): FormatRule {
  if (given.type === "colorScale") {
    const points = [...(given.config as { index: number; color: string; value: GridValue }[])].sort((a, b) => a.index - b.index);
    return { kind: "scale", points: points.map(({ color, value }) => ({ ...pointOfValue(value), color: colorText(color) ?? "#FFFFFF" })) };
  }
  if (given.type === "dataBar") {
    const { min, max, isGradient, positiveColor, nativeColor } = given.config as {
      min: GridValue;
      max: GridValue;
      isGradient: boolean;
      positiveColor: string;
      nativeColor: string;
    };
    const color = colorText(positiveColor) ?? "#FFBE38";
    const negative = colorText(nativeColor);
    return {
      kind: "bar",
      from: pointOfValue(min),
      to: pointOfValue(max),
      color,
      ...(negative && negative !== color ? { negative } : {}),
      ...(isGradient ? {} : { solid: true }),
      ...(given.isShowValue === false ? { hidesValue: true } : {}),
      lengths: [0, 100],
      axis: true,
    };
  }
  if (given.type === "iconSet") {
    const parts = [...(given.config as { operator: string; value: GridValue; iconType: string; iconId: string }[])].reverse();
    const icons = parts.map(({ iconType, iconId }) => iconOfGrid(iconType, iconId));
    const points = parts.map(({ operator, value }, i): ScalePoint => ({
      // Nothing is below the first point.
      ...(i === 0 ? { kind: "percent" as const, value: "0" } : pointOfValue(value)),
      ...(operator === "greaterThan" && i > 0 ? { above: true as const } : {}),
    }));
    return { kind: "icons", ...setOfIcons(icons), points, ...(given.isShowValue === false ? { hidesValue: true } : {}) };
  }
  return highlighted(given, areas);
}
