import { type CellStyle, type Color, type Line } from "../../cell";
import { channelsOf, colorOfChannels } from "../../color-channels";
import { BUILT_IN_FORMATS } from "../number-formats";
import { type Attributes, isTrue, readXml, xmlText, elementsInText, localName } from "../read-xml";

/** Excel's default for the first 64 numbered colours. */
const BASIC = "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF".split(" ");
const NUMBERED = [
  ...BASIC,
  ...BASIC,
  ..."800000 008000 000080 808000 800080 008080 C0C0C0 808080 9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF".split(" "),
  ..."000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF 00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99".split(" "),
  ..."3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 003366 339966 003300 333300 993300 993366 333399 333333".split(" "),
];

/** Applies Excel's tint to the lightness: positive towards white, negative towards black. */
function tinted(hex: string, tint: number): Color {
  const [r, g, b] = channelsOf(hex).map((channel) => channel / 255) as [number, number, number];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  const l = (max + min) / 2;
  const d = max - min;
  const s = d === 0 ? 0 : d / (1 - Math.abs(2 * l - 1));
  const h = d === 0 ? 0 : max === r ? ((g - b) / d + 6) % 6 : max === g ? (b - r) / d + 2 : (r - g) / d + 4;
  const light = tint < 0 ? l * (1 + tint) : l * (1 - tint) + tint;
  const c = (1 - Math.abs(2 * light - 1)) * s;
  const x = c * (1 - Math.abs((h % 2) - 1));
  const m = light - c / 2;
  const rgb = h < 1 ? [c, x, 0] : h < 2 ? [x, c, 0] : h < 3 ? [0, c, x] : h < 4 ? [0, x, c] : h < 5 ? [x, 0, c] : [c, 0, x];
  return colorOfChannels(rgb.map((v) => (v + m) * 255));
}

/** Reads a colour: direct, by number, or from the theme with a tint. Undefined for the application's default. */
export function colorOf(a: Attributes, theme: readonly string[]): Color | undefined {
  const named = (hex: string | undefined): Color | undefined => {
    if (hex === undefined || !/^[0-9a-f]{6}$/i.test(hex)) return undefined;
    const tint = Number(a["tint"] ?? 0);
    return tint === 0 || !Number.isFinite(tint) ? `#${hex.toUpperCase()}` : tinted(hex, tint);
  };
  if (a["rgb"] !== undefined) return named(a["rgb"].slice(-6));
  if (a["theme"] !== undefined) return named(theme[Number(a["theme"])]);
  return a["indexed"] === undefined ? undefined : named(NUMBERED[Number(a["indexed"])]);
}

/** Cells number the theme's colours in another order than the theme: light before dark. */
const ORDER = ["lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink"];

/** The theme's colours in the cells' order, without `#`; empty without a theme. */
export function readTheme(part: Uint8Array | undefined): string[] {
  if (!part) return [];
  const colors = new Map<string, string>();
  let slot = { name: "", end: 0 };
  for (const { name: full, attributes: a, start, end } of elementsInText(xmlText(part), "the theme", () => true)) {
    const name = localName(full);
    const hex = name === "srgbClr" ? a["val"] : name === "sysClr" ? a["lastClr"] : undefined;
    if (ORDER.includes(name)) slot = { name, end };
    else if (hex && start < slot.end && !colors.has(slot.name)) colors.set(slot.name, hex);
  }
  return ORDER.map((name) => colors.get(name) ?? "");
}

/** The meaning of a style number. */
export interface StyleMeaning {
  readonly format?: string;
  readonly style?: CellStyle;
}

type Loose<T> = { -readonly [K in keyof T]: T[K] };
type Look = Loose<CellStyle>;

const LINE_STYLES: readonly Line["style"][] = ["thin", "medium", "thick", "dashed", "dotted", "double"];
/** The line of a border that comes nearest to that of a file. */
const lineOf = (style: string | undefined): Line["style"] | undefined =>
  style === "hair" ? "dotted" : /dash/i.test(style ?? "") ? "dashed" : LINE_STYLES.find((one) => one === style);
const SIDES = ["top", "right", "bottom", "left"] as const;
type Side = (typeof SIDES)[number];
/** The side of a border that an element is for. Some files name the sides by the direction of reading. */
const borderSideOf = (element: string | undefined): Side | undefined =>
  element === "start" ? "left" : element === "end" ? "right" : SIDES.find((side) => side === element);
