import { sameJson } from "../../contract/json";
import type { BookCell } from "../book";
import type { CellStyle, Color, Line } from "../cell";
import { attributeOf } from "./edit-package";
import type { StyleList, StylesPart } from "./styles-part";
import { childrenOf, openingTag, withAttribute, withContent, withoutAttribute } from "./xml-edits";

/** How a cell looks, as far as a `Book` knows. */
export type Look = Pick<BookCell, "format" | "style">;

/** The order of a font's properties in Excel's files. */
const FONT_ORDER = "b i strike condense extend outline shadow u vertAlign sz color name family charset scheme".split(" ");
const BORDER_ORDER = "start left end right top bottom diagonal vertical horizontal".split(" ");

/** An element with another child of this name, in its place in the order; without it if `child` is empty. */
function withChild(xml: string, order: readonly string[], name: string, child: string): string {
  const { open, children } = childrenOf(xml);
  const others = children.filter((one) => one.name !== name);
  const place = order.indexOf(name);
  const after = others.findIndex((one) => order.indexOf(one.name) > place);
  const at = after < 0 ? others.length : after;
  const texts = others.map(({ text }) => text);
  const all = [...texts.slice(0, at), child, ...texts.slice(at)].join("");
  const empty = `${open.replace(/\s*\/?>$/, "")}/>`;
  return all === "" ? empty : withContent(empty, all);
}

export const rgbOf = (color: Color): string => `rgb="FF${color.replace("#", "").toUpperCase()}"`;

/** One side of a border. */
export const sideXml = (name: string, line: Line | undefined, p = ""): string =>
  line ? `<${p}${name} style="${line.style}">${line.color ? `<${p}color ${rgbOf(line.color)}/>` : `<${p}color auto="1"/>`}</${p}${name}>` : `<${p}${name}/>`;

const solidFill = (color: Color, p = ""): string =>
  `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor ${rgbOf(color)}/><${p}bgColor indexed="64"/></${p}patternFill></${p}fill>`;

const SIDES = ["left", "right", "top", "bottom"] as const;
const differs = (before: CellStyle, now: CellStyle, names: readonly (keyof CellStyle)[]): boolean => names.some((name) => !sameJson(before[name], now[name]));

/** A font with those properties that changed. */
function changedFont(font: string, before: CellStyle, now: CellStyle, p: string, standard: string): string {
  let xml = font;
  const set = (name: string, child: string): void => void (xml = withChild(xml, FONT_ORDER, name, child));
  for (const [name, property] of [
    ["b", "bold"],
    ["i", "italic"],
    ["strike", "strike"],
    ["u", "underline"],
  ] as const)
    // prettier-ignore
    if (before[property] !== now[property]) set(name, now[property] ? `<${p}${name}/>` : "");
  if (before.size !== now.size) {
    const size =
      now.size ??
      (childrenOf(standard)
        .children.find(({ name }) => name === "sz")
        ?.text.match(/val="([^"]*)"/)?.[1] ||
        11);
    set("sz", `<${p}sz val="${size}"/>`);
  }
  if (before.color !== now.color) set("color", now.color ? `<${p}color ${rgbOf(now.color)}/>` : "");
  return xml;
}

/** A border with those sides that changed. */
function changedBorder(border: string, before: CellStyle, now: CellStyle, p: string): string {
  let xml = border;
  for (const side of SIDES) {
    if (!differs(before, now, [side])) continue;
    // Some files name the sides by the direction of reading.
    const other = side === "left" ? "start" : side === "right" ? "end" : undefined;
    const name = other !== undefined && childrenOf(xml).children.some((child) => child.name === other) ? other : side;
    xml = withChild(xml, BORDER_ORDER, name, sideXml(name, now[side], p));
  }
  return xml;
}

/** A style with those alignments that changed. The others, such as indents, stay. */
function changedAlignment(xf: string, before: CellStyle, now: CellStyle, p: string): string {
  let tag = childrenOf(xf).children.find(({ name }) => name === "alignment")?.text ?? `<${p}alignment/>`;
  const set = (name: string, value: string | undefined): void =>
    void (tag = value === undefined ? withoutAttribute(tag, name) : withAttribute(tag, name, value));
  if (before.horizontal !== now.horizontal) set("horizontal", now.horizontal);
  if (before.vertical !== now.vertical) set("vertical", now.vertical);
  if (before.wrap !== now.wrap) set("wrapText", now.wrap ? "1" : undefined);
  return withChild(xf, ["alignment", "protection", "extLst"], "alignment", /\s[\w:]+\s*=/.test(tag) ? tag : "");
}

/**
 * Makes styles that differ from a file's own only in what a user changed: the font, indents, protection and named style of the old one stay.
 *
 * @returns the number of the style for a cell that has this one, looked like `before` and looks like `now`
 */
export function createChangedStyles(styles: StylesPart): (style: number, before: Look, now: Look) => number {
  const known = new Map<string, number>();
  const p = styles.prefix;
  const made = (style: number, { format: oldFormat = "", style: before = {} }: Look, { format = "", style: now = {} }: Look): number => {
    const old = styles.item("cellXfs", style) ?? styles.item("cellXfs", 0) ?? `<${p}xf/>`;
    let xf = old;
    const set = (name: string, value: number, applied: string): void => {
      const { open } = childrenOf(xf);
      xf = withAttribute(withAttribute(open, name, String(value)), applied, "1") + xf.slice(open.length);
    };
    /** Gives the style another item of a list. */
    const replace = (list: StyleList, name: string, applied: string, change: (item: string) => string): void => {
      const index = Number(attributeOf(openingTag(xf) ?? "", name) ?? 0);
      const item = styles.item(list, index) ?? styles.item(list, 0);
      const next = item === undefined ? undefined : change(item);
      if (next !== undefined) set(name, next === item ? index : styles.add(list, next), applied);
    };
    if (oldFormat !== format) set("numFmtId", styles.formatNumber(format), "applyNumberFormat");
    if (differs(before, now, ["bold", "italic", "strike", "underline", "size", "color"]))
      replace("fonts", "fontId", "applyFont", (font) => changedFont(font, before, now, p, styles.item("fonts", 0) ?? ""));
    if (before.fill !== now.fill)
      if (now.fill === undefined) set("fillId", 0, "applyFill");
      else set("fillId", styles.add("fills", solidFill(now.fill, p)), "applyFill");
    if (differs(before, now, SIDES)) replace("borders", "borderId", "applyBorder", (border) => changedBorder(border, before, now, p));
    if (differs(before, now, ["horizontal", "vertical", "wrap"])) {
      xf = changedAlignment(xf, before, now, p);
      const { open } = childrenOf(xf);
      xf = withAttribute(open, "applyAlignment", "1") + xf.slice(open.length);
    }
    return xf === old ? style : styles.add("cellXfs", xf);
  };
  return (style, before, now) => {
    const key = JSON.stringify([style, before.format, before.style, now.format, now.style]);
    let number = known.get(key);
    if (number === undefined) known.set(key, (number = made(style, before, now)));
    return number;
  };
}

const SORTED = ["bold", "italic", "strike", "underline", "size", "color", "fill", "horizontal", "vertical", "wrap", ...SIDES] as const;

/** True if two cells look alike, as far as a `Book` knows. */
export const sameLook = (a: Look, b: Look): boolean =>
  (a.format ?? "") === (b.format ?? "") && (a.style === b.style || !differs(a.style ?? {}, b.style ?? {}, SORTED));
