import { quoted, wordsIn } from "../../../contract/text";
import { isNumeric } from "../../numeric";
import { blockIn, linesIn } from "../../cell-reference";
import type { Block } from "../../block";
import { CELL_OPERATORS, firstCell, PERIODS, STATE_RULES, TEXT_RULES, type FormatRule, type Icon, type ScalePoint } from "../../conditional-format";
import { colorOf } from "../read/read-styles";
import { isFalse, isTrue, type Attributes } from "../read-xml";
import { cellText } from "../xml-edits";

/** The icon sets that Excel has since 2007. */
const OLD = wordsIn(`
  3Arrows 3ArrowsGray 3Flags 3TrafficLights1 3TrafficLights2 3Signs 3Symbols 3Symbols2 4Arrows 4ArrowsGray 4RedToBlack 4Rating 4TrafficLights 5Arrows
  5ArrowsGray 5Rating 5Quarters`);
/** Those of Excel 2010, which files have in an extension. */
const NEW = ["3Stars", "3Triangles", "5Boxes"];

export const isIconSet = (name: string): boolean => OLD.includes(name) || NEW.includes(name);
export const isNewIconSet = (name: string): boolean => NEW.includes(name);

/** The number of icons of a set. */
const sizeOfSet = (name: string): number => Number(name[0]);

/** An element with its text and its children, all names without prefix. */
export interface Element {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: Element[];
  text: string;
}

/** What a rule's elements need of the file. */
export interface RuleContext {
  readonly theme: readonly string[];
  /** Converts a stored formula to its displayed form; undefined if it has no meaning outside this file. */
  readonly seen: (stored: string, at: { readonly row: number; readonly column: number }) => string | undefined;
}

const child = ({ children }: Element, name: string): Element | undefined => children.find((one) => one.name === name);
const all = ({ children }: Element, name: string): Element[] => children.filter((one) => one.name === name);

/** The blocks of a list of areas; undefined if one is not understood. */
export function ruleAreas(text: string): Block[] | undefined {
  const names = text.trim().split(/\s+/).filter(Boolean);
  const blocks = names.flatMap((one) => blockIn(one) ?? linesIn(one) ?? []);
  return blocks.length > 0 && blocks.length === names.length ? blocks : undefined;
}

const KINDS = ["min", "max", "autoMin", "autoMax", "num", "percent", "percentile", "formula"] as const;

/**
 * Reads scales, bars and icons from their elements.
 *
 * @param formulaOf converts a stored formula
 * @param companion what a newer Excel says about the same rule
 */
function drawnRules(theme: readonly string[], formulaOf: (stored: string) => string | undefined, companion: Element | undefined) {
  const pointOf = ({ attributes: p, children }: Element): ScalePoint | undefined => {
    const kind = KINDS.find((one) => one === p["type"]);
    if (!kind) return undefined;
    const above = isFalse(p["gte"]) ? { above: true as const } : {};
    if (/m(?:in|ax)$/i.test(kind)) return { kind, ...above };
    const stored = children.find(({ name }) => name === "f")?.text ?? p["val"] ?? "";
    const value = isNumeric(stored) ? stored.trim() : kind === "percent" ? undefined : formulaOf(stored);
    return value === undefined ? undefined : { kind, value, ...above };
  };
  const pointsOf = (element: Element): ScalePoint[] | undefined => {
    const points = all(element, "cfvo").map(pointOf);
    return points.some((one) => one === undefined) ? undefined : (points as ScalePoint[]);
  };

  const scale = (element: Element): FormatRule | undefined => {
    const points = pointsOf(element);
    const colors = all(element, "color").map(({ attributes }) => colorOf(attributes, theme));
    if (!points || points.length < 2 || points.length > 3 || colors.length !== points.length || colors.includes(undefined)) return undefined;
    return { kind: "scale", points: points.map((point, i) => ({ ...point, color: colors[i]! })) };
  };

  const bar = (element: Element): FormatRule | undefined => {
    const newer = companion && child(companion, "dataBar");
    const said = newer ?? element;
    const [from, to] = pointsOf(said) ?? [];
    const color = colorOf(child(said, "fillColor")?.attributes ?? child(element, "color")?.attributes ?? {}, theme);
    const n = said.attributes;
    if (!from || !to || !color || n["direction"] === "rightToLeft" || !/^(?:automatic)?$/.test(n["axisPosition"] ?? "")) return undefined;
    const negative = newer && !isTrue(n["negativeBarColorSameAsPositive"]) ? colorOf(child(newer, "negativeFillColor")?.attributes ?? {}, theme) : undefined;
    const length = (name: string, standard: number): number => Number(n[name] ?? standard);
    return {
      kind: "bar",
      from,
      to,
      color,
      ...(negative && negative !== color ? { negative } : {}),
      ...(newer && isFalse(n["gradient"]) ? { solid: true } : {}),
      ...(isFalse(n["showValue"] ?? element.attributes["showValue"]) ? { hidesValue: true } : {}),
      lengths: [length("minLength", 10), length("maxLength", 90)],
      ...(newer ? { axis: true } : {}),
    };
  };

  const icons = (element: Element): FormatRule | undefined => {
    const set = element.attributes["iconSet"] ?? "3TrafficLights1";
    const points = pointsOf(element);
    if (!isIconSet(set) || points?.length !== sizeOfSet(set)) return undefined;
    const own = all(element, "cfIcon").map(({ attributes }): Icon | null | undefined => {
      const [name, place] = [attributes["iconSet"] ?? "", Number(attributes["iconId"] ?? 0)];
      return name === "NoIcons" ? null : isIconSet(name) && place >= 0 && place < sizeOfSet(name) ? { set: name, place } : undefined;
    });
    const isCustom = isTrue(element.attributes["custom"]);
    if (isCustom && (own.length !== points.length || own.includes(undefined))) return undefined;
    return {
      kind: "icons",
      set,
      points,
      ...(isCustom ? { icons: own as (Icon | null)[] } : {}),
      ...(isTrue(element.attributes["reverse"]) ? { reversed: true } : {}),
      ...(isFalse(element.attributes["showValue"]) ? { hidesValue: true } : {}),
    };
  };

  return { scale, bar, icons };
}