/** Adds an element of a border to a look: a side, or the colour of one. */
export function addLine(look: { [S in Side]?: Line }, element: string | undefined, inner: string | undefined, a: Attributes, theme: readonly string[]): void {
  const side = borderSideOf(element);
  if (!side) return;
  const [style, color] = [lineOf(a["style"]), colorOf(a, theme)];
  const line = look[side];
  if (inner === undefined && style) look[side] = { style };
  else if (inner === "color" && color && line) look[side] = { ...line, color };
}
/** The elements of a font's properties, in the order in which Excel writes them. */
export const FONT_FLAGS = [
  ["b", "bold"],
  ["i", "italic"],
  ["strike", "strike"],
  ["u", "underline"],
] as const;
export const isOn = (a: Attributes): boolean => !/^(?:0|false|none)$/.test(a["val"] ?? "1");

function alignment(a: Attributes): Look {
  const look: Look = {};
  const horizontal = a["horizontal"];
  if (horizontal === "left" || horizontal === "center" || horizontal === "right" || horizontal === "justify") look.horizontal = horizontal;
  else if (horizontal === "centerContinuous") look.horizontal = "center";
  if (a["vertical"] === "top" || a["vertical"] === "center") look.vertical = a["vertical"];
  if (isTrue(a["wrapText"])) look.wrap = true;
  return look;
}

/** A font without the properties of the first one, which is the workbook's default. */
function ownFont(font: Look, normal: Look = {}): Look {
  const rest = { ...font };
  if (rest.size === normal.size) delete rest.size;
  if (rest.color === normal.color || rest.color === "#000000") delete rest.color;
  return rest;
}

/** The meaning of each style number, in order; empty for a file without styles. */
export function readStyles(part: Uint8Array | undefined, theme: readonly string[]): StyleMeaning[] {
  if (!part) return [];
  const formats: Record<number, string> = { ...BUILT_IN_FORMATS };
  const fonts: Look[] = [];
  const fills: Look[] = [];
  const borders: Look[] = [];
  const looks: { xf: Attributes; alignment: Look }[] = [];
  const path: string[] = [];
  let pattern = "none";

  const font = (name: string, a: Attributes): void => {
    const look = fonts.at(-1)!;
    const flag = FONT_FLAGS.find(([element]) => element === name)?.[1];
    if (flag && isOn(a)) look[flag] = true;
    else if (name === "sz" && Number(a["val"]) > 0) look.size = Number(a["val"]);
    else if (name === "color") {
      const color = colorOf(a, theme);
      if (color) look.color = color;
    }
  };
  const fill = (name: string, a: Attributes): void => {
    if (name === "patternFill") pattern = a["patternType"] ?? "none";
    const color =
      pattern === "none" ? undefined : name === "fgColor" || (name === "bgColor" && fills.at(-1)!.fill === undefined) ? colorOf(a, theme) : undefined;
    if (color) fills.at(-1)!.fill = color;
  };
  const border = (_: string, a: Attributes): void => addLine(borders.at(-1)!, path[3], path[4], a, theme);

  const begin = (list: Look[]) => (): void => void list.push({});

  readXml(xmlText(part), "of its styles", {
    open: (name, a) => {
      path.push(name);
      const [, list, item] = path;
      if (name === "numFmt" && list === "numFmts") formats[Number(a["numFmtId"])] = a["formatCode"] ?? "";
      else if (list === "fonts" && item === "font") (path.length === 3 ? begin(fonts) : font)(name, a);
      else if (list === "fills" && item === "fill") (path.length === 3 ? begin(fills) : fill)(name, a);
      else if (list === "borders" && item === "border") (path.length === 3 ? begin(borders) : border)(name, a);
      else if (list === "cellXfs" && item === "xf") {
        if (path.length === 3) looks.push({ xf: a, alignment: {} });
        else if (name === "alignment") looks.at(-1)!.alignment = alignment(a);
      }
    },
    close: () => void path.pop(),
  });

  return looks.map(({ xf, alignment: place }) => {
    const style: CellStyle = {
      ...ownFont(fonts[Number(xf["fontId"] ?? 0)] ?? {}, fonts[0]),
      ...fills[Number(xf["fillId"] ?? 0)],
      ...borders[Number(xf["borderId"] ?? 0)],
      ...place,
    };
    const format = formats[Number(xf["numFmtId"] ?? 0)];
    return {
      ...(format && !/^general$/i.test(format) ? { format } : {}),
      ...(Object.keys(style).length > 0 ? { style } : {}),
    };
  });
}