/**
 * The meaning of a `cfRule`; undefined if this project does not know all that it says.
 *
 * @param companion what a newer Excel says about the same rule
 */
export function ruleOf(rule: Element, areas: readonly Block[], { theme, seen }: RuleContext, companion?: Element): FormatRule | undefined {
  const { attributes: a } = rule;
  const at = firstCell(areas);
  const formulaOf = (stored: string): string | undefined => {
    const text = cellText(stored).trim().replace(/^=/, "");
    return text === "" ? undefined : seen(text, at)?.replace(/^=/, "");
  };
  const formulas = [...all(rule, "formula"), ...all(rule, "f")].map(({ text }) => formulaOf(text));
  const [first] = formulas;
  const asFormula: FormatRule | undefined = first === undefined ? undefined : { kind: "formula", formula: first };

  const { scale, bar, icons } = drawnRules(theme, formulaOf, companion);
  const type = a["type"] ?? "";
  const drawn = (name: string, read: (element: Element) => FormatRule | undefined): FormatRule | undefined => {
    const element = child(rule, name);
    return element && read(element);
  };
  const text = TEXT_RULES.find((one) => one === type);
  if (text) {
    const wanted = a["text"] === undefined ? undefined : cellText(a["text"]);
    // Excel calculates the formula. It may name a cell with the text instead.
    if (wanted !== undefined && (formulas.length === 0 || first?.includes(quoted(wanted)))) return { kind: "text", operator: text, text: wanted };
    return asFormula;
  }
  const state = STATE_RULES.find((one) => one === type);
  if (state) return { kind: "state", state };
  switch (type) {
    case "cellIs": {
      const operator = CELL_OPERATORS.find((one) => one === a["operator"]);
      const wanted = operator === "between" || operator === "notBetween" ? 2 : 1;
      const given = formulas.slice(0, wanted);
      return operator && given.length === wanted && !given.includes(undefined) ? { kind: "cell", operator, formulas: given as string[] } : undefined;
    }
    case "expression":
      return asFormula;
    case "timePeriod": {
      const period = PERIODS.find((one) => one === a["timePeriod"]);
      return period && { kind: "period", period };
    }
    case "duplicateValues":
    case "uniqueValues":
      return { kind: "count", repeated: type === "duplicateValues" };
    case "top10": {
      const rank = Number(a["rank"] ?? 10);
      return rank >= 1
        ? { kind: "top", rank, ...(isTrue(a["percent"]) ? { percent: true } : {}), ...(isTrue(a["bottom"]) ? { bottom: true } : {}) }
        : undefined;
    }
    case "aboveAverage": {
      const deviations = Number(a["stdDev"] ?? 0);
      return {
        kind: "average",
        ...(isFalse(a["aboveAverage"]) ? { below: true } : {}),
        ...(isTrue(a["equalAverage"]) ? { orEqual: true } : {}),
        ...(deviations > 0 ? { deviations } : {}),
      };
    }
    case "colorScale":
      return drawn("colorScale", scale);
    case "dataBar":
      return drawn("dataBar", bar);
    case "iconSet":
      return drawn("iconSet", icons);
    default:
      return undefined;
  }
}
